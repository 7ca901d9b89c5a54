//! Calls that many tests make, and stubs that answer one of them in their own way.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use mc_protocol::{OsType, fs};

use serde_json::{Value, json};

use super::{Next, Peer, Stub, answer, black_and_white, entry};

pub fn stat() -> fs::Stat {
    fs::Stat {
        path: "Macintosh HD:Read Me".into(),
    }
}

pub fn delete() -> fs::Delete {
    fs::Delete::new("Macintosh HD:Read Me".into())
}

pub fn get() -> fs::Get {
    fs::Get::new("Macintosh HD:Read Me".into())
}

pub fn put(size: usize) -> fs::Put {
    let text: OsType = "TEXT".parse().expect("four characters");
    fs::Put {
        r#type: Some(text),
        creator: Some(text),
        ..fs::Put::new("Macintosh HD:New".into(), size as u32)
    }
}

/// An answer to [`get`], with the size of the data announced or not.
pub fn get_result(size: Option<u32>) -> Value {
    let mut data = json!({ "$binary": true });
    if let Some(size) = size {
        data["size"] = json!(size);
    }
    json!({ "entry": entry("Read Me"), "data_size": 3, "resource_size": 0, "data": data })
}

/// A stub that answers `method` in its own way and everything else as usual.
pub fn stub_with(
    method: &'static str,
    own: impl Fn(&mut Peer, u32) -> std::io::Result<Next> + Send + Sync + 'static,
) -> Stub {
    Stub::start(move |peer, request| match request.method == method {
        true => own(peer, request.id),
        false => answer(peer, request),
    })
}

/// A stub that closes instead of answering `method` on its first `times` requests.
pub fn stub_that_loses(method: &'static str, times: usize) -> Stub {
    let lost = AtomicUsize::new(0);
    Stub::start(move |peer, request| {
        let loses = request.method == method && lost.fetch_add(1, Ordering::SeqCst) < times;
        if loses {
            Ok(Next::Close)
        } else {
            answer(peer, request)
        }
    })
}

/// A guest whose screen turns around with every input, unless it ignores it.
pub fn screen_that_turns(ignores_input: bool) -> Stub {
    let is_turned = AtomicBool::new(false);
    Stub::start(move |peer, request| match request.method.as_str() {
        "screen.input" => {
            if !ignores_input {
                is_turned.fetch_xor(true, Ordering::SeqCst);
            }
            answer(peer, request)
        }
        "screen.capture" => {
            let pict = black_and_white(64, 64, is_turned.load(Ordering::SeqCst));
            let result = json!({
                "checksum": 1, "data": { "$binary": true },
                "picture": { "x": 0, "y": 0, "width": 64, "height": 64, "depth": 1, "consistent": true },
            });
            peer.streamed(request.id, result, &pict)
        }
        _ => answer(peer, request),
    })
}
