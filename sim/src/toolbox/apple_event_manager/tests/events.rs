//! Apple events: their attributes, sending them to an application of the desktop, and the reply.

use super::{Desk, call};
use crate::descriptor::{Descriptor, Fields};
use crate::desktop::{AppleEvent, EventError, Interaction, Mac, Process, Response, Turn};
use crate::front::Front;
use crate::low_memory as low;
use crate::testing::Slot::Long;
use std::cell::RefCell;
use std::rc::Rc;

const NO_REPLY: u32 = 1;
const QUEUE_REPLY: u32 = 2;
const WAIT_REPLY: u32 = 3;

/// What an application was asked, and what it does with it.
struct Responder {
    asked: Rc<RefCell<Vec<AppleEvent>>>,
    response: Response,
    /// Turns for which it takes no events.
    busy: u32,
    /// Answers outstanding requests in its turn when this tick has come.
    answers_at: Option<u32>,
}

impl Process for Responder {
    fn name(&self) -> &str {
        "Responder"
    }

    fn turn(&mut self, mac: &mut dyn Mac) -> Turn {
        self.busy = self.busy.saturating_sub(1);
        if self.answers_at.is_some_and(|at| mac.ticks() >= at) {
            for event in self.asked.borrow().iter() {
                let reply = Fields(vec![(*b"----", Descriptor::text("late"))]);
                mac.answer(event.request, Ok(reply));
            }
            self.answers_at = None;
        }
        Turn::Yield { sleep: 1 }
    }

    fn apple_event(&mut self, event: &AppleEvent, _: &mut dyn Mac) -> Response {
        if self.busy > 0 {
            return Response::NotNow;
        }
        self.asked.borrow_mut().push(event.clone());
        self.response.clone()
    }
}

/// A desktop application that answers so.
fn responder(desk: &mut Desk, response: Response) -> Rc<RefCell<Vec<AppleEvent>>> {
    put_in_front(desk, response, 0, None)
}

fn put_in_front(
    desk: &mut Desk,
    response: Response,
    busy: u32,
    answers_after: Option<u32>,
) -> Rc<RefCell<Vec<AppleEvent>>> {
    let asked = Rc::new(RefCell::new(Vec::new()));
    let ticks = desk.bench.machine.memory.get(low::TICKS);
    desk.bench.machine.front = Front::new(Box::new(Responder {
        asked: Rc::clone(&asked),
        response,
        busy,
        answers_at: answers_after.map(|after| ticks + after),
    }));
    asked
}

#[test]
fn an_event_knows_what_it_is_and_where_it_goes() {
    let mut desk = Desk::new();
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let other = desk.event(b"core", b"getd", address);
    assert_eq!(desk.attribute(event, b"evcl", b"type"), Ok(b"core".to_vec()));
    assert_eq!(desk.attribute(event, b"evid", b"type"), Ok(b"getd".to_vec()));
    assert_eq!(desk.attribute(event, b"addr", b"sign"), Ok(b"MACS".to_vec()));
    assert_ne!(
        desk.attribute(event, b"rtid", b"shor"),
        desk.attribute(other, b"rtid", b"shor"),
        "return ids differ"
    );
    assert_eq!(desk.attribute(event, b"miss", b"****"), Err(-1701));
    let record = desk.list(true);
    assert_eq!(
        desk.attribute(record, b"evcl", b"type"),
        Err(-1707),
        "errAENotAppleEvent"
    );
}

#[test]
fn an_event_and_its_reply_cross_over() {
    let mut desk = Desk::new();
    let asked = responder(&mut desk, Response::result(Descriptor::long(42)));
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    assert_eq!(desk.put_key(event, b"----", b"TEXT", b"name"), 0);
    let (result, reply) = desk.send(event, WAIT_REPLY | 0x20 | 0x40, 60, 0);
    assert_eq!(result, 0);
    assert_eq!(desk.bench.bytes(reply, 4), b"aevt");
    assert_eq!(
        desk.get_key(reply, b"----", b"long"),
        Ok((*b"long", vec![0, 0, 0, 42], 4))
    );
    assert_eq!(desk.attribute(reply, b"evid", b"type"), Ok(b"ansr".to_vec()));
    let asked = asked.borrow();
    assert_eq!((&asked[0].class, &asked[0].id), (b"core", b"getd"));
    assert_eq!(asked[0].parameters.0, [(*b"----", Descriptor::text("name"))]);
    assert!(asked[0].may_switch_layer);
}

#[test]
fn an_error_comes_back_with_its_number_and_text() {
    let mut desk = Desk::new();
    responder(&mut desk, Response::error(-43, "no such file"));
    let address = desk.finder();
    let event = desk.event(b"aevt", b"odoc", address);
    let (result, reply) = desk.send(event, WAIT_REPLY, 60, 0);
    assert_eq!(result, 0, "it was delivered");
    let (_, number, _) = desk.get_key(reply, b"errn", b"shor").expect("an error number");
    assert_eq!(number, (-43_i16).to_be_bytes());
    assert_eq!(
        desk.get_key(reply, b"errs", b"TEXT").map(|(_, text, _)| text),
        Ok(b"no such file".to_vec())
    );
    let not_handled = EventError {
        number: -1708,
        message: None,
    };
    responder(&mut desk, Response::Answered(Err(not_handled)));
    let (result, reply) = desk.send(event, WAIT_REPLY, 60, 0);
    assert_eq!((result, desk.bench.bytes(reply, 4)), (-1708, b"null".to_vec()));
}

