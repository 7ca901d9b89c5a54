//! Files, folders and volumes.

use std::fs;

use mc_protocol::Code;
use serde_json::{Value, json};

use crate::stub::runs::{code, eval_in, value};
use crate::stub::{Stub, answer, entry};

#[tokio::test]
async fn files_travel_between_host_and_guest() {
    let (folder, stub) = (tempfile::tempdir().expect("a folder"), Stub::ordinary());
    fs::write(folder.path().join("letter.txt"), "Dear Sir").expect("written");
    let source = "mac.fs.put('letter.txt', 'Macintosh HD:Letter', {type = 'TEXT', creator = 'ttxt'}).crc32";
    assert_eq!(
        eval_in(folder.path(), &stub, source).await.expect("puts"),
        crc32fast::hash(b"Dear Sir")
    );
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        (&sent["data_size"], &sent["type"], &sent["creator"]),
        (&json!(8), &json!("TEXT"), &json!("ttxt"))
    );
    assert!(sent.get("replace").is_none());

    let got = eval_in(
        folder.path(),
        &stub,
        "mac.fs.get('Macintosh HD:Read Me', 'got.txt')",
    )
    .await
    .expect("gets");
    assert_eq!(
        fs::read(folder.path().join("out/got.txt")).expect("written"),
        b"abc"
    );
    assert_eq!((&got["data"], &got["resource"]), (&Value::Null, &json!("")));
    let both = "mac.fs.put({data = 'a\\0b', resource = '\\255'}, 'Macintosh HD:Both', {replace = true})";
    eval_in(folder.path(), &stub, both).await.expect("puts");
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        (&sent["data_size"], &sent["resource_size"], &sent["replace"]),
        (&json!(3), &json!(1), &json!(true))
    );
    let missing = eval_in(
        folder.path(),
        &stub,
        "mac.fs.put('missing.txt', 'Macintosh HD:X')",
    )
    .await;
    assert_eq!(missing.expect_err("missing").code(), Code::BadFile);
    assert_eq!(
        value(&stub, "('%08x'):format(mac.fs.crc32('123456789'))").await,
        "cbf43926"
    );
}

#[tokio::test]
async fn a_list_is_put_together_from_pages_that_belong_together() {
    let pages = |changes: bool| {
        Stub::start(
            move |peer, request| match (request.method.as_str(), request.params["cursor"].as_u64()) {
                ("fs.list", None) => peer.result(
                    request.id,
                    json!({ "entries": [entry("a"), entry("b")], "modified": 1, "cursor": 2 }),
                ),
                ("fs.list", Some(2)) => {
                    let modified = if changes { 2 } else { 1 };
                    peer.result(
                        request.id,
                        json!({ "entries": [entry("c")], "modified": modified }),
                    )
                }
                _ => answer(peer, request),
            },
        )
    };
    assert_eq!(value(&pages(false), "#mac.fs.list('Macintosh HD:')").await, 3);
    let changing = pages(true);
    assert_eq!(code(&changing, "mac.fs.list('Macintosh HD:')").await, Code::Busy);
    assert_eq!(changing.count("fs.list"), 6);
    let circle = Stub::start(|peer, request| match request.method.as_str() {
        "fs.list" => peer.result(request.id, json!({ "entries": [], "modified": 1, "cursor": 2 })),
        _ => answer(peer, request),
    });
    assert_eq!(
        code(&circle, "mac.fs.list('Macintosh HD:')").await,
        Code::BadAnswer
    );
}

