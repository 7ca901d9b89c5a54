//! Pictures, waits and input.

use std::fs;
use std::sync::{Arc, Mutex};

use mc_protocol::Code;
use serde_json::{Value, json};

use crate::stub::calls::screen_that_turns;
use crate::stub::runs::{code, eval_in, value};
use crate::stub::{Stub, answer, black_and_white};

#[tokio::test]
async fn input_reports_what_changed() {
    let stub = screen_that_turns(false);
    let change = value(
        &stub,
        "mac.input.click(10, 20, {count = 2, modifiers = {'shift'}})",
    )
    .await;
    assert_eq!(
        change,
        json!({ "changed": true, "regions": [{ "x": 0, "y": 0, "width": 64, "height": 64 }] })
    );
    let sent = stub.last("screen.input").expect("sent");
    let click = json!({ "type": "click", "x": 10, "y": 20, "count": 2, "modifiers": ["shift"] });
    assert_eq!(sent["events"], json!([click]));
    value(&stub, "mac.input.drag({{1, 2}, {x = 3, y = 4}}, {hold = 0.25})").await;
    let drag = json!({ "type": "drag", "path": [{ "x": 1, "y": 2 }, { "x": 3, "y": 4 }], "hold_ms": 250 });
    assert_eq!(stub.last("screen.input").expect("sent")["events"], json!([drag]));
    value(&stub, "mac.input.key('return')").await;
    assert_eq!(
        stub.last("screen.input").expect("sent")["events"],
        json!([{ "type": "key", "char": 13, "code": 36 }])
    );
    value(&stub, "mac.input.type('Grüße')").await;
    assert_eq!(
        stub.last("screen.input").expect("sent")["events"],
        json!([{ "type": "type", "text": "Grüße" }])
    );
}

#[tokio::test]
async fn input_that_changes_nothing_is_an_error_unless_said_otherwise() {
    let stub = screen_that_turns(true);
    assert_eq!(
        code(&stub, "mac.input.click(1, 2, {confirm = 0.1})").await,
        Code::Unchanged
    );
    let change = value(&stub, "mac.input.click(1, 2, {expect_change = false})").await;
    assert_eq!(change, json!({ "changed": false, "regions": [] }));
    assert_eq!(stub.count("screen.input"), 2, "an input is never given twice");
}

#[tokio::test]
async fn waits_look_at_once_and_meet_their_deadline() {
    let stub = screen_that_turns(true);
    assert_eq!(
        value(&stub, "mac.screen.wait_still({quiet = 0, timeout = 5}).width").await,
        64
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_change({timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_still({quiet = 1, timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(
        code(&stub, "mac.screen.wait_text('never', {timeout = 0.1})").await,
        Code::Timeout
    );
    assert_eq!(code(&stub, "mac.screen.find('never')").await, Code::NotOnScreen);
    assert_eq!(
        code(&stub, "mac.screen.click_text('never', {timeout = 0})").await,
        Code::NotOnScreen
    );
    assert_eq!(
        value(&stub, "mac.screen.wait_gone('never', {timeout = 0})").await,
        Value::Null
    );
    assert_eq!(value(&stub, "#mac.screen.find_all('never')").await, 0);
    for (leaves, timeout) in [
        ("read({", ""),
        ("find('never', {", ""),
        ("find_all('never', {", ""),
        ("wait_text('never', {", "timeout = 1000,"),
        ("wait_gone('never', {", "timeout = 1000,"),
        ("click_text('never', {", "timeout = 1000,"),
        ("wait_still({", "timeout = 1000,"),
    ] {
        let source = format!("mac.screen.{leaves} {timeout} region = {{0, 0, 40000, 10}} }})");
        assert_eq!(code(&stub, &source).await, Code::BadParams, "{source}");
    }
    for leaves in [
        "read({",
        "find('never', {",
        "wait_text('never', {",
        "wait_gone('never', {",
    ] {
        let source = format!("mac.screen.{leaves} region = {{0, 0, 65, 10}} }})");
        assert_eq!(code(&stub, &source).await, Code::BadParams, "{source}");
    }

    let turning = screen_that_turns(false);
    let source = "
        local before = mac.screen.capture()
        mac.input.key('a')
        return #mac.screen.wait_change{since = before, timeout = 0}";
    assert_eq!(value(&turning, source).await, 1);
    let other = "
        local part = mac.screen.capture():crop{0, 0, 10, 10}
        mac.screen.wait_change{since = part, region = {20, 20, 10, 10}, timeout = 0}";
    assert_eq!(code(&turning, other).await, Code::BadParams);
}

#[tokio::test]
async fn a_change_is_waited_for_where_the_picture_is() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let stub = Stub::start(move |peer, request| match request.method.as_str() {
        "screen.capture" => {
            let region = &request.params["region"];
            log.lock().expect("not poisoned").push(region.clone());
            let side = |name: &str, whole: u64| region[name].as_u64().unwrap_or(whole);
            let (width, height) = (side("width", 64), side("height", 64));
            let pict = black_and_white(width as u16, height as u16, false);
            let result = json!({
                "checksum": 1, "data": { "$binary": true },
                "picture": {
                    "x": side("x", 0), "y": side("y", 0), "width": width, "height": height, "depth": 1,
                    "consistent": true,
                },
            });
            peer.streamed(request.id, result, &pict)
        }
        _ => answer(peer, request),
    });
    let source = "
        local before = mac.screen.capture{region = {16, 8, 32, 16}}
        mac.screen.wait_change{since = before, timeout = 0}";
    assert_eq!(code(&stub, source).await, Code::Timeout);
    let asked = asked.lock().expect("not poisoned");
    let region = json!({ "x": 16, "y": 8, "width": 32, "height": 16 });
    assert_eq!(*asked, [region.clone(), region]);
}

#[tokio::test]
async fn pictures_are_saved_compared_and_cut() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), screen_that_turns(false));
    let source = "
        local before = mac.screen.capture()
        mac.input.key('a')
        local after = mac.screen.capture()
        local path = after:crop{x = 0, y = 0, width = 32, height = 10}:save('deep/half.png')
        return {same = before == mac.screen.capture(), boxes = #before:diff(after), path = path}";
    let result = eval_in(folder.path(), &stub, source).await.expect("runs");
    assert_eq!((&result["same"], &result["boxes"]), (&json!(false), &json!(1)));
    let png = fs::read(folder.path().join("out/deep/half.png")).expect("saved");
    let picture = mc_runtime::screen::image::Image::from_png(&png).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (32, 10));
    let outside = eval_in(folder.path(), &stub, "mac.screen.capture():save('../x.png')").await;
    assert_eq!(outside.expect_err("outside").code(), Code::BadFile);
}
