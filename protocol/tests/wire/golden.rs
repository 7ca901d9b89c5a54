//! The golden frames of `protocol/fixtures`, read by the Rust half. `agent/tests` reads the same files with the C half.

use crate::fixture::Fixture;
use mc_protocol::error::Details;
use mc_protocol::frame::{Decoder, Frame, FrameError, Sender};
use mc_protocol::message::{Ending, FromGuest, FromHost, MessageError};
use mc_protocol::{
    Code, Event, Method, WireError, applescript, events, font, fs as files, health, hello, jobs, log, screen,
    subscribe, system, unsubscribe,
};
use serde_json::Value;

/// Feeds all bytes, one at a time, and describes what comes out.
fn describe(bytes: &[u8], sender: Sender, describe_frame: fn(&Frame) -> Vec<String>) -> Vec<String> {
    let mut decoder = Decoder::new(sender);
    let mut lines = Vec::new();
    for byte in bytes {
        decoder.push(&[*byte]);
        match decoder.next() {
            Ok(None) => {}
            Ok(Some(frame)) => lines.extend(describe_frame(&frame)),
            Err(error) => {
                lines.push(format!("error {}", frame_code(error).as_str()));
                return lines;
            }
        }
    }
    if decoder.is_in_frame() {
        lines.push("more".to_owned());
    }
    lines
}

fn frame_code(error: FrameError) -> Code {
    match error {
        FrameError::TooLarge { .. } => Code::TooLarge,
        _ => Code::BadFrame,
    }
}

fn from_host(frame: &Frame) -> Vec<String> {
    match frame {
        Frame::Binary { id, data } => vec![binary(*id, data)],
        Frame::Json(payload) => match FromHost::parse(payload) {
            Ok(FromHost::Request { id, method, params }) => request(id, &method, params),
            Ok(FromHost::End { id, ending }) => vec![end(id, &ending)],
            Err(MessageError::Json(_)) => vec!["error bad_json".to_owned()],
            Err(MessageError::Shape(_)) => vec!["error bad_request".to_owned()],
        },
    }
}

fn from_guest(frame: &Frame) -> Vec<String> {
    let Frame::Json(payload) = frame else {
        return from_host(frame);
    };
    vec![match FromGuest::parse(payload).expect("a message of a guest") {
        FromGuest::Event { event, payload } => return described_event(&event, payload),
        FromGuest::Response {
            id: Some(id),
            outcome: Ok(_),
        } => format!("response {id} ok"),
        FromGuest::Response { id, outcome } => {
            let id = id.map_or("null".to_owned(), |id| id.to_string());
            format!(
                "response {id} {}",
                error(&outcome.expect_err("a result belongs to an id"))
            )
        }
        FromGuest::Accepted { id, accepted } => {
            format!("accepted {id} {} {}", accepted.window, accepted.chunk)
        }
        FromGuest::Progress { id, received } => format!("progress {id} {received}"),
        FromGuest::End { id, ending } => end(id, &ending),
    }]
}

fn binary(id: u32, data: &[u8]) -> String {
    format!("binary {id} {} {:08X}", data.len(), crc32fast::hash(data))
}

fn end(id: u32, ending: &Ending) -> String {
    match ending {
        Ending::Whole(tally) => format!("end {id} {} {:08X}", tally.size, tally.crc32),
        Ending::Broken(problem) => format!("end {id} {}", error(problem)),
    }
}

fn error(error: &WireError) -> String {
    let Details { os_error, param } = &error.details;
    let mut line = error.code.as_str().to_owned();
    if let Some(number) = os_error {
        line += &format!(" os_error={number}");
    }
    if let Some(name) = param {
        line += &format!(" param={name}");
    }
    line
}

fn described_event(event: &str, payload: Value) -> Vec<String> {
    let typed = match event {
        events::Bye::NAME => typed::<events::Bye>(payload),
        events::JobDone::NAME => typed::<events::JobDone>(payload),
        events::JobProgress::NAME => typed::<events::JobProgress>(payload),
        events::LogLine::NAME => typed::<events::LogLine>(payload),
        _ => None,
    };
    with_fields(format!("event {event}"), &typed.expect("an event of the schema"))
}