#[test]
fn a_target_that_takes_its_time_is_waited_for_until_the_timeout() {
    let mut desk = Desk::new();
    put_in_front(&mut desk, Response::Later, 0, Some(20));
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let before = desk.bench.machine.memory.get(low::TICKS);
    let (result, reply) = desk.send(event, WAIT_REPLY, 10, 0);
    let waited = desk.bench.machine.memory.get(low::TICKS) - before;
    assert_eq!((result, desk.bench.bytes(reply, 4)), (-1712, b"null".to_vec()));
    assert!((10..=12).contains(&waited), "{waited} ticks");
    put_in_front(&mut desk, Response::Later, 0, Some(20));
    let (result, reply) = desk.send(event, WAIT_REPLY, 120, 0);
    assert_eq!(result, 0);
    assert_eq!(
        desk.get_key(reply, b"----", b"TEXT").map(|(_, text, _)| text),
        Ok(b"late".to_vec())
    );
}

#[test]
fn a_modal_dialog_keeps_events_waiting() {
    let mut desk = Desk::new();
    let asked = put_in_front(&mut desk, Response::done(), 10, None);
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let (result, _) = desk.send(event, WAIT_REPLY, 3, 0);
    assert_eq!((result, asked.borrow().len()), (-1712, 0));
    let (result, _) = desk.send(event, WAIT_REPLY, 60, 0);
    assert_eq!(
        (result, asked.borrow().len()),
        (0, 2),
        "the one before comes as well"
    );
}

#[test]
fn a_queued_reply_is_an_event_with_the_return_id_of_the_request() {
    let mut desk = Desk::new();
    responder(&mut desk, Response::result(Descriptor::long(1)));
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let (result, reply) = desk.send(event, QUEUE_REPLY, 60, 0);
    assert_eq!((result, desk.bench.bytes(reply, 4)), (0, b"null".to_vec()));
    assert_eq!(desk.next_event(), (23, *b"aevt", *b"oapp"), "what came before it");
    assert_eq!(desk.next_event(), (23, *b"aevt", *b"ansr"));
    let seen = desk.bench.room(4);
    let handler = desk.function(seen, 0);
    desk.install(b"aevt", b"ansr", handler);
    assert_eq!((desk.process(), desk.bench.long(seen)), (0, 1));
    let (result, _) = desk.send(event, NO_REPLY, 60, 0);
    assert_eq!((result, desk.next_event().0), (0, 0), "no reply, no event");
}

#[test]
fn a_sender_that_says_nothing_of_it_lets_the_target_interact() {
    let mut desk = Desk::new();
    let asked = responder(&mut desk, Response::done());
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    for (mode, expected) in [
        (0x00, Interaction::Can),
        (0x40, Interaction::Can),
        (0x10, Interaction::Never),
        (0x30, Interaction::Always),
    ] {
        assert_eq!(desk.send(event, WAIT_REPLY | mode, 60, 0).0, 0);
        let seen = asked.borrow_mut().pop().expect("the event");
        assert_eq!(
            (seen.interaction, seen.may_switch_layer),
            (expected, mode == 0x40)
        );
    }
}

#[test]
fn a_target_that_is_not_there_is_told_apart_by_its_address() {
    let mut desk = Desk::new();
    responder(&mut desk, Response::done());
    for (kind, data, expected) in [
        (b"sign", b"none".to_vec(), -609),
        (b"psn ", vec![0, 0, 0, 0, 0, 0, 0x77, 0x77], -600),
        (b"psn ", vec![1; 8], -50),
        (b"targ", vec![0; 8], -1716),
    ] {
        let address = desk.desc(kind, &data);
        let event = desk.event(b"core", b"getd", address);
        let (result, reply) = desk.send(event, WAIT_REPLY, 60, 0);
        assert_eq!(result, expected, "{kind:?} {data:?}");
        assert_eq!(desk.bench.bytes(reply, 4), b"null");
    }
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    assert_eq!(desk.send(event, 0, 60, 0).0, -1710, "errAEUnknownSendMode");
    assert_eq!(
        desk.send(address, WAIT_REPLY, 60, 0).0,
        -1707,
        "errAENotAppleEvent"
    );
}

#[test]
fn the_idle_function_is_called_while_waiting_and_may_end_it() {
    let mut desk = Desk::new();
    put_in_front(&mut desk, Response::Later, 0, None);
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let calls = desk.bench.room(4);
    let go_on = desk.function(calls, 0);
    let (result, _) = desk.send(event, WAIT_REPLY, 10, go_on);
    assert_eq!(result, -1712);
    assert!(desk.bench.long(calls) >= 5, "{} calls", desk.bench.long(calls));
    desk.bench.put_long(calls, 0);
    let give_up = desk.function(calls, 0x0100);
    let (result, _) = desk.send(event, WAIT_REPLY, 600, give_up);
    assert_eq!((result, desk.bench.long(calls)), (-1711, 1));
}

#[test]
fn sending_costs_no_memory_but_the_reply() {
    let mut desk = Desk::new();
    responder(&mut desk, Response::result(Descriptor::text("reply")));
    let address = desk.finder();
    let event = desk.event(b"core", b"getd", address);
    let (_, reply) = desk.send(event, WAIT_REPLY, 60, 0);
    desk.dispose(reply);
    let free = desk.free();
    for _ in 0..3 {
        let arguments = [
            Long(event),
            Long(reply),
            Long(WAIT_REPLY),
            crate::testing::Slot::Word(0),
            Long(60),
            Long(0),
            Long(0),
        ];
        assert_eq!(call(&mut desk.bench, 0x0D17, &arguments), 0);
        desk.dispose(reply);
    }
    assert_eq!(desk.free(), free);
}
