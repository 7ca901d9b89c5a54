//! Recipes: what is checked before one runs, what it is held to, what comes of it.

mod stub;

use mc_protocol::Code;
use serde_json::json;
use stub::runs::recipe;
use stub::{Stub, answer, hello};

fn table(effect: &str, run: &str) -> String {
    format!(
        "return {{ name = 'test', summary = 'A test.', effect = '{effect}', params = {{ count = {{ \
        type = 'integer', default = 2, summary = 'how many' }} }}, run = function(params) {run} end }}"
    )
}

#[tokio::test]
async fn a_recipe_gets_its_parameters_and_gives_its_result() {
    let stub = Stub::ordinary();
    let source = table(
        "read",
        "return {count = params.count, name = mac.fs.stat('x').name}",
    );
    assert_eq!(
        recipe(&stub, &source, &[]).await.expect("runs"),
        json!({ "count": 2, "name": "Read Me" })
    );
    let result = recipe(&stub, &source, &[("count", "5")]).await.expect("runs");
    assert_eq!(result["count"], 5);
}

#[tokio::test]
async fn what_is_no_recipe_does_not_run() {
    let stub = Stub::ordinary();
    for source in [
        "return {",
        "return 7",
        "",
        "return {name = 'x', summary = 'x', effect = 'read'}",
        "return {name = 'x', summary = 'x', effect = 'read', run = 'no function'}",
        "return {name = 'x', summary = 'x', effect = 'none', run = function() end}",
        "return {name = 'x', summary = 'x', effect = 'read', run = function() end, more = 1}",
    ] {
        assert_eq!(
            recipe(&stub, source, &[]).await.expect_err(source).code(),
            Code::BadRecipe,
            "{source}"
        );
    }
    assert_eq!(stub.connections(), 0);
}

#[tokio::test]
async fn wrong_parameters_are_found_before_the_guest_is_asked() {
    let stub = Stub::ordinary();
    let source = table("read", "return 1");
    assert_eq!(
        recipe(&stub, &source, &[("count", "x")])
            .await
            .expect_err("no number")
            .code(),
        Code::BadParams
    );
    assert_eq!(
        recipe(&stub, &source, &[("other", "1")])
            .await
            .expect_err("unknown")
            .code(),
        Code::BadParams
    );
    assert_eq!(stub.connections(), 0);
}

#[tokio::test]
async fn loading_a_recipe_does_nothing_to_the_guest() {
    let stub = Stub::ordinary();
    let source = format!(
        "mac.fs.delete('Macintosh HD:x') {}",
        table("destructive", "return 1")
    );
    assert_eq!(
        recipe(&stub, &source, &[]).await.expect_err("too early").code(),
        Code::Denied
    );
    let source = format!(
        "mac.fs.stat('Macintosh HD:x') {}",
        table("destructive", "return 1")
    );
    assert_eq!(
        recipe(&stub, &source, &[]).await.expect_err("too early").code(),
        Code::Denied
    );
    assert_eq!(stub.count("fs.delete") + stub.count("fs.stat"), 0);
}

#[tokio::test]
async fn a_recipe_is_held_to_its_effect() {
    let stub = Stub::ordinary();
    let clicks = "mac.input.move(1, 2)";
    assert_eq!(
        recipe(&stub, &table("read", clicks), &[])
            .await
            .expect_err("a click")
            .code(),
        Code::Denied
    );
    recipe(&stub, &table("write", clicks), &[])
        .await
        .expect("may click");
    let deletes = "mac.fs.delete('x')";
    assert_eq!(
        recipe(&stub, &table("write", deletes), &[])
            .await
            .expect_err("a deletion")
            .code(),
        Code::Denied
    );
    recipe(&stub, &table("destructive", deletes), &[])
        .await
        .expect("may delete");
    assert_eq!((stub.count("screen.input"), stub.count("fs.delete")), (1, 1));
}

#[tokio::test]
async fn tier_and_capabilities_are_checked_before_the_first_action() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "hello" => peer.result(request.id, hello("read-only")),
        _ => answer(peer, request),
    });
    let acts = table("write", "mac.fs.stat('x')");
    assert_eq!(
        recipe(&stub, &acts, &[]).await.expect_err("may not act").code(),
        Code::Denied
    );
    recipe(&stub, &table("read", "mac.fs.stat('x')"), &[])
        .await
        .expect("may look");
    assert_eq!(stub.count("fs.stat"), 1);

    let needs = |need: &str| {
        table("read", "return 1").replace("effect =", &format!("needs = {{'{need}'}}, effect ="))
    };
    recipe(&stub, &needs("color_quickdraw"), &[])
        .await
        .expect("has it");
    let error = recipe(&stub, &needs("applescript"), &[])
        .await
        .expect_err("has it not");
    assert_eq!(
        (error.code(), &error.details()["missing"]),
        (Code::Unsupported, &json!(["applescript"]))
    );
}
