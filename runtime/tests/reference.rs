//! The committed reference is what the registry says.

#[test]
fn the_reference_is_not_stale() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/lua.md");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == mc_runtime::lua::reference(),
        "docs/lua.md is stale: run `make generate` and commit the result"
    );
}
