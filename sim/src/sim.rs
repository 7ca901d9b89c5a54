//! The simulator as its users have it: a machine on a thread of its own.

use crate::bomb::Bomb;
use crate::boot::{self, NewFile};
use crate::config::Config;
use crate::desktop::{Event, Scene, application_resources};
use crate::error::SimError;
use crate::fault::{Fault, FaultError, FaultKind, FaultRequest};
use crate::frame_buffer::{self, FrameBuffer};
use crate::life::{Started, live};
use crate::low_memory as low;
use crate::machine::{Command, Machine, Moment};
use crate::network::Network;
use crate::os_err::OsErr;
use crate::stats::Stats;
use crate::toolbox::process_manager::{Description, Psn};
use crate::toolbox::{apple_event_manager, event_manager};
use crate::user::UserAction;
use crate::volume::{Fork, Place, Volume};
use mc_protocol::macroman;
use mio::Waker;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A running simulated Macintosh. It ends when it is dropped.
///
/// Its thread lives as long: when the agent has ended or bombed, and even when the simulator itself has failed
/// ([`Cause::Simulator`](crate::Cause::Simulator)), the machine can still be looked at.
pub struct Sim {
    port: u16,
    token: String,
    patience: Duration,
    commands: Option<Sender<Command>>,
    waker: Arc<Waker>,
    thread: Option<JoinHandle<()>>,
}

/// A file of the simulated volume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileContents {
    /// Finder file type.
    pub file_type: [u8; 4],
    /// Finder creator.
    pub creator: [u8; 4],
    /// Data fork.
    pub data: Vec<u8>,
    /// Resource fork.
    pub resource: Vec<u8>,
}

/// The application Jotter, which keeps a text and a scrap of its own and is worked by Apple events, to be put on a disk.
pub fn jotter() -> FileContents {
    application(*b"JOTR", None)
}

/// An application to be put on a disk, which asks for so much memory, 64 KB when not said. It can be launched when there is one of that
/// creator.
pub fn application(creator: [u8; 4], partition: Option<u32>) -> FileContents {
    FileContents {
        file_type: *b"APPL",
        creator,
        data: Vec::new(),
        resource: application_resources(partition),
    }
}

/// A process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessInfo {
    /// The low long of its process serial number; the high one is 0.
    pub psn: u32,
    /// Its name.
    pub name: String,
    /// Type of the file that it was launched from.
    pub file_type: [u8; 4],
    /// Creator of that file: its signature.
    pub creator: [u8; 4],
    /// Whether it is in front.
    pub front: bool,
    /// Whether it can never be.
    pub background_only: bool,
}

/// The modem port, as somebody sees it who has a cable in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModemPort {
    /// Whether a program of the guest has its driver open.
    pub is_open: bool,
    /// What has come out of it since the start.
    pub output: Vec<u8>,
}

/// A startup volume that no machine runs from: what is left of a [`Sim`] that was switched off.
pub struct HardDisk(Volume);

/// What a test wants the catalogue to say of a file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Details {
    /// Seconds since 1904.
    pub created: u32,
    /// Seconds since 1904.
    pub modified: u32,
    /// Seconds since 1904; 0 is never.
    pub backed_up: u32,
    /// Finder flags.
    pub flags: u16,
    /// Whether it is locked.
    pub locked: bool,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Stack of a machine's thread: a script that nests, and routines of the guest called in the middle of it, need more than the
/// usual 2 MB.
const STACK: usize = 8 << 20;

impl Sim {
    /// Starts a machine and returns when its agent listens, or dials.
    ///
    /// # Errors
    /// [`SimError`]: what is wrong with the configuration, or how the agent ended.
    pub fn start(config: Config) -> Result<Sim, SimError> {
        Sim::start_with(config, None)
    }

    /// Starts a machine and returns at once, whatever becomes of its agent: [`Sim::bomb`] and the disk tell.
    ///
    /// # Errors
    /// [`SimError`]: what is wrong with the configuration.
    pub fn start_unwatched(config: Config) -> Result<Sim, SimError> {
        Sim::launch(config, None).map(|(sim, _)| sim)
    }

    /// Starts a machine from a disk that another one has left, with whatever lies on it: the agent, its preferences, its
    /// traces. Of `config` only what describes the machine counts; its token has to be the one in the preferences.
    ///
    /// # Errors
    /// As [`Sim::start`]; [`SimError::NoAgent`] when there is none on the disk.
    pub fn start_from(config: Config, disk: HardDisk) -> Result<Sim, SimError> {
        Sim::start_with(config, Some(disk.0))
    }