/// A line, and one for each field of an object.
fn with_fields(line: String, object: &Value) -> Vec<String> {
    let fields = object.as_object().expect("an object");
    let lines = fields
        .iter()
        .map(|(name, value)| format!("  {name}={}", written(name, value)));
    std::iter::once(line).chain(lines).collect()
}

fn request(id: u32, method: &str, params: Value) -> Vec<String> {
    let typed = match method {
        hello::Hello::NAME => typed::<hello::Hello>(params),
        health::Health::NAME => typed::<health::Health>(params),
        system::Info::NAME => typed::<system::Info>(params),
        font::List::NAME => typed::<font::List>(params),
        font::Get::NAME => typed::<font::Get>(params),
        screen::Capture::NAME => typed::<screen::Capture>(params),
        screen::Input::NAME => typed::<screen::Input>(params),
        files::List::NAME => typed::<files::List>(params),
        files::Stat::NAME => typed::<files::Stat>(params),
        files::Get::NAME => typed::<files::Get>(params),
        files::Put::NAME => typed::<files::Put>(params),
        files::Delete::NAME => typed::<files::Delete>(params),
        applescript::Eval::NAME => typed::<applescript::Eval>(params),
        jobs::Status::NAME => typed::<jobs::Status>(params),
        jobs::Cancel::NAME => typed::<jobs::Cancel>(params),
        jobs::Result::NAME => typed::<jobs::Result>(params),
        subscribe::Subscribe::NAME => typed::<subscribe::Subscribe>(params),
        unsubscribe::Unsubscribe::NAME => typed::<unsubscribe::Unsubscribe>(params),
        log::Tail::NAME => typed::<log::Tail>(params),
        _ => return vec!["error unknown_method".to_owned()],
    };
    match typed {
        None => vec!["error bad_params".to_owned()],
        Some(params) => with_fields(format!("request {id} {method}"), &params),
    }
}

/// Through the Rust type and back: what the type does not know or accept does not come out.
fn typed<M: serde::Serialize + serde::de::DeserializeOwned>(params: Value) -> Option<Value> {
    let params: M = serde_json::from_value(params).ok()?;
    serde_json::to_value(params).ok()
}

fn written(name: &str, value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| written("", item)).collect();
            if ["modifiers", "channels", "categories"].contains(&name) {
                items.join("+")
            } else {
                format!("[{}]", items.join(" "))
            }
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name}={}", written(name, value)))
                .collect();
            format!("{{{}}}", fields.join(" "))
        }
        other => other.to_string(),
    }
}

#[test]
fn frames_of_the_host_are_read_as_they_should() {
    for fixture in Fixture::all("from_host")
        .iter()
        .filter(|fixture| !fixture.guest_only)
    {
        // Which parameter is to blame is the guest's to say.
        let expected: Vec<String> = fixture
            .expected
            .iter()
            .map(|line| {
                if line.starts_with("error bad_params") {
                    "error bad_params".to_owned()
                } else {
                    line.clone()
                }
            })
            .collect();
        assert_eq!(
            describe(&fixture.bytes, Sender::Host, from_host),
            expected,
            "{}",
            fixture.path.display()
        );
    }
}

#[test]
fn frames_of_the_guest_are_read_as_they_should() {
    for fixture in Fixture::all("from_guest") {
        assert_eq!(
            describe(&fixture.bytes, Sender::Guest, from_guest),
            fixture.expected,
            "{}",
            fixture.path.display()
        );
    }
}

#[test]
fn frames_of_the_guest_are_written_as_they_stand() {
    for fixture in Fixture::all("from_guest") {
        let mut decoder = Decoder::new(Sender::Guest);
        decoder.push(&fixture.bytes);
        let mut written = Vec::new();
        while let Some(frame) = decoder.next().expect("a frame") {
            let frame = match frame {
                Frame::Json(payload) => {
                    Frame::json(&FromGuest::parse(&payload).expect("a message").to_json()).expect("JSON")
                }
                binary => binary,
            };
            written.extend(frame.encode_from(Sender::Guest).expect("within limits"));
        }
        assert_eq!(
            String::from_utf8_lossy(&written),
            String::from_utf8_lossy(&fixture.bytes)
        );
    }
}
