//! Events on their way: from the sender to the process that takes them, and back as replies.

use super::{
    ADDRESS, ANSWER, APPLICATION_DIED, CORE, EVENT_CLASS, EVENT_ID, INTERACTION, OPEN_APPLICATION,
    OPEN_DOCUMENTS, PROCESS_SERIAL_NUMBER, QUIT_APPLICATION, RETURN_ID, TRANSACTION_ID, handlers,
};
use crate::descriptor::{Code, DIRECT_OBJECT, Descriptor, ERROR_NUMBER, ERROR_STRING, Event, Fields};
use crate::desktop::{self, EventError, Interaction, Response};
use crate::machine::Machine;
use crate::os_err::OsErr;
use crate::toolbox::process_manager::Psn;

/// kHighLevelEvent: the event code under which WaitNextEvent gives an Apple event.
pub(crate) const HIGH_LEVEL_EVENT: u16 = 23;

/// Bits of the interaction attribute, which are those of AESend's mode.
const INTERACTION_LEVEL: i32 = 0x30;
const ALWAYS_INTERACT: i32 = 0x30;
const CAN_INTERACT: i32 = 0x20;
const CAN_SWITCH_LAYER: i32 = 0x40;

/// An event that a process is to get.
pub(super) struct Message {
    pub to: Psn,
    pub event: Event,
}

/// How the sender gets the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// As an event of its own.
    Queued,
    /// From AESend, which waits for it.
    Awaited,
}

/// A request whose reply is outstanding.
pub(super) struct Request {
    pub from: Psn,
    pub to: Psn,
    pub wanted: Wanted,
    pub attributes: Fields,
    /// What came back, for who waits.
    pub answer: Option<Result<Fields, OsErr>>,
    /// Whether the target has asked for more time.
    pub needs_time: bool,
}

/// What an event record tells of an Apple event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delivery {
    /// Its class: the message.
    pub class: u32,
    /// Its id: the place.
    pub id: u32,
}

impl super::AppleEventManager {
    /// A return id that no other event of this session has.
    pub(super) fn new_return_id(&mut self) -> i16 {
        self.last_return_id = self.last_return_id.checked_add(1).unwrap_or(1);
        self.last_return_id
    }

    /// Puts an event into the queue of its target.
    pub(super) fn post(&mut self, to: Psn, event: Event, in_front: bool) {
        let message = Message { to, event };
        if in_front {
            self.inbox.push_front(message);
        } else {
            self.inbox.push_back(message);
        }
    }

    /// Notes a request that wants a reply; its number.
    pub(super) fn open_request(&mut self, request: Request) -> u32 {
        self.last_request = self.last_request.checked_add(1).unwrap_or(1);
        self.open.insert(self.last_request, request);
        self.last_request
    }

    /// The reply to a request that is waited for, once it is there.
    pub(super) fn take_answer(&mut self, request: u32) -> Option<Result<Fields, OsErr>> {
        let answer = self.open.get_mut(&request)?.answer.take()?;
        self.open.remove(&request);
        Some(answer)
    }

    pub(super) fn has_answer(&self, request: u32) -> bool {
        self.open
            .get(&request)
            .is_some_and(|request| request.answer.is_some() || request.needs_time)
    }

    fn take_message(&mut self, to: Psn) -> Option<Message> {
        let index = self.inbox.iter().position(|message| message.to == to)?;
        self.inbox.remove(index)
    }
}

/// Whether an event waits for a process.
pub(crate) fn has_event(machine: &Machine, psn: Psn) -> bool {
    machine.apple_events.inbox.iter().any(|message| message.to == psn)
}

/// Shows a process its next event: with `take` it leaves the queue, and AEProcessAppleEvent may have it. One that was shown
/// before and not processed is lost then, as a high-level event is that nobody accepts.
pub(crate) fn next_event(machine: &mut Machine, psn: Psn, take: bool) -> Option<Delivery> {
    if take {
        machine.apple_events.shown.remove(&psn);
        let message = machine.apple_events.take_message(psn)?;
        return Some(handlers::show(machine, psn, message));
    }
    let inbox = &machine.apple_events.inbox;
    let message = inbox.iter().find(|message| message.to == psn)?;
    let code = |key| message.event.code(key).map_or(0, u32::from_be_bytes);
    Some(Delivery {
        class: code(EVENT_CLASS),
        id: code(EVENT_ID),
    })
}

/// Sends the reply to a request. A sender that has given up, or is gone, does not get it.
pub(crate) fn answer(machine: &mut Machine, request: u32, parameters: Fields) {
    let manager = &mut machine.apple_events;
    let Some(open) = manager.open.get_mut(&request) else {
        return;
    };
    if open.wanted == Wanted::Awaited {
        open.answer = Some(Ok(parameters));
        return;
    }
    if let Some(open) = manager.open.remove(&request) {
        let event = reply_event(open.attributes, parameters);
        manager.post(open.from, event, false);
    }
}

/// The event that a reply is.
pub(super) fn reply_event(request: Fields, parameters: Fields) -> Event {
    let mut attributes = Fields(vec![
        (EVENT_CLASS, Descriptor::type_of(CORE)),
        (EVENT_ID, Descriptor::type_of(ANSWER)),
    ]);
    for key in [RETURN_ID, TRANSACTION_ID] {
        if let Some(value) = request.get(key) {
            attributes.put(key, value.clone());
        }
    }
    Event {
        attributes,
        parameters,
        ..Event::default()
    }
}

