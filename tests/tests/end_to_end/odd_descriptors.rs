//! Apple events whose descriptors lie: about their size, their type, what they hold and how deep. Each ends in a typed error or is sent
//! as it is; the agent, the application and their memory are as before.

use mc_protocol::apple_event::Send;
use mc_protocol::common::{JobStatus, Psn};
use mc_protocol::events::JobDone;
use mc_protocol::{OsType, jobs};
use mc_sim::{Profile, Sim};
use mc_tests::{Wire, noise};

use crate::support::{assert_serves, boot_without_alert, free_memory, launch_jotter};

const NESTED: u32 = 1 << 31;

fn item(keyword: &[u8; 4], kind: &[u8; 4], size: u32, content: &[u8]) -> Vec<u8> {
    [keyword, kind, &size.to_be_bytes()[..], content].concat()
}

fn data(keyword: &[u8; 4], kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = item(keyword, kind, content.len() as u32, content);
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    bytes
}

fn holding(keyword: &[u8; 4], kind: &[u8; 4], items: &[u8]) -> Vec<u8> {
    item(keyword, kind, NESTED | items.len() as u32, items)
}

fn start() -> (Sim, Wire, Psn) {
    let sim = boot_without_alert(Profile::Iici);
    let mut wire = Wire::greeted(sim.port(), sim.token());
    let psn = launch_jotter(&sim, &mut wire);
    (sim, wire, psn)
}

/// Has a Jotter send them back; the code of the error that they end with, `ok` without one.
fn echo(wire: &mut Wire, psn: Psn, flat: &[u8]) -> String {
    let event = Send {
        psn: Some(psn),
        size: Some(flat.len() as u16),
        ..Send::new(OsType(*b"JOTR"), OsType(*b"echo"))
    };
    let job_id = match wire.deliver(&event, flat) {
        Ok(answer) => answer.job_id,
        Err(error) => return json_name(error.code),
    };
    let done: JobDone = wire.event();
    assert_eq!(done.job_id, job_id);
    if done.status == JobStatus::Done {
        wire.fetch(&jobs::Result { job_id }).expect("there is a result");
        return "ok".to_owned();
    }
    let error = done.error.expect("a reason");
    assert_ne!(error.code, "io", "{error:?} of {flat:02x?}");
    error.code
}

fn json_name(code: mc_protocol::Code) -> String {
    let name = serde_json::to_value(code).expect("a code is a word");
    name.as_str().expect("a code is a word").to_owned()
}

#[test]
fn what_is_no_flat_form_is_refused_by_name() {
    let (sim, mut wire, psn) = start();
    let nest = |levels: usize| (1..levels).fold(Vec::new(), |inner, _| holding(&[0; 4], b"list", &inner));
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("half a header", b"----TEXT".to_vec(), "bad_params"),
        (
            "a size of the whole range",
            item(b"----", b"TEXT", 0x7FFF_FFFF, b"ab"),
            "bad_params",
        ),
        (
            "items of the whole range",
            item(b"----", b"list", 0xFFFF_FFFF, b"ab"),
            "bad_params",
        ),
        (
            "a size with one byte too many",
            item(b"----", b"TEXT", 3, b"ab"),
            "bad_params",
        ),
        (
            "an odd size without its zero",
            item(b"----", b"TEXT", 1, b"a"),
            "bad_params",
        ),
        (
            "an odd size with another byte",
            item(b"----", b"TEXT", 1, b"ab"),
            "bad_params",
        ),
        (
            "items of an odd size",
            item(b"----", b"list", NESTED | 13, &[0; 14]),
            "bad_params",
        ),
        (
            "no keyword outermost",
            data(&[0; 4], b"TEXT", b"ab"),
            "bad_params",
        ),
        (
            "no keyword in a record",
            holding(b"----", b"reco", &data(&[0; 4], b"TEXT", b"ab")),
            "bad_params",
        ),
        (
            "a keyword in a list",
            holding(b"----", b"list", &data(b"name", b"TEXT", b"ab")),
            "bad_params",
        ),
        (
            "an item beyond its list",
            holding(b"----", b"list", &item(&[0; 4], b"TEXT", 4, b"ab")),
            "bad_params",
        ),
        (
            "a list that is data",
            data(b"----", b"list", &[0; 8]),
            "bad_params",
        ),
        ("a record that is data", data(b"----", b"reco", &[]), "bad_params"),
        ("nested to the limit", holding(b"----", b"list", &nest(8)), "ok"),
        (
            "nested one deeper",
            holding(b"----", b"list", &nest(9)),
            "too_large",
        ),
        (
            "nested two thousand times",
            holding(b"----", b"list", &nest(2000)),
            "too_large",
        ),
        ("nothing", Vec::new(), "ok"),
    ];
    // The last result is kept until the next event, so the first and the last are alike.
    echo(&mut wire, psn, &[]);
    let before = free_memory(&mut wire);
    for (what, flat, code) in cases {
        assert_eq!(echo(&mut wire, psn, &flat), code, "{what}");
    }
    assert_eq!(free_memory(&mut wire), before);
    assert_eq!(sim.bomb(), None);
}

