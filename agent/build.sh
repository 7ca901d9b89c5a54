#!/bin/sh
# Builds the agent for 68k Macintoshes: C -> ELF -> dist/mc-agent-68k.bin. Run `agent/build.sh --help`.
# The same sources give the same bytes in any folder, so the built file is committed and can be checked.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")"

usage() {
    cat <<'USAGE'
agent/build.sh                          build agent/dist/mc-agent-68k.bin and print its sizes
agent/build.sh --check                  build elsewhere and compare with agent/dist: 0 the same, 1 different,
                                        77 no suitable compiler here
agent/build.sh --program FOLDER OUT     build the C files of FOLDER with the agent's start code and flags, for tests
      --without-plugin                  ... and let GCC make accesses that a 68000 cannot do

Environment: MC_PACK names a built mc-pack, else it is built with cargo.
USAGE
}

GCC=m68k-linux-gnu-gcc
# The compiler that agent/dist was built with: another one makes other bytes.
GCC_VERSION=12.2.0

MACHINE='-m68000 -ffixed-a5'
# Linked at 0 and relocated by toolbox/start.S; pack/README.md describes the result.
C_FLAGS="-std=gnu99 -Os -ffreestanding -fno-builtin -fomit-frame-pointer -fno-pic -fno-pie
    -fno-asynchronous-unwind-tables -Wall -Wextra -Werror
    -Icore -Imac -Ihelper -Itoolbox"
# The whole program is compiled in one piece when it is linked, and without what makes code larger in spite of -Os: that saves a
# tenth. Names that GCC makes up come from the seed.
WHOLE_PROGRAM='-flto -flto-partition=one -frandom-seed=mc-agent -fshort-enums -fno-inline-small-functions -fno-caller-saves
    -fno-move-loop-invariants -fno-ipa-sra -fno-code-hoisting -fipa-pta
    -fno-tree-dominator-opts -fno-tree-tail-merge -fno-guess-branch-probability -fno-tree-loop-im -fno-ssa-phiopt'
LINK_FLAGS='-nostdlib -static -Wl,-T,68k.ld -Wl,--emit-relocs -Wl,--gc-sections -Wl,--orphan-handling=error
    -Wl,--build-id=none -Wl,-z,norelro -Wl,-z,noexecstack -Wl,--no-warn-rwx-segments'

# The workspace's version is the agent's: named once, in the root Cargo.toml.
VERSION=$(sed -n 's/^version = "\([0-9.]*\)"$/\1/p' ../Cargo.toml | head -n 1)

# True when the compiler is here, and what its plugin is built with.
have_compiler() {
    command -v $GCC >/dev/null && command -v g++ >/dev/null && [ -f "$(plugin_headers)/gcc-plugin.h" ]
}

plugin_headers() {
    echo "$($GCC -print-file-name=plugin)/include"
}

right_version() {
    [ "$($GCC -dumpfullversion)" = "$GCC_VERSION" ]
}

need_compiler() {
    have_compiler || {
        echo "build.sh: $GCC, its plugin headers or g++ are missing; on Debian 12: make setup-dev" >&2
        exit 1
    }
    right_version || echo "build.sh: $GCC is not version $GCC_VERSION: the bytes will differ from agent/dist" >&2
}

# build_plugin FOLDER: makes FOLDER/small_mac.so
build_plugin() {
    g++ -shared -fPIC -fno-rtti -O1 -I"$(plugin_headers)" -o "$1/small_mac.so" gcc-plugin/small_mac.cc
}

# link FOLDER PLUGIN SOURCE...: makes FOLDER/program.elf; PLUGIN may be empty
link() {
    folder=$1 plugin=$2
    shift 2
    rm -f "$folder"/*.o
    for source in "$@"; do
        # shellcheck disable=SC2086 # flags are words
        $GCC $MACHINE $C_FLAGS $WHOLE_PROGRAM ${plugin:+"-fplugin=$plugin"} -DMC_AGENT_VERSION="\"$VERSION\"" \
            -c -o "$folder/$(echo "$source" | tr / -).o" "$source"
    done
    # shellcheck disable=SC2086
    $GCC $MACHINE $C_FLAGS $WHOLE_PROGRAM ${plugin:+"-fplugin=$plugin"} $LINK_FLAGS -o "$folder/program.elf" "$folder"/*.o
}

# pack ELF OUT OPTION...: with options of mc-pack
pack() {
    elf=$1 out=$2
    shift 2
    set -- 68k --elf "$elf" --out "$out" --version "$VERSION" "$@"
    if [ -n "${MC_PACK:-}" ]; then
        "$MC_PACK" "$@"
    else
        cargo run --quiet --locked --package mc-pack -- "$@"
    fi
}

# pack_agent ELF OUT [OPTION...]
pack_agent() {
    pack "$@" --name mc-agent --creator mcAg --partition-kb 384 \
        --flags only-background,can-background,is-32-bit-compatible,is-high-level-event-aware
}

# build_helper FOLDER OUT: the application that the agent carries (helper/mc_clipboard.c)
build_helper() {
    mkdir -p "$1/helper"
    link "$1/helper" "$1/small_mac.so" helper/mc_clipboard.c toolbox/start.S toolbox/runtime.S toolbox/apple_event_handler.S
    pack "$1/helper/program.elf" "$2" --name mc-clipboard --creator mcCb --partition-kb 256 --minimum-kb 64 \
        --flags accept-suspend-resume-events,can-background,does-activate-on-fg-switch,is-32-bit-compatible,is-high-level-event-aware
}

# build_agent FOLDER OUT
build_agent() {
    build_plugin "$1"
    build_helper "$1" "$1/mc-clipboard.bin"
    # shellcheck disable=SC2046 # our own names have no blanks
    link "$1" "$1/small_mac.so" \
        $(find core core/generated mac toolbox -maxdepth 1 -name '*.[cS]' | sort -u)
    pack_agent "$1/program.elf" "$2" --carry "mcHp:128:$1/mc-clipboard.bin"
}

check() {
    have_compiler && right_version || {
        echo "build.sh: not checked: $GCC $GCC_VERSION is not here; on Debian 12: make setup-dev" >&2
        exit 77
    }
    temporary=$(mktemp -d)
    trap 'rm -rf "$temporary"' EXIT
    build_agent "$temporary" "$temporary/mc-agent-68k.bin"
    cmp "$temporary/mc-agent-68k.bin" dist/mc-agent-68k.bin || {
        echo "build.sh: agent/dist is not what the sources build; run agent/build.sh and commit agent/dist" >&2
        exit 1
    }
    echo "agent/dist/mc-agent-68k.bin is what the sources build"
}

case ${1:-} in
'')
    need_compiler
    mkdir -p build dist
    build_agent build dist/mc-agent-68k.bin
    ;;
--check)
    check
    ;;
--program)
    need_compiler
    build=$(mktemp -d)
    trap 'rm -rf "$build"' EXIT
    plugin=
    if [ "${4:-}" != --without-plugin ]; then
        build_plugin "$build"
        plugin=$build/small_mac.so
    fi
    link "$build" "$plugin" "$2"/*.c toolbox/start.S toolbox/runtime.S
    pack_agent "$build/program.elf" "$3"
    ;;
--help)
    usage
    ;;
*)
    usage >&2
    exit 2
    ;;
esac