    fn start_with(config: Config, disk: Option<Volume>) -> Result<Sim, SimError> {
        let patience = config.patience;
        let (sim, started) = Sim::launch(config, disk)?;
        match started.recv_timeout(patience) {
            Ok(outcome) => outcome.map(|()| sim),
            Err(RecvTimeoutError::Timeout) => Err(SimError::NotListening(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(SimError::AgentEnded),
        }
    }

    fn launch(config: Config, disk: Option<Volume>) -> Result<(Sim, Receiver<Started>), SimError> {
        let network = Network::new(config.listen_port, config.hosts.clone())?;
        let (port, waker) = (network.port(), network.waker());
        let (command_sender, commands) = mpsc::channel();
        let (start_sender, started) = mpsc::channel();
        let (token, patience) = (config.token.clone(), config.patience);
        let thread = thread::Builder::new()
            .name("simulated Macintosh".to_owned())
            .stack_size(STACK)
            .spawn(move || live(&config, network, commands, disk, start_sender))?;
        let sim = Sim {
            port,
            token,
            patience,
            commands: Some(command_sender),
            waker,
            thread: Some(thread),
        };
        Ok((sim, started))
    }

    /// Switches the machine off at once, whatever it is doing, as when the plug is pulled; its disk remains.
    pub fn power_off(self) -> HardDisk {
        self.ask(|machine| {
            machine.is_off = true;
            HardDisk(std::mem::replace(&mut machine.volume, Volume::new(&[], 0, 0)))
        })
    }

    /// The port on 127.0.0.1 that stands for the agent's.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The token that the agent wants.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Has work done on the machine and waits for its result.
    ///
    /// # Panics
    /// As `work` does: its panic is the caller's, as if it had been called here, and the machine goes on.
    fn ask<T: Send + 'static>(&self, work: impl FnOnce(&mut Machine) -> T + Send + 'static) -> T {
        match self.command(Moment::Any, work).recv() {
            Ok(answer) => answer.unwrap_or_else(|cause| panic::resume_unwind(cause)),
            Err(_) => unreachable!("the machine's thread ends after its Sim"),
        }
    }

    /// As [`Sim::ask`], at a moment that may have to be waited for.
    ///
    /// # Errors
    /// [`SimError::Busy`] when it does not come; the work is not done then.
    fn ask_at<T: Send + 'static>(
        &self,
        moment: Moment,
        what: &'static str,
        work: impl FnOnce(&mut Machine) -> T + Send + 'static,
    ) -> Result<T, SimError> {
        // Taken by whoever comes first: the machine that does the work, or the caller who gives up.
        let work = Arc::new(Mutex::new(Some(work)));
        let offered = work.clone();
        let answer = self.command(moment, move |machine| take(&offered).map(|work| work(machine)));
        let answer = match answer.recv_timeout(self.patience) {
            Err(RecvTimeoutError::Timeout) if take(&work).is_none() => answer.recv().ok(),
            answer => answer.ok(),
        };
        match answer {
            Some(Ok(Some(answer))) => Ok(answer),
            Some(Err(cause)) => panic::resume_unwind(cause),
            Some(Ok(None)) | None => Err(SimError::Busy(what, self.patience)),
        }
    }

