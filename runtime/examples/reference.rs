//! Prints the reference page of the native functions; `make generate` writes it to `docs/lua.md`.

fn main() {
    print!("{}", mc_runtime::lua::reference());
}
