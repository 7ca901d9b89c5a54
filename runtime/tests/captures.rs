//! Captures that are put together from what has changed, and guests that lie about it.

mod stub;

use std::sync::atomic::{AtomicUsize, Ordering};

use mc_protocol::Code;
use mc_runtime::geometry::Rect;
use mc_runtime::screen::image::{Image, Rgb};
use mc_runtime::session::Session;
use serde_json::{Value, json};
use stub::{Band, Next, Stub, answer, bands, black_and_white};

/// A guest whose `n`-th capture is answered by `captured(n)`: the answer, and the data when it says that there is some.
fn guest(captured: impl Fn(usize) -> (Value, Vec<u8>) + Send + Sync + 'static) -> Stub {
    let captures = AtomicUsize::new(0);
    Stub::start(move |peer, request| {
        if request.method != "screen.capture" {
            return answer(peer, request);
        }
        let (result, data) = captured(captures.fetch_add(1, Ordering::SeqCst));
        match result.get("data") {
            Some(_) => peer.streamed(request.id, result, &data),
            None => peer.result(request.id, result).map(|_| Next::Serve),
        }
    })
}

fn picture(checksum: u32, changed: Option<Value>) -> Value {
    let mut picture = json!({ "x": 0, "y": 0, "width": 64, "height": 48, "depth": 1, "consistent": true });
    if let Some(bands) = changed {
        picture["bands"] = bands;
    }
    json!({ "checksum": checksum, "picture": picture, "data": { "$binary": true } })
}

fn whole() -> (Value, Vec<u8>) {
    (picture(7, None), black_and_white(64, 48, false))
}

fn turned(top: u16, rows: u16) -> Band {
    Band {
        top,
        rows,
        is_turned: true,
    }
}

fn is_turned(image: &Image, y: u32) -> bool {
    image.pixel(0, y) == Some(Rgb::WHITE) && image.pixel(63, y) == Some(Rgb::BLACK)
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let stub = guest(|number| match number {
        0 => whole(),
        _ => (json!({ "checksum": 7 }), Vec::new()),
    });
    let session = Session::new(stub.guest());
    let first = session.capture(None).await.expect("a capture");
    assert_eq!(stub.last("screen.capture"), Some(json!({})));
    let second = session.capture(None).await.expect("a capture");
    assert_eq!(stub.last("screen.capture"), Some(json!({ "since": 7 })));
    assert_eq!(second.image, first.image);
}

#[tokio::test]
async fn changed_bands_are_painted_over_what_was_there() {
    let stub = guest(|number| match number {
        0 => whole(),
        1 => {
            let changed = json!([{ "top": 0, "height": 16 }, { "top": 40, "height": 8 }]);
            (
                picture(8, Some(changed)),
                bands(64, 48, &[turned(0, 16), turned(40, 8)]),
            )
        }
        _ => (json!({ "checksum": 8 }), Vec::new()),
    });
    let session = Session::new(stub.guest());
    let first = session.capture(None).await.expect("a capture");
    for _ in 0..2 {
        let later = session.capture(None).await.expect("a capture");
        let rows: Vec<u32> = (0..48).filter(|&y| is_turned(&later.image, y)).collect();
        assert_eq!(rows, (0..16).chain(40..48).collect::<Vec<_>>());
        assert_eq!(first.changed_in(&later).len(), 2);
    }
    assert!(
        (0..48).all(|y| !is_turned(&first.image, y)),
        "what was handed out stays"
    );
    assert_eq!(stub.last("screen.capture"), Some(json!({ "since": 8 })));
}

#[tokio::test]
async fn each_region_has_a_memory_of_its_own() {
    let stub = guest(|_| whole());
    let session = Session::new(stub.guest());
    session.capture(None).await.expect("a capture");
    let region = Some(Rect::new(0, 0, 64, 48));
    session.capture(region).await.expect("a capture");
    let asked = stub.last("screen.capture").expect("asked");
    assert_eq!(asked.get("since"), None);
    session.capture(region).await.expect("a capture");
    assert_eq!(stub.last("screen.capture").expect("asked")["since"], 7);
}

#[tokio::test]
async fn a_guest_that_lies_about_changes_is_told_so_and_asked_for_everything() {
    let band = |top: u16, height: u16| json!([{ "top": top, "height": height }]);
    let mut other_depth = picture(8, Some(band(0, 16)));
    other_depth["picture"]["depth"] = json!(8);
    let mut elsewhere = picture(8, Some(band(0, 16)));
    elsewhere["picture"]["x"] = json!(1);
    let mut smaller = picture(8, Some(band(0, 16)));
    smaller["picture"]["height"] = json!(47);
    let first_band = || bands(64, 48, &[turned(0, 16)]);
    let lies = [
        ("other pixels", json!({ "checksum": 9 }), Vec::new()),
        (
            "a band outside",
            picture(8, Some(band(40, 16))),
            bands(64, 48, &[turned(40, 8)]),
        ),
        ("another band", picture(8, Some(band(16, 16))), first_band()),
        (
            "more than one band",
            picture(8, Some(band(0, 16))),
            bands(64, 48, &[turned(0, 16), turned(16, 16)]),
        ),
        (
            "a band twice",
            picture(8, Some(band(0, 16))),
            bands(64, 48, &[turned(0, 16), turned(0, 16)]),
        ),
        (
            "less than it",
            picture(8, Some(band(0, 16))),
            bands(64, 48, &[turned(0, 8)]),
        ),
        (
            "a narrow picture",
            picture(8, Some(band(0, 16))),
            bands(48, 48, &[turned(0, 16)]),
        ),
        (
            "a low picture",
            picture(8, Some(band(0, 16))),
            bands(64, 16, &[turned(0, 16)]),
        ),
        ("another depth", other_depth, first_band()),
        ("another place", elsewhere, first_band()),
        ("another size", smaller, first_band()),
    ];
    for (lie, result, data) in lies {
        let stub = guest(move |number| match number {
            1 => (result.clone(), data.clone()),
            _ => whole(),
        });
        let session = Session::new(stub.guest());
        session.capture(None).await.expect("a capture");
        let error = session.capture(None).await.expect_err(lie);
        assert_eq!(error.code(), Code::BadAnswer, "{lie}: {error}");
        session.capture(None).await.expect("a capture");
        assert_eq!(stub.last("screen.capture"), Some(json!({})), "{lie}");
    }
    let stub = guest(|_| (json!({ "checksum": 9 }), Vec::new()));
    let error = Session::new(stub.guest())
        .capture(None)
        .await
        .expect_err("nobody asked");
    assert_eq!(error.code(), Code::BadAnswer);
}
