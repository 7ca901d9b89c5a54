//! Processes and the clipboard.

use mc_protocol::Code;
use serde_json::{Value, json};

use crate::stub::runs::{code, eval, traced, value};
use crate::stub::{Stub, answer};

fn process(low: u32, name: &str) -> Value {
    json!({
        "psn": { "high": 0, "low": low }, "name": name, "type": "APPL", "creator": "ttxt", "launched_at": 1, "mem_size": 2,
        "mem_used": 1, "front": low == 1, "background_only": false,
    })
}

/// A guest with a Finder and two programs of one name, in two pages.
fn busy_guest() -> Stub {
    Stub::start(
        |peer, request| match (request.method.as_str(), &request.params["cursor"]) {
            ("process.list", Value::Null) => {
                let processes = [process(1, "Finder"), process(2, "SimpleText")];
                peer.result(request.id, json!({ "processes": processes, "cursor": 2 }))
            }
            ("process.list", _) => {
                peer.result(request.id, json!({ "processes": [process(3, "SimpleText")] }))
            }
            ("process.front", _) => {
                peer.result(request.id, json!({ "front": request.params["psn"]["low"] == 1 }))
            }
            ("process.quit", _) => peer.result(request.id, json!({ "outcome": "sent-unconfirmed" })),
            ("process.launch", _) => peer.result(
                request.id,
                json!({ "psn": { "low": 9 }, "path": "Macintosh HD:SimpleText" }),
            ),
            _ => answer(peer, request),
        },
    )
}

