# What a newcomer types: `make demo`, `make test`. Both install what they need on Debian and its like.

SHELL := /bin/sh
CARGO ?= cargo
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
PROGRAM := $(TARGET_DIR)/release/mac-control

# What building and running the program takes, beside Rust: Lua is C.
SETUP_PACKAGES := gcc libc6-dev
# What the tests take on top: the agent's compiler and its plugin's headers, and programs that judge our work.
SETUP_DEV_PACKAGES := $(SETUP_PACKAGES) g++ gcc-m68k-linux-gnu binutils-m68k-linux-gnu \
	gcc-12-plugin-dev-m68k-linux-gnu imagemagick hfsutils macutils file

.PHONY: help demo test setup setup-dev agent generate bench lint test-agent test-rust

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: setup ## a recipe drives a simulated Macintosh; pictures and a trace in demo-out/
	$(CARGO) build --release --locked -p mac-control
	$(PROGRAM) demo

test: setup-dev lint test-agent test-rust ## everything that has to hold

setup: ## install what the program needs
	@$(call install,$(SETUP_PACKAGES))

setup-dev: ## install what the tests need, too
	@$(call install,$(SETUP_DEV_PACKAGES))
	@$(CARGO) fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	@$(CARGO) clippy --version >/dev/null 2>&1 || rustup component add clippy

agent: ## build agent/dist from the C sources
	agent/build.sh

generate: ## make what is made from the schemas and from the registry of natives
	$(CARGO) run --locked -p mc-protocol-codegen
	$(CARGO) run --locked -q -p mc-runtime --example reference > docs/lua.md

bench: ## print the figures, one `name value unit` a row
	$(CARGO) build --release --locked -p mac-control
	$(CARGO) run --release --locked -q -p mc-tests --bin bench

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# The agent's portable half on the host, with sanitizers; then: is what is committed what the sources build?
test-agent:
	agent/tests/run.sh
	@agent/build.sh --check; status=$$?; \
	if [ $$status -eq 77 ] && [ -z "$$CI" ]; then echo "skipped: no m68k compiler, agent/dist was not compared"; \
	else exit $$status; fi

test-rust:
	@if $(CARGO) nextest --version >/dev/null 2>&1; then \
		$(CARGO) test --workspace --locked --doc && $(CARGO) nextest run --workspace --locked --no-fail-fast; \
	else \
		$(CARGO) test --workspace --locked --no-fail-fast; \
	fi
	$(CARGO) test --locked -p mc-tests --test end_to_end -- --ignored

# $(1): Debian packages. Installs the missing ones and says so; says what is needed where there is no apt-get.
define install
missing=""; \
for package in $(1); do \
	dpkg-query -W -f '$${Status}' "$$package" 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
done; \
if [ -z "$$missing" ]; then exit 0; fi; \
if ! command -v apt-get >/dev/null; then \
	echo "This is no Debian: please see to it that you have what these packages bring:$$missing"; exit 0; \
fi; \
echo "Installing:$$missing"; \
sudo=""; [ "$$(id -u)" -eq 0 ] || sudo=sudo; \
$$sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$sudo apt-get install -y -qq --no-install-recommends $$missing
endef