/// A guest with a file of 3 MB and some, a resource fork behind it, that sends ranges of them.
fn stub_with_ranges() -> (Stub, Vec<u8>, Vec<u8>) {
    let data: Vec<u8> = (0..3_300_000_u32).map(|n| (n % 251) as u8).collect();
    let resource = vec![7; 1000];
    let whole = [data.clone(), resource.clone()].concat();
    let (data_size, resource_size) = (data.len(), resource.len());
    let stub = Stub::start(move |peer, request| match request.method.as_str() {
        "fs.get" => {
            let number = |name: &str, absent: u64| request.params[name].as_u64().unwrap_or(absent) as usize;
            let begin = number("offset", 0).min(whole.len());
            let end = (begin + number("length", u64::from(u32::MAX))).min(whole.len());
            let result = json!({
                "entry": entry("Large"), "data_size": data_size, "resource_size": resource_size,
                "data": { "$binary": true, "size": end - begin },
            });
            peer.streamed(request.id, result, &whole[begin..end])
        }
        _ => answer(peer, request),
    });
    (stub, data, resource)
}

#[tokio::test]
async fn a_large_file_comes_in_pieces_that_belong_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let (stub, data, resource) = stub_with_ranges();
    let source = "mac.fs.get('Macintosh HD:Large', 'data', {resource = 'resource'})";
    let got = eval_in(folder.path(), &stub, source).await.expect("gets");
    assert!(fs::read(folder.path().join("out/data")).expect("written") == data);
    assert!(fs::read(folder.path().join("out/resource")).expect("written") == resource);
    assert_eq!(got["crc32"], crc32fast::hash(&[data, resource].concat()));
    assert_eq!(stub.count("fs.get"), 4);
    let last = stub.last("fs.get").expect("asked");
    assert_eq!(
        (&last["unchanged_since"], &last["offset"]),
        (&json!(2), &json!(3 << 20))
    );
}

#[tokio::test]
async fn a_range_is_what_was_asked_for() {
    let (stub, ..) = stub_with_ranges();
    let source = "
        local across = mac.fs.get('Macintosh HD:Large', {offset = 3299998, length = 4, unchanged_since = 9})
        local behind = mac.fs.get('Macintosh HD:Large', {offset = 3300999})
        local beyond = mac.fs.get('Macintosh HD:Large', {offset = 9000000})
        return {#across.data, #across.resource, #behind.data, #behind.resource, #beyond.data + #beyond.resource,
                across.data_size, across.resource_size}";
    assert_eq!(
        value(&stub, source).await,
        json!([2, 2, 0, 1, 0, 3_300_000, 1000])
    );
    assert_eq!(stub.count("fs.get"), 3);
}

#[tokio::test]
async fn more_or_less_than_a_range_is_an_error() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.get" => {
            let result = json!({
                "entry": entry("x"), "data_size": 10, "resource_size": 0, "data": { "$binary": true },
            });
            peer.streamed(request.id, result, b"abc")
        }
        _ => answer(peer, request),
    });
    assert_eq!(code(&stub, "mac.fs.get('x')").await, Code::SizeMismatch);
    assert_eq!(
        code(&stub, "mac.fs.get('x', {length = 2})").await,
        Code::SizeMismatch
    );
    assert_eq!(value(&stub, "mac.fs.get('x', {length = 3}).data").await, "abc");
}

#[tokio::test]
async fn a_file_that_fits_into_no_memory_is_refused_when_its_size_is_known() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.get" => {
            let wanted = request.params["length"].as_u64().unwrap_or_default() as usize;
            let result = json!({
                "entry": entry("x"), "data_size": 3_000_000_000_u32, "resource_size": 0, "data": { "$binary": true },
            });
            peer.streamed(request.id, result, &vec![0; wanted])
        }
        _ => answer(peer, request),
    });
    assert_eq!(code(&stub, "mac.fs.get('x')").await, Code::TooLarge);
    assert_eq!(stub.count("fs.get"), 1);
    let part = "#mac.fs.get('x', {offset = 2000000000, length = 5}).data";
    assert_eq!(value(&stub, part).await, 5);
}