    fn command<T: Send + 'static>(
        &self,
        moment: Moment,
        work: impl FnOnce(&mut Machine) -> T + Send + 'static,
    ) -> Receiver<thread::Result<T>> {
        let (sender, receiver) = mpsc::channel();
        let work = Box::new(move |machine: &mut Machine| {
            let answer = panic::catch_unwind(AssertUnwindSafe(|| work(machine)));
            // Whoever asked waits for the answer, or has lost patience.
            let _ = sender.send(answer);
        });
        if let Some(commands) = &self.commands {
            // That it is received shows in the answer.
            let _ = commands.send(Command { moment, work });
        }
        if let Err(error) = self.waker.wake() {
            tracing::warn!(%error, "waking the simulated Macintosh");
        }
        receiver
    }

    /// Lets ticks of 1/60 s pass on a machine whose [speed](Config::speed) is [`Speed::Stepped`](crate::Speed::Stepped), and returns
    /// when they have passed and every process sleeps again.
    ///
    /// # Errors
    /// [`SimError::NotStepped`] on another machine, [`SimError::Busy`] when a program does not go to sleep.
    pub fn step(&self, ticks: u32) -> Result<(), SimError> {
        const STANDING: &str = "a moment at which every process sleeps";
        let stepped = self.ask_at(Moment::Standing, STANDING, move |machine| {
            let cycles = machine.clock.cycles_of_ticks(u64::from(ticks));
            machine.pace.step(cycles);
            machine.pace.is_stepped()
        })?;
        if !stepped {
            return Err(SimError::NotStepped);
        }
        self.ask_at(Moment::Standing, STANDING, |_| ())
    }

    /// Somebody at the Macintosh does this with mouse and keyboard, one thing a tick. With a stepped clock the first of them is
    /// noticed at the next tick that passes.
    ///
    /// # Errors
    /// [`SimError::Busy`] when the clock of such a machine does not come to stand.
    pub fn user(&self, actions: &[UserAction]) -> Result<(), SimError> {
        let actions = actions.to_vec();
        self.ask_at(
            Moment::Standing,
            "a moment at which every process sleeps",
            move |machine| {
                machine.user.does(&actions);
            },
        )
    }

    /// Guest time since the machine was switched on.
    pub fn guest_time(&self) -> Duration {
        self.ask(|machine| machine.clock.span_of(machine.clock.now()))
    }

    /// The screen without the pointer.
    pub fn frame_buffer(&self) -> FrameBuffer {
        self.ask(frame_buffer::copy)
    }

    /// The last events that the front process has taken, the oldest first: what input has really come to.
    pub fn events_taken(&self) -> Vec<Event> {
        self.ask(|machine| machine.front.taken())
    }

    /// What is on the screen, as the desktop knows it.
    pub fn scene(&self) -> Scene {
        self.ask(|machine| machine.front.scene())
    }

    /// The processes, in the order of launching.
    pub fn processes(&self) -> Vec<ProcessInfo> {
        self.ask(|machine| {
            let processes = &machine.processes;
            let info = |(psn, description): (Psn, &Description)| ProcessInfo {
                psn: psn.0,
                name: macroman::decode(&description.name),
                file_type: description.file_type,
                creator: description.creator,
                front: processes.front() == Some(psn),
                background_only: processes.is_background_only(psn),
            };
            processes.all().map(info).collect()
        })
    }

    /// Switches a failure on.
    ///
    /// # Errors
    /// [`FaultError`] for a trap or volume that there is not.
    pub fn fault(&self, fault: Fault) -> Result<(), FaultError> {
        self.ask(move |machine| machine.fault(fault))
    }

    /// Switches all failures of a kind off.
    pub fn lift(&self, kind: FaultKind) {
        self.ask(move |machine| machine.lift(kind));
    }

    /// Switches a failure on or off.
    ///
    /// # Errors
    /// As [`Sim::fault`].
    pub fn request(&self, request: FaultRequest) -> Result<(), FaultError> {
        match request {
            FaultRequest::Switch(fault) => self.fault(fault),
            FaultRequest::Lift(kind) => {
                self.lift(kind);
                Ok(())
            }
        }
    }

    /// The bomb that stopped the machine, if one did.
    pub fn bomb(&self) -> Option<Bomb> {
        self.ask(|machine| machine.bomb.clone())
    }

    /// Cycles that the agent has used and that it was charged.
    pub fn stats(&self) -> Stats {
        self.ask(|machine| machine.meter.stats())
    }

    /// The Toolbox calls that alone took 50 ms or more since the start or the last reset, and the most cycles of each.
    pub fn long_calls(&self) -> BTreeMap<&'static str, u64> {
        self.ask(|machine| machine.meter.long_calls().clone())
    }

    /// Sends the agent the Apple event that the Finder sends every application at shutdown.
    pub fn quit_agent(&self) {
        self.ask(|machine| {
            if let Some(agent) = machine.processes.with_signature(*b"mcAg") {
                apple_event_manager::post_quit_application(machine, agent);
            }
        });
    }

    /// Whether the agent's process lives.
    pub fn agent_lives(&self) -> bool {
        self.ask(|machine| machine.processes.with_signature(*b"mcAg").is_some())
    }

    /// Whether the mouse button is down, as the guest's programs see it.
    pub fn button_is_down(&self) -> bool {
        self.ask(|machine| machine.memory.get(low::MB_STATE) & event_manager::BUTTON_UP == 0)
    }

    /// How long after the start of the machine the agent began to listen, in its own ticks of 1/60 s; `None` when it never has.
    pub fn listened_at(&self) -> Option<u32> {
        self.ask(|machine| machine.listened_at)
    }

    /// The modem port.
    pub fn modem_port(&self) -> ModemPort {
        self.ask(|machine| ModemPort {
            is_open: machine.serial.is_open(),
            output: machine.serial.output().to_vec(),
        })
    }

    /// Starts the figures of [`Sim::stats`] and [`Sim::long_calls`] over.
    pub fn reset_stats(&self) {
        self.ask(|machine| machine.meter.reset());
    }

    /// The file with this full path name (`Macintosh HD:Folder:File`).
    pub fn file(&self, path: &str) -> Option<FileContents> {
        let path = path.to_owned();
        self.ask(move |machine| {
            let volume = machine.volume_at(&path).ok()?;
            let item = volume.item(volume.id_of(&path).ok()?)?;
            let forks = item.forks()?;
            Some(FileContents {
                file_type: item.file_type(),
                creator: item.creator(),
                data: forks.get(Fork::Data).to_vec(),
                resource: forks.get(Fork::Resource).to_vec(),
            })
        })
    }

    /// The entries of the folder with this full path name, in the order of the catalogue; `None` when there is no such
    /// folder.
    pub fn list(&self, path: &str) -> Option<Vec<Listed>> {
        let path = path.to_owned();
        self.ask(move |machine| {
            let volume = machine.volume_at(&path).ok()?;
            let folder = volume
                .id_of(&path)
                .ok()
                .filter(|&id| volume.item(id).is_some_and(|item| item.is_folder()))?;
            let listed = |id| {
                let item = volume.item(id)?;
                Some(Listed {
                    name: macroman::decode(&item.name),
                    is_folder: item.is_folder(),
                })
            };
            Some(volume.children(folder).filter_map(listed).collect())
        })
    }

    /// Lets the catalogue say this of the file or folder with this full path name, as if somebody on the Macintosh had.
    ///
    /// # Errors
    /// [`SimError::Volume`] when there is no such file or folder.
    pub fn set_details(&self, path: &str, details: Details) -> Result<(), SimError> {
        let owned = path.to_owned();
        let set = self.ask(move |machine| {
            let volume = machine.volume_at(&owned)?;
            let (v_ref_num, id) = (volume.v_ref_num(), volume.id_of(&owned)?);
            let volume = machine.mounted_mut(v_ref_num)?;
            let item = volume.item_mut(id).ok_or(OsErr::FILE_NOT_FOUND)?;
            item.created = details.created;
            item.modified = details.modified;
            item.backed_up = details.backed_up;
            item.locked = details.locked;
            item.finder[8..10].copy_from_slice(&details.flags.to_be_bytes());
            Ok(())
        });
        set.map_err(|error| SimError::volume("describing", path, error))
    }

    /// Puts a file on the volume, in a folder that exists.
    ///
    /// # Errors
    /// [`SimError::Volume`] as the File Manager would refuse it.
    pub fn add_file(&self, path: &str, contents: FileContents) -> Result<(), SimError> {
        let owned = path.to_owned();
        let added = self.ask(move |machine| {
            let now = machine.seconds();
            let v_ref_num = machine.volume_at(&owned)?.v_ref_num();
            let volume = machine.mounted_mut(v_ref_num)?;
            let (parent, name) = match volume.place_of(&owned)? {
                Place::Found(_) => return Err(OsErr::DUPLICATE_NAME),
                Place::Missing { parent, name } => (parent, name),
            };
            let file = NewFile {
                file_type: contents.file_type,
                creator: contents.creator,
                data: &contents.data,
                resource: &contents.resource,
            };
            boot::add_file(volume, parent, &name, &file, now).map(|_| ())
        });
        added.map_err(|error| SimError::volume("adding", path, error))
    }
}