/// A generator of descriptors that are mostly whole, and mostly odd.
struct Oddities(std::vec::IntoIter<u8>);

impl Oddities {
    fn byte(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }

    fn one_of<'a>(&mut self, words: &[&'a [u8; 4]]) -> &'a [u8; 4] {
        words[usize::from(self.byte()) % words.len()]
    }

    fn kind(&mut self) -> &'static [u8; 4] {
        self.one_of(&[
            b"TEXT",
            b"long",
            b"obj ",
            b"aevt",
            b"psn ",
            b"****",
            b"\0\0\0\0",
            b"alis",
            b"fss ",
            b"null",
            b"reco",
            b"list",
            b"type",
            b"rang",
            b"cmpd",
            b"appa",
            b"targ",
            b"what",
        ])
    }

    fn descriptor(&mut self, keyword: &[u8; 4], depth: u8) -> Vec<u8> {
        let kind = self.kind();
        if self.byte().is_multiple_of(3) && depth < 6 {
            let in_list = kind == b"list";
            let items: Vec<u8> = (0..self.byte() % 4)
                .flat_map(|_| {
                    let keyword = if in_list { &[0; 4] } else { self.keyword() };
                    self.descriptor(keyword, depth + 1)
                })
                .collect();
            return holding(keyword, kind, &items);
        }
        let content: Vec<u8> = (0..self.byte() % 24).map(|_| self.byte()).collect();
        data(keyword, kind, &content)
    }

    fn keyword(&mut self) -> &'static [u8; 4] {
        self.one_of(&[
            b"----",
            b"want",
            b"form",
            b"seld",
            b"from",
            b"addr",
            b"evcl",
            b"errn",
            b"errs",
            b"rtid",
            b"\xFF\xFF\xFF\xFF",
        ])
    }
}

#[test]
fn descriptors_of_any_type_and_size_harm_nobody() {
    let (sim, mut wire, psn) = start();
    let mut outcomes = std::collections::BTreeMap::<String, u32>::new();
    // The last result is kept until the next event, so the first and the last are alike.
    echo(&mut wire, psn, &[]);
    let before = free_memory(&mut wire);
    for seed in 1..=150 {
        let mut odd = Oddities(noise(600, seed * 2_654_435).into_iter());
        let mut flat: Vec<u8> = (0..=odd.byte() % 3)
            .flat_map(|_| {
                let keyword = odd.keyword();
                odd.descriptor(keyword, 1)
            })
            .collect();
        if odd.byte().is_multiple_of(4) && !flat.is_empty() {
            let place = usize::from(odd.byte()) * flat.len() / 256;
            flat[place] ^= 1 << (odd.byte() % 8);
        }
        *outcomes.entry(echo(&mut wire, psn, &flat)).or_default() += 1;
        assert_eq!(sim.bomb(), None, "seed {seed}: {flat:02x?}");
    }
    assert!(outcomes.len() > 2 && !outcomes.contains_key("io"), "{outcomes:?}");
    echo(&mut wire, psn, &[]);
    assert_eq!(free_memory(&mut wire), before, "{outcomes:?}");
    wire.hang_up();
    assert_serves(&sim);
}