#[tokio::test]
async fn a_put_says_all_that_was_said() {
    let stub = Stub::ordinary();
    let source = "mac.fs.put({data = 'x'}, 'Macintosh HD:X', {
        created = 1, modified = 4294967295, flags = 8192, comment = 'Grüße', resume = true})";
    value(&stub, source).await;
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        sent,
        json!({
            "path": "Macintosh HD:X", "type": "????", "creator": "????", "data_size": 1, "resource_size": 0,
            "created": 1, "modified": 4_294_967_295_u32, "flags": 8192, "comment": "Grüße", "resume": true,
        })
    );
}

#[tokio::test]
async fn macbinary_travels_in_one_stream() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.put" => {
            let body = peer.take_body(request.id)?.unwrap_or_default();
            // What a guest reads back is the forks: here the three bytes behind the header.
            let crc32 = crc32fast::hash(&body[128..131]);
            peer.result(request.id, json!({ "crc32": crc32, "replaced": false }))
        }
        "fs.get" => {
            let result = json!({
                "entry": entry("x"), "data_size": 3, "resource_size": 0, "data": { "$binary": true },
            });
            peer.streamed(request.id, result, &[1; 256])
        }
        _ => answer(peer, request),
    });
    let stream = "'\\0\\1x' .. ('\\0'):rep(83) .. '\\3' .. ('\\0'):rep(41) .. 'abc' .. ('\\0'):rep(125)";
    let source = format!("mac.fs.put({{data = {stream}}}, 'Macintosh HD:X', {{macbinary = true}}).replaced");
    assert_eq!(value(&stub, &source).await, false);
    let sent = stub.last("fs.put").expect("sent");
    assert_eq!(
        sent,
        json!({ "path": "Macintosh HD:X", "form": "macbinary", "data_size": 256 })
    );
    let text = "mac.fs.put({data = 'Dear Sir'}, 'Macintosh HD:X', {macbinary = true})";
    assert_eq!(code(&stub, text).await, Code::BadFile);
    assert_eq!(stub.count("fs.put"), 1);
    let got = "#mac.fs.get('Macintosh HD:X', {fork = 'macbinary'}).data";
    assert_eq!(value(&stub, got).await, 256);
}

#[tokio::test]
async fn files_and_folders_are_moved_made_and_deleted() {
    let stub = Stub::start(|peer, request| match request.method.as_str() {
        "fs.move" => peer.result(request.id, json!({ "replaced": true })),
        "fs.mkdir" => peer.result(request.id, json!({ "created": false })),
        "fs.delete" if request.params["recursive"] == true => {
            peer.result(request.id, json!({ "job_id": 1 }))?;
            let end =
                json!({ "job_id": 1, "method": "fs.delete", "status": "done", "elapsed_ms": 1, "items": 31 });
            peer.json(&json!({ "event": "job.done", "payload": end }))
        }
        "volume.list" => {
            let volume = json!({
                "vref": -1, "name": "Macintosh HD", "fs": "HFS", "total_bytes": 2, "free_bytes": 1, "ejectable": false,
                "locked": false, "startup": true,
            });
            peer.result(request.id, json!({ "volumes": [volume] }))
        }
        _ => answer(peer, request),
    });
    let moved = "mac.fs.move('Macintosh HD:a', 'Macintosh HD:b', {replace = true}).replaced";
    assert_eq!(value(&stub, moved).await, true);
    assert_eq!(
        stub.last("fs.move").expect("sent"),
        json!({ "path": "Macintosh HD:a", "to": "Macintosh HD:b", "replace": true })
    );
    let made = "mac.fs.mkdir('Macintosh HD:a:b', {parents = true}).created";
    assert_eq!(value(&stub, made).await, false);
    assert_eq!(value(&stub, "mac.fs.delete('Macintosh HD:a')").await, Value::Null);
    let deleted = "mac.fs.delete('Macintosh HD:a', {recursive = true})";
    assert_eq!(value(&stub, deleted).await, 31);
    assert_eq!(value(&stub, "mac.fs.volumes()[1].name").await, "Macintosh HD");
}