/// What is in it, if nobody has taken it yet.
fn take<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().ok().and_then(|mut content| content.take())
}

impl Drop for Sim {
    fn drop(&mut self) {
        self.commands = None;
        if let Err(error) = self.waker.wake() {
            tracing::warn!(%error, "waking the simulated Macintosh");
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the simulated Macintosh's thread had panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bomb::Cause;
    use crate::desktop::{Mac, Process, Turn};
    use crate::front::Front;
    use crate::life::message_of;
    use std::time::Instant;

    /// A front process with a defect.
    struct Defective;

    impl Process for Defective {
        fn name(&self) -> &str {
            "Defective"
        }

        fn turn(&mut self, _: &mut dyn Mac) -> Turn {
            panic!("no window has the number 7")
        }
    }

    #[test]
    fn a_defect_of_the_simulator_is_a_bomb_that_says_so_and_the_machine_can_be_looked_at() {
        let sim = Sim::start(Config::default()).expect("a machine that starts");
        let screen = sim.frame_buffer();
        sim.ask(|machine| machine.front = Front::new(Box::new(Defective)));
        let deadline = Instant::now() + Duration::from_secs(30);
        let bomb = loop {
            match sim.bomb() {
                Some(bomb) => break bomb,
                None => assert!(Instant::now() < deadline, "the defect does not show"),
            }
        };
        let message = "no window has the number 7".to_owned();
        assert_eq!(bomb.cause, Cause::Simulator { message });
        assert!(bomb.to_string().contains("no window has the number 7"), "{bomb}");
        assert_eq!(sim.frame_buffer(), screen);
        assert!(sim.list("Macintosh HD").is_some());
    }

    #[test]
    fn a_panic_of_what_is_asked_is_the_askers_and_the_machine_goes_on() {
        let sim = Sim::start(Config::default()).expect("a machine that starts");
        let asked = panic::catch_unwind(AssertUnwindSafe(|| {
            sim.ask(|_| -> u32 { panic!("asked for too much") })
        }));
        assert_eq!(
            message_of(asked.expect_err("it panics").as_ref()),
            "asked for too much"
        );
        assert_eq!(sim.bomb(), None);
    }
}