/// The first event of an application that takes Apple events: Open Application.
pub(crate) fn post_open_application(machine: &mut Machine, to: Psn) {
    post_required(machine, to, OPEN_APPLICATION);
}

/// What the Finder sends every application at shutdown: Quit Application.
pub(crate) fn post_quit_application(machine: &mut Machine, to: Psn) {
    post_required(machine, to, QUIT_APPLICATION);
}

/// A core event without parameters, whose sender wants no reply.
fn post_required(machine: &mut Machine, to: Psn, id: Code) {
    let attributes = Fields(vec![
        (EVENT_CLASS, Descriptor::type_of(CORE)),
        (EVENT_ID, Descriptor::type_of(id)),
        (RETURN_ID, Descriptor::short(machine.apple_events.new_return_id())),
        (TRANSACTION_ID, Descriptor::long(0)),
    ]);
    let event = Event {
        attributes,
        ..Event::default()
    };
    machine.apple_events.post(to, event, false);
}

/// Has a process open documents, in place of Open Application when it has not got that yet.
pub(crate) fn post_open_documents(machine: &mut Machine, from: Psn, to: Psn, documents: Vec<Descriptor>) {
    let sender = Descriptor::data(PROCESS_SERIAL_NUMBER, from.to_bytes());
    let attributes = Fields(vec![
        (EVENT_CLASS, Descriptor::type_of(CORE)),
        (EVENT_ID, Descriptor::type_of(OPEN_DOCUMENTS)),
        (ADDRESS, sender),
        (RETURN_ID, Descriptor::short(machine.apple_events.new_return_id())),
        (TRANSACTION_ID, Descriptor::long(0)),
    ]);
    let event = Event {
        attributes,
        parameters: Fields(vec![(DIRECT_OBJECT, Descriptor::list(documents))]),
        ..Event::default()
    };
    replace_open_application(machine, to, event);
}

/// Puts an event in the place of Open Application.
pub(crate) fn replace_open_application(machine: &mut Machine, to: Psn, event: Event) {
    let is_first =
        |message: &Message| message.to == to && message.event.code(EVENT_ID) == Some(OPEN_APPLICATION);
    machine.apple_events.inbox.retain(|message| !is_first(message));
    machine.apple_events.post(to, event, true);
}

/// Tells a process that one that it launched has ended.
pub(crate) fn post_application_died(machine: &mut Machine, to: Psn, gone: Psn) {
    let attributes = Fields(vec![
        (EVENT_CLASS, Descriptor::type_of(CORE)),
        (EVENT_ID, Descriptor::type_of(APPLICATION_DIED)),
    ]);
    let parameters = Fields(vec![
        (ERROR_NUMBER, Descriptor::long(0)),
        (
            PROCESS_SERIAL_NUMBER,
            Descriptor::data(PROCESS_SERIAL_NUMBER, gone.to_bytes()),
        ),
    ]);
    let event = Event {
        attributes,
        parameters,
        ..Event::default()
    };
    machine.apple_events.post(to, event, false);
}

/// Forgets what a process that is gone was to get, its handlers, and what it waited for. Who waits for it is told.
pub(crate) fn process_ended(machine: &mut Machine, psn: Psn) {
    let manager = &mut machine.apple_events;
    manager.inbox.retain(|message| message.to != psn);
    manager.shown.remove(&psn);
    manager.handlers.remove(&Some(psn));
    manager.interaction_allowed.remove(&psn);
    manager.open.retain(|_, request| request.from != psn);
    for request in manager.open.values_mut().filter(|request| request.to == psn) {
        request.answer.get_or_insert(Err(OsErr::CONNECTION_INVALID));
    }
}

/// Hands the events that wait for an application of the desktop to `take`, one after the other, until one is not wanted now.
pub(crate) fn deliver_to_desktop(
    machine: &mut Machine,
    psn: Psn,
    mut take: impl FnMut(&mut Machine, &desktop::AppleEvent) -> Response,
) {
    while let Some(message) = machine.apple_events.take_message(psn) {
        let event = for_desktop(&message.event);
        match take(machine, &event) {
            Response::NotNow => {
                machine.apple_events.inbox.push_front(message);
                return;
            }
            Response::Later => {}
            Response::Answered(result) => answer(machine, event.request, reply_parameters(result)),
        }
    }
}

fn for_desktop(event: &Event) -> desktop::AppleEvent {
    let mode = event.number(INTERACTION).unwrap_or(0);
    desktop::AppleEvent {
        request: event.request,
        class: event.code(EVENT_CLASS).unwrap_or_default(),
        id: event.code(EVENT_ID).unwrap_or_default(),
        parameters: event.parameters.clone(),
        interaction: match mode & INTERACTION_LEVEL {
            ALWAYS_INTERACT => Interaction::Always,
            CAN_INTERACT => Interaction::Can,
            _ => Interaction::Never,
        },
        may_switch_layer: mode & CAN_SWITCH_LAYER != 0,
    }
}

/// The parameters of a reply: the results, or error number and error string.
pub(crate) fn reply_parameters(result: Result<Fields, EventError>) -> Fields {
    result.unwrap_or_else(|error| {
        let number = (ERROR_NUMBER, Descriptor::long(error.number.into()));
        let message = error
            .message
            .map(|message| (ERROR_STRING, Descriptor::text(&message)));
        Fields([number].into_iter().chain(message).collect())
    })
}
