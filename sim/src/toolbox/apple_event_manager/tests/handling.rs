//! Handlers: which one an event gets, what it returns, and what becomes of the event.

use super::{Desk, call, code};
use crate::bomb::Cause;
use crate::testing::Slot::{Long, Word};

const WAIT_REPLY: u32 = 3;

#[test]
fn an_event_to_itself_goes_straight_to_the_handler_that_fits_best() {
    let mut desk = Desk::new();
    let (exact, wild) = (desk.bench.room(4), desk.bench.room(4));
    let exact_handler = desk.function(exact, 0);
    let wild_handler = desk.function(wild, (-128_i16) as u16);
    desk.install(b"core", b"getd", exact_handler);
    desk.install(b"core", b"****", wild_handler);
    let address = desk.myself();
    let event = desk.event(b"core", b"getd", address);
    let free = desk.free();
    let (result, reply) = desk.send(event, WAIT_REPLY, 60, 0);
    assert_eq!((result, desk.bench.long(exact), desk.bench.long(wild)), (0, 1, 0));
    desk.dispose(reply);
    assert!(free - desk.free() <= 32, "only the record of the reply is left");
    let event = desk.event(b"core", b"setd", address);
    let (result, reply) = desk.send(event, WAIT_REPLY, 60, 0);
    assert_eq!((result, desk.bench.long(wild)), (0, 1));
    let (_, number, _) = desk
        .get_key(reply, b"errn", b"shor")
        .expect("the handler's result");
    assert_eq!(number, (-128_i16).to_be_bytes());
}

#[test]
fn without_a_handler_an_event_is_not_handled() {
    let mut desk = Desk::new();
    let address = desk.myself();
    let event = desk.event(b"core", b"getd", address);
    assert_eq!(desk.send(event, WAIT_REPLY, 60, 0).0, -1708);
    assert_eq!(desk.next_event(), (23, *b"aevt", *b"oapp"));
    assert_eq!(desk.process(), -1708, "AEProcessAppleEvent of Open Application");
    assert_eq!(desk.process(), -608, "noOutstandingHLE: it is processed once");
}

#[test]
fn an_event_that_is_not_processed_is_lost_with_the_next() {
    let mut desk = Desk::new();
    assert_eq!(desk.next_event().0, 23);
    assert_eq!(desk.next_event().0, 0);
    assert_eq!(desk.process(), -608);
}

#[test]
fn handlers_are_found_replaced_and_removed() {
    let mut desk = Desk::new();
    let (handler_at, refcon_at) = (desk.bench.room(4), desk.bench.room(4));
    let key = [code(b"core"), code(b"getd")];
    let get = |desk: &mut Desk| {
        let arguments = [key[0], key[1], Long(handler_at), Long(refcon_at), Word(0)];
        call(&mut desk.bench, 0x0921, &arguments)
    };
    assert_eq!(get(&mut desk), -1717, "errAEHandlerNotFound");
    let handler = desk.function(handler_at, 0);
    desk.install(b"core", b"getd", handler);
    assert_eq!(get(&mut desk), 0);
    assert_eq!(
        (desk.bench.long(handler_at), desk.bench.long(refcon_at)),
        (handler, 7)
    );
    let remove = |desk: &mut Desk, handler: u32| {
        call(&mut desk.bench, 0x0720, &[key[0], key[1], Long(handler), Word(0)])
    };
    assert_eq!(remove(&mut desk, handler + 2), -1717, "another one");
    assert_eq!(remove(&mut desk, handler), 0);
    assert_eq!(get(&mut desk), -1717);
}

#[test]
fn a_system_handler_in_the_memory_of_a_process_is_a_bomb() {
    let mut desk = Desk::new();
    let counter = desk.bench.room(4);
    let handler = desk.function(counter, 0);
    desk.bench.machine.cpu.set_d(0, 0x091F);
    let arguments = [code(b"core"), code(b"getd"), Long(handler), Long(0), Word(0x0100)];
    let bomb = desk.bench.tool_bomb(0xA816, &arguments, Some(Word(0)));
    assert!(matches!(
        bomb,
        Cause::BrokenRule {
            trap: "AEInstallEventHandler",
            ..
        }
    ));
}

#[test]
fn parameters_that_a_handler_has_not_looked_at_are_missed() {
    let mut desk = Desk::new();
    let address = desk.myself();
    let event = desk.event(b"core", b"getd", address);
    assert_eq!(desk.put_key(event, b"----", b"TEXT", b"a"), 0);
    assert_eq!(desk.put_key(event, b"rtyp", b"type", b"TEXT"), 0);
    assert_eq!(desk.attribute(event, b"miss", b"keyw"), Ok(b"----".to_vec()));
    assert!(desk.get_key(event, b"----", b"TEXT").is_ok());
    assert_eq!(desk.attribute(event, b"miss", b"keyw"), Ok(b"rtyp".to_vec()));
    let optional = desk.list(false);
    let keyword = desk.desc(b"keyw", b"rtyp");
    assert_eq!(
        call(&mut desk.bench, 0x0609, &[Long(optional), Long(0), Long(keyword)]),
        0
    );
    let arguments = [Long(event), code(b"optk"), Long(optional)];
    assert_eq!(call(&mut desk.bench, 0x0627, &arguments), 0, "AEPutAttributeDesc");
    assert_eq!(desk.attribute(event, b"miss", b"keyw"), Err(-1701), "none");
}

#[test]
fn the_current_event_is_the_one_that_is_being_handled() {
    let mut desk = Desk::new();
    let at = desk.room();
    assert_eq!(call(&mut desk.bench, 0x021A, &[Long(at)]), 0);
    assert_eq!(desk.bench.bytes(at, 4), b"null");
}

#[test]
fn the_interaction_that_is_allowed_is_kept() {
    let mut desk = Desk::new();
    let at = desk.bench.room(2);
    let get = |desk: &mut Desk| {
        assert_eq!(call(&mut desk.bench, 0x021D, &[Long(at)]), 0);
        desk.bench.byte(at)
    };
    assert_eq!(get(&mut desk), 1, "kAEInteractWithLocal");
    assert_eq!(call(&mut desk.bench, 0x011E, &[Word(0x0200)]), 0);
    assert_eq!(get(&mut desk), 2);
    assert_eq!(call(&mut desk.bench, 0x011E, &[Word(0x0300)]), -50);
}

#[test]
fn a_call_at_interrupt_time_is_a_bomb() {
    let mut desk = Desk::new();
    // A timer task that disposes of a descriptor: CLR.W -(SP); PEA desc; MOVE.W #$0204,D0; _Pack8; MOVE.W (SP)+,D0; RTS.
    let at = desk.room();
    let routine = desk.bench.code(&[
        0x4267,
        0x4879,
        (at >> 16) as u16,
        at as u16,
        0x303C,
        0x0204,
        0xA816,
        0x301F,
        0x4E75,
    ]);
    let record = desk.bench.room(22);
    desk.bench.put_long(record + 6, routine);
    desk.bench.os(0xA058, record, 0);
    desk.bench.os(0xA05A, record, 1);
    desk.bench.machine.clock.advance(1_000_000);
    let bomb = desk.bench.machine.interrupts();
    assert!(format!("{bomb:?}").contains("interrupt time"), "{bomb:?}");
}