#[tokio::test]
async fn a_process_is_meant_by_its_name_or_by_itself() {
    let stub = busy_guest();
    assert_eq!(value(&stub, "#mac.process.list()").await, 3);
    assert_eq!(value(&stub, "mac.process.front('Finder')").await, true);
    assert_eq!(
        value(&stub, "mac.process.front(mac.process.list()[3])").await,
        false
    );
    let psn = |method: &str| stub.last(method).expect("sent")["psn"].clone();
    assert_eq!(psn("process.front"), json!({ "high": 0, "low": 3 }));
    let quit = "mac.process.quit({low = 2}, {timeout = 0.5})";
    assert_eq!(value(&stub, quit).await, "sent-unconfirmed");
    assert_eq!(
        stub.last("process.quit").expect("sent"),
        json!({ "psn": { "low": 2 }, "timeout_ms": 500 })
    );
    assert_eq!(value(&stub, "mac.process.quit('Nobody')").await, "not-running");

    assert_eq!(
        code(&stub, "mac.process.front('SimpleText')").await,
        Code::Ambiguous
    );
    let error = eval(&stub, "mac.process.front('Nobody')")
        .await
        .expect_err("nobody");
    assert_eq!(error.code(), Code::NotFound);
    assert_eq!(
        error.details()["running"],
        json!(["Finder", "SimpleText", "SimpleText"])
    );
    for source in [
        "mac.process.front()",
        "mac.process.front({})",
        "mac.process.front({low = -1})",
        "mac.process.front({psn = {low = 'one'}})",
        "mac.process.quit('Finder', {timeout = 61})",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
    assert_eq!((stub.count("process.quit"), stub.count("process.front")), (1, 2));
}

#[tokio::test]
async fn an_application_is_launched_by_its_path_or_its_creator() {
    let stub = busy_guest();
    let launched = value(
        &stub,
        "mac.process.launch('Macintosh HD:SimpleText', {front = false})",
    )
    .await;
    assert_eq!(
        launched,
        json!({ "psn": { "low": 9 }, "path": "Macintosh HD:SimpleText" })
    );
    assert_eq!(
        stub.last("process.launch").expect("sent"),
        json!({ "path": "Macintosh HD:SimpleText", "front": false })
    );
    value(
        &stub,
        "mac.process.launch{creator = 'ttxt', document = 'Macintosh HD:Read Me'}",
    )
    .await;
    assert_eq!(
        stub.last("process.launch").expect("sent"),
        json!({ "creator": "ttxt", "document": "Macintosh HD:Read Me" })
    );
    for source in [
        "mac.process.launch()",
        "mac.process.launch('a:b', {creator = 'ttxt'})",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
}

/// A guest with a text and a picture on its clipboard.
fn guest_with_clipboard() -> Stub {
    Stub::start(|peer, request| match request.method.as_str() {
        "clipboard.get" => {
            let available = json!([{ "flavor": "TEXT", "size": 13 }, { "flavor": "PICT", "size": 3 }]);
            let found = match request.params["flavors"][0]["flavor"].as_str() {
                Some("TEXT") => Some(("TEXT", b"swordfish\rGr\x9F\xA7e".as_slice())),
                Some("PICT") => Some(("PICT", b"\0\xFF\r".as_slice())),
                Some("LIES") => Some(("TEXT", b"another".as_slice())),
                _ => None,
            };
            match found {
                Some((flavor, bytes)) => {
                    let result =
                        json!({ "available": available, "flavor": flavor, "data": { "$binary": true } });
                    peer.streamed(request.id, result, bytes)
                }
                None => peer.result(request.id, json!({ "available": available })),
            }
        }
        "clipboard.set" => match peer.take_body(request.id)? {
            Some(body) if body == b"swordfish\rGr\x9F\xA7e" || body == b"\0\xFFswordfish" => {
                peer.result(request.id, json!({}))
            }
            other => panic!("{other:?}"),
        },
        _ => answer(peer, request),
    })
}

#[tokio::test]
async fn the_clipboard_is_text_or_bytes() {
    let stub = guest_with_clipboard();
    assert_eq!(value(&stub, "mac.clipboard.get()").await, "swordfish\nGrüße");
    assert_eq!(
        value(&stub, "mac.clipboard.get('PICT') == '\\0\\255\\r'").await,
        true
    );
    assert_eq!(value(&stub, "mac.clipboard.flavors()[2].size").await, 3);
    let error = eval(&stub, "mac.clipboard.get('styl')").await.expect_err("none");
    assert_eq!(error.code(), Code::NotFound);
    assert_eq!(error.details()["available"], json!(["TEXT", "PICT"]));
    assert_eq!(code(&stub, "mac.clipboard.get('LIES')").await, Code::BadAnswer);

    value(&stub, "mac.clipboard.set('swordfish\\nGrüße')").await;
    value(
        &stub,
        "mac.clipboard.set({TEXT = 'swordfish', PICT = '\\0\\255'})",
    )
    .await;
    assert_eq!(
        stub.last("clipboard.set").expect("sent"),
        json!({ "flavors": [{ "flavor": "PICT", "size": 2 }, { "flavor": "TEXT", "size": 9 }] })
    );
    for source in [
        "mac.clipboard.set()",
        "mac.clipboard.set({})",
        "mac.clipboard.set(7)",
        "mac.clipboard.set({'x'})",
        "mac.clipboard.set({TOOLONG = 'x'})",
        "mac.clipboard.set({TEXT = 7})",
        "mac.clipboard.set('日本')",
        "mac.clipboard.set('\\255\\254')",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
    assert_eq!(stub.count("clipboard.set"), 2);
}

#[tokio::test]
async fn the_clipboard_stands_in_no_trace() {
    let stub = guest_with_clipboard();
    let source = "
        mac.clipboard.set(mac.clipboard.get())
        mac.clipboard.set{TEXT = 'swordfish', PICT = '\\0\\255'}
        pcall(mac.clipboard.set, 'swordfish 日')";
    let (outcome, trace) = traced(&stub, source).await;
    outcome.expect("runs");
    assert!(
        trace.contains("mac.clipboard.set") && trace.contains("clipboard.get"),
        "{trace}"
    );
    assert!(!trace.contains("swordfish"), "{trace}");
}
