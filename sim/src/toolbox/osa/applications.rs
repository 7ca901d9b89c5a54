//! The applications that a script names: which process one is, and what its words are.

use crate::applescript::{Dictionary, Terms, aete};
use crate::descriptor::Descriptor;
use crate::machine::Machine;
use crate::toolbox::file_manager::Entry;
use crate::toolbox::process_manager::{Description, Psn};
use crate::volume::{Fork, ROOT, Volume};
use mc_pack::{OsType, ResourceFork};
use mc_protocol::macroman;
use std::rc::Rc;

/// The extension that has the words of a scriptable Finder, which keeps none in its own file.
const FINDER_TERMS: [&[u8]; 3] = [b"System Folder", b"Extensions", b"Finder Scripting Extension"];
const FINDER: &str = "Finder";
/// Terminology of an application.
const TERMS: OsType = OsType(*b"aete");

/// The address of a running application.
pub(super) fn find(machine: &Machine, name: &str) -> Option<Descriptor> {
    let (psn, _) = running(machine, name)?;
    Some(Descriptor::data(*b"psn ", psn.to_bytes()))
}

/// The process of this name, whatever the case, and its file.
fn running(machine: &Machine, name: &str) -> Option<(Psn, Entry)> {
    let mut all = machine.processes.all();
    let is_it = |description: &Description| macroman::decode(&description.name).eq_ignore_ascii_case(name);
    let (psn, description) = all.find(|(_, description)| is_it(description))?;
    Some((psn, description.file))
}

/// The dictionaries of the applications on this machine, as OSACompile looks them up.
pub(super) struct Dictionaries<'a> {
    pub machine: &'a Machine,
}

impl Terms for Dictionaries<'_> {
    fn dictionary(&mut self, application: &str) -> Option<Rc<Dictionary>> {
        let machine = self.machine;
        if application.eq_ignore_ascii_case(FINDER) {
            let volume = &machine.volume;
            let mut path = FINDER_TERMS.iter();
            let file = path.try_fold(ROOT, |folder, name| volume.child(folder, name))?;
            return terms(volume, file).map(Rc::new);
        }
        let (_, file) = running(machine, application)?;
        terms(machine.mounted(file.volume).ok()?, file.id).map(Rc::new)
    }
}

fn terms(volume: &Volume, file: u32) -> Option<Dictionary> {
    let fork = volume.fork(file, Fork::Resource).ok()?;
    let resources = ResourceFork::parse(fork).ok()?;
    aete::parse(&resources.get(TERMS, 0)?.data)
}
