//! The simulator as its users have it: a machine on a thread of its own.

use crate::bomb::{Bomb, Stop};
use crate::boot::{self, NewFile, boot};
use crate::config::Config;
use crate::desktop::Scene;
use crate::error::SimError;
use crate::fault::Fault;
use crate::frame_buffer::{self, FrameBuffer};
use crate::front;
use crate::machine::{Command, Machine};
use crate::network::Network;
use crate::os_err::OsErr;
use crate::stats::Stats;
use crate::toolbox::process_manager;
use crate::volume::{Fork, Place, ROOT, Volume};
use mc_protocol::macroman;
use mio::Waker;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A running simulated Macintosh. It ends when it is dropped.
pub struct Sim {
    port: u16,
    token: String,
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

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// What became of the start.
type Started = Result<(), SimError>;

impl Sim {
    /// Starts a machine and returns when its agent listens.
    ///
    /// # Errors
    /// [`SimError`]: what is wrong with the configuration, or how the agent ended.
    pub fn start(config: Config) -> Result<Sim, SimError> {
        let network = Network::new(config.listen_port)?;
        let (port, waker) = (network.port(), network.waker());
        let (command_sender, commands) = mpsc::channel();
        let (start_sender, started) = mpsc::channel();
        let (token, patience) = (config.token.clone(), config.patience);
        let thread = thread::Builder::new()
            .name("simulated Macintosh".to_owned())
            .spawn(move || live(&config, network, commands, start_sender))?;
        let sim = Sim {
            port,
            token,
            commands: Some(command_sender),
            waker,
            thread: Some(thread),
        };
        match started.recv_timeout(patience) {
            Ok(outcome) => outcome.map(|()| sim),
            Err(RecvTimeoutError::Timeout) => Err(SimError::NotListening(patience)),
            Err(RecvTimeoutError::Disconnected) => Err(SimError::AgentEnded),
        }
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
    /// When the machine's thread has panicked.
    fn ask<T: Send + 'static>(&self, work: impl FnOnce(&mut Machine) -> T + Send + 'static) -> T {
        let (sender, receiver) = mpsc::channel();
        let command: Command = Box::new(move |machine| {
            let answer = work(machine);
            // Whoever asked waits for the answer.
            let _ = sender.send(answer);
        });
        let sent = self
            .commands
            .as_ref()
            .is_some_and(|commands| commands.send(command).is_ok());
        if let Err(error) = self.waker.wake() {
            tracing::warn!(%error, "waking the simulated Macintosh");
        }
        match receiver.recv() {
            Ok(answer) if sent => answer,
            _ => panic!("the simulated Macintosh's thread has panicked"),
        }
    }

    /// The screen without the pointer.
    pub fn frame_buffer(&self) -> FrameBuffer {
        self.ask(frame_buffer::copy)
    }

    /// What is on the screen, as the desktop knows it.
    pub fn scene(&self) -> Scene {
        self.ask(|machine| machine.front.scene())
    }

    /// Switches a failure on.
    pub fn fault(&self, fault: Fault) {
        self.ask(move |machine| machine.fault(fault));
    }

    /// The bomb that stopped the machine, if one did.
    pub fn bomb(&self) -> Option<Bomb> {
        self.ask(|machine| machine.bomb.clone())
    }

    /// Cycles that the agent has used and that it was charged.
    pub fn stats(&self) -> Stats {
        self.ask(|machine| machine.meter.stats())
    }

    /// Starts the figures of [`Sim::stats`] over.
    pub fn reset_stats(&self) {
        self.ask(|machine| machine.meter.reset());
    }

    /// The file with this full path name (`Macintosh HD:Folder:File`).
    pub fn file(&self, path: &str) -> Option<FileContents> {
        let path = path.to_owned();
        self.ask(move |machine| {
            let item = machine.volume.item(find(&machine.volume, &path).ok()?)?;
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
            let volume = &machine.volume;
            let folder = find(volume, &path)
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

    /// Puts a file on the volume, in a folder that exists.
    ///
    /// # Errors
    /// [`SimError::Volume`] as the File Manager would refuse it.
    pub fn add_file(&self, path: &str, contents: FileContents) -> Result<(), SimError> {
        let owned = path.to_owned();
        let added = self.ask(move |machine| {
            let now = machine.seconds();
            let volume = &mut machine.volume;
            let (parent, name) = match resolve(volume, &owned)? {
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

fn resolve(volume: &Volume, path: &str) -> Result<Place, OsErr> {
    let mut path = macroman::encode(path).map_err(|_| OsErr::BAD_NAME)?;
    if !path.contains(&b':') {
        path.push(b':');
    }
    volume.resolve(ROOT, &path)
}

fn find(volume: &Volume, path: &str) -> Result<u32, OsErr> {
    match resolve(volume, path)? {
        Place::Found(id) => Ok(id),
        Place::Missing { .. } => Err(OsErr::FILE_NOT_FOUND),
    }
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

/// The life of a machine, on its thread.
fn live(config: &Config, network: Network, commands: Receiver<Command>, started: Sender<Started>) {
    let mut booted = match boot(config, network, commands) {
        Ok(booted) => booted,
        Err(error) => return tell(&started, Err(error)),
    };
    let machine = &mut booted.machine;
    let listening = started.clone();
    machine.when_listening(Box::new(move || tell(&listening, Ok(()))));
    let end = front::run(machine).and_then(|()| process_manager::run_application(machine, booted.agent));
    let Some(outcome) = settle(machine, end) else {
        return;
    };
    tell(&started, outcome);
    drop(started);
    outlive(machine);
}

fn tell(started: &Sender<Started>, outcome: Started) {
    // The starter may have lost patience.
    let _ = started.send(outcome);
}

/// Cleans up after the agent; `None` when the simulator is to end.
fn settle(machine: &mut Machine, end: Result<(), Stop>) -> Option<Started> {
    let cause = match end {
        Err(Stop::Quit) => return None,
        Err(Stop::Bomb(cause)) => Some(cause),
        Ok(()) | Err(Stop::Exit) => process_manager::bury(machine).err(),
    };
    Some(match cause {
        Some(cause) => {
            let bomb = machine.bomb_of(cause);
            tracing::error!(%bomb, "the simulated Macintosh has bombed");
            machine.bomb = Some(bomb.clone());
            Err(SimError::Bomb(bomb))
        }
        None => Err(SimError::AgentEnded),
    })
}

/// What the machine does without its agent: after a bomb nothing, else the desktop goes on.
fn outlive(machine: &mut Machine) {
    const MOMENT: Duration = Duration::from_secs(1);
    loop {
        let end = if machine.bomb.is_some() {
            machine.poll_host(MOMENT)
        } else {
            let tick = machine.clock.now() + machine.clock.cycles_of_ticks(1);
            front::run(machine).and_then(|()| machine.idle_until(tick).map(|_| ()))
        };
        match end {
            Ok(()) => {}
            Err(Stop::Bomb(cause)) => machine.bomb = Some(machine.bomb_of(cause)),
            Err(Stop::Exit | Stop::Quit) => return,
        }
    }
}
