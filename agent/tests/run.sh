#!/bin/sh
# Runs the tests of the portable core on the host, with sanitizers where the compiler has them, and damaged conversations against
# it: `run.sh [COUNT [SEED]]`, 100,000 of them with seed 1 when not said.
set -eu
cd "$(dirname "$0")"
CC=${CC:-gcc}
build=../build/tests
mkdir -p "$build"

FLAGS='-std=gnu99 -O1 -g -Wall -Wextra -Werror -I../core -I.'
SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all'
if ! echo 'int main(void) { return 0; }' | $CC $SANITIZE -x c -o "$build/probe" - 2>/dev/null; then
    echo "run.sh: $CC has no sanitizers: the tests run without them" >&2
    SANITIZE=
fi

# compile PROGRAM SOURCE...
compile() {
    program=$1
    shift
    # shellcheck disable=SC2086 # flags are words
    $CC $FLAGS $SANITIZE -o "$build/$program" "$@" fake.c fixture.c ../core/*.c ../core/generated/*.c
}

compile core main.c conversation.c test_*.c
FIXTURES=../../protocol/fixtures "$build/core"
compile fuzz_core fuzz_core.c fuzz_flat.c fuzz_doors.c
FIXTURES=../../protocol/fixtures "$build/fuzz_core" "${1:-100000}" "${2:-1}"
