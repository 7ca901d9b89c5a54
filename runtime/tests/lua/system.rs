//! The machine itself: resources, pointer, clock, the agent's log.

use std::fs;

use mc_protocol::Code;
use serde_json::{Value, json};

use crate::stub::runs::{code, eval_in, value};
use crate::stub::{Stub, answer};

#[tokio::test]
async fn resources_are_listed_page_by_page() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "resource.list" => {
            let first = request.params["cursor"].is_null();
            let mut page = match request.params["type"].as_str() {
                None => json!({ "types": [{ "type": if first { "MENU" } else { "STR#" }, "count": 2 }] }),
                Some("LIES") => json!({ "types": [] }),
                Some(_) => json!({ "resources": [{ "id": -5, "bytes": 7, "attributes": 32 }] }),
            };
            if first {
                page["cursor"] = json!(1);
            }
            peer.result(request.id, page)
        }
        "resource.get" => {
            let result = json!({ "name": "File", "attributes": 0, "data": { "$binary": true, "size": 2 } });
            peer.streamed(request.id, result, b"\0\xFF")
        }
        _ => answer(peer, request),
    });
    let types = value(&stub, "mac.resource.list('Macintosh HD:App')").await;
    assert_eq!(
        types,
        json!([{ "type": "MENU", "count": 2 }, { "type": "STR#", "count": 2 }])
    );
    let menus = value(&stub, "#mac.resource.list({psn = {high = 0, low = 4}}, 'MENU')").await;
    assert_eq!(menus, 2);
    assert_eq!(
        stub.last("resource.list").expect("sent"),
        json!({ "psn": { "high": 0, "low": 4 }, "type": "MENU", "cursor": 1 })
    );
    assert_eq!(
        code(&stub, "mac.resource.list('x', 'LIES')").await,
        Code::BadAnswer
    );
    let got = value(
        &stub,
        "local menu = mac.resource.get('Macintosh HD:App', 'MENU', -5)
        return {menu.name, menu.attributes, menu.data == '\\0\\255'}",
    )
    .await;
    assert_eq!(got, json!(["File", 0, true]));
    assert_eq!(
        stub.last("resource.get").expect("sent"),
        json!({ "path": "Macintosh HD:App", "type": "MENU", "id": -5 })
    );
    for source in [
        "mac.resource.list()",
        "mac.resource.list({})",
        "mac.resource.get('x', 'MENU', 32768)",
        "mac.resource.get('x', 'MENUS', 1)",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
}

#[tokio::test]
async fn pointer_and_clock() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "cursor.get" => peer.result(request.id, json!({ "x": 3, "y": -4, "busy": true })),
        "system.time" => peer.result(
            request.id,
            json!({ "date": 3_000_000_000_u32, "gmt_offset_s": -3600 }),
        ),
        "system.set_time" => peer.result(request.id, json!({ "date": request.params["date"] })),
        _ => answer(peer, request),
    });
    let pointer = value(&stub, "mac.cursor()").await;
    assert_eq!(pointer, json!({ "x": 3, "y": -4, "busy": true }));
    assert_eq!(
        value(&stub, "mac.system.set_time(mac.system.time().date + 1)").await,
        3_000_000_001_u32
    );
    assert_eq!(value(&stub, "mac.system.time().gmt_offset_s").await, -3600);
    assert_eq!(code(&stub, "mac.system.set_time(-1)").await, Code::BadParams);
}

#[tokio::test]
async fn the_log_is_read_and_fetched() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "log.tail" => peer.result(
            request.id,
            json!({ "lines": ["a", "b"], "cursor": 9, "missed": 1 }),
        ),
        "log.set_level" => peer.result(request.id, json!({ "before": "info" })),
        "log.download" => peer.streamed(
            request.id,
            json!({ "data": { "$binary": true } }),
            b"one\rtw\x9A\r",
        ),
        _ => answer(peer, request),
    });
    let lines = value(
        &stub,
        "mac.log.tail{count = 2, level = 'warn', categories = {'fs', 'job'}, cursor = 7}",
    )
    .await;
    assert_eq!(lines, json!({ "lines": ["a", "b"], "cursor": 9, "missed": 1 }));
    assert_eq!(
        stub.last("log.tail").expect("sent"),
        json!({ "count": 2, "level": "warn", "categories": ["fs", "job"], "cursor": 7 })
    );
    assert_eq!(value(&stub, "mac.log.set_level('debug')").await, "info");
    assert_eq!(value(&stub, "mac.log.download()").await, "one\ntwö\n");
    let folder = tempfile::tempdir().expect("a folder");
    let path = eval_in(folder.path(), &stub, "mac.log.download('agent.log', {file = 2})").await;
    assert_ne!(path.expect("written"), Value::Null);
    assert_eq!(
        fs::read(folder.path().join("out/agent.log")).expect("written"),
        b"one\rtw\x9A\r"
    );
    for source in [
        "mac.log.tail{count = 0}",
        "mac.log.tail{level = 'loud'}",
        "mac.log.set_level()",
    ] {
        assert_eq!(code(&stub, source).await, Code::BadParams, "{source}");
    }
}
