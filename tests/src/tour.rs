//! Every method of the wire in a row, each finding what it needs. The bench takes its figures on the way, a test holds the
//! agent to its budget on it, and looks that no method is left out.

use mc_protocol::common::{Point, Psn, Rect};
use mc_protocol::events::JobDone;
use mc_protocol::{
    Method, OsType, WireError, apple_event, applescript, clipboard, cursor, font, fs, health, jobs, log,
    process, resource, screen, subscribe, system, unsubscribe, volume,
};
use mc_sim::{Config, FileContents, Profile, Sim, SimError};

use crate::{Wire, noise};

const SYSTEM: &str = "Macintosh HD:System Folder:System";
const FORK: usize = 64 << 10;

/// One call, and the wait for its job where it starts one.
pub struct Stop {
    /// Such as `fs.get`.
    pub method: &'static str,
    /// What is special about it, where a method has several stops.
    pub about: &'static str,
    act: fn(&mut Tour) -> Result<(), WireError>,
}

/// Somebody on the way, and what has been told that is needed later.
pub struct Tour {
    wire: Wire,
    psn: Psn,
    checksum: u32,
    job: u32,
}

/// A Macintosh for the tour: a System 7 with AppleScript, and the files that are needed.
///
/// # Errors
/// As [`Sim::start`].
pub fn start(profile: Profile) -> Result<Sim, SimError> {
    let sim = Sim::start(Config {
        profile,
        applescript: Some(true),
        ..Config::default()
    })?;
    let folder = fs::Mkdir {
        parents: Some(true),
        ..fs::Mkdir::new("Macintosh HD:Tour:Deep:Deeper".to_owned())
    };
    let mut wire = Wire::greeted(sim.port(), sim.token());
    wire.call(&folder).expect("a new folder");
    wire.hang_up();
    for number in 0..20 {
        let file = FileContents {
            file_type: *b"TEXT",
            creator: *b"ttxt",
            data: noise(2000, number),
            resource: Vec::new(),
        };
        sim.add_file(&format!("Macintosh HD:Tour:Deep:Deeper:File {number}"), file)?;
    }
    sim.add_file("Macintosh HD:Jotter", mc_sim::jotter())?;
    Ok(sim)
}

impl Tour {
    /// At its beginning.
    pub fn new(sim: &Sim) -> Tour {
        Tour {
            wire: Wire::greeted(sim.port(), sim.token()),
            psn: Psn { high: None, low: 0 },
            checksum: 0,
            job: 0,
        }
    }

    /// Makes a stop.
    ///
    /// # Errors
    /// What the guest answers.
    pub fn visit(&mut self, stop: &Stop) -> Result<(), WireError> {
        (stop.act)(self)
    }

    fn call<M: Method>(&mut self, method: &M) -> Result<(), WireError> {
        self.wire.call(method).map(drop)
    }

    fn fetch<M: Method>(&mut self, method: &M) -> Result<(), WireError> {
        self.wire.fetch(method).map(drop)
    }

    fn follow(&mut self, job: u32) {
        self.job = job;
        while self.wire.event::<JobDone>().job_id != job {}
    }

    fn launch(&mut self) -> Result<(), WireError> {
        let launch = process::Launch {
            path: Some("Macintosh HD:Jotter".to_owned()),
            ..process::Launch::default()
        };
        self.psn = self.wire.call(&launch)?.psn;
        Ok(())
    }

    fn capture(&mut self, since: Option<u32>) -> Result<(), WireError> {
        let capture = screen::Capture {
            since,
            ..screen::Capture::default()
        };
        let (answer, _) = self.wire.fetch(&capture)?;
        self.checksum = answer.checksum;
        Ok(())
    }

    fn run_script(&mut self, source: &str) -> Result<(), WireError> {
        let size = u16::try_from(source.len()).expect("a short script");
        let answer = self
            .wire
            .deliver(&applescript::Eval::new(size), source.as_bytes())?;
        self.follow(answer.job_id);
        Ok(())
    }

    fn send_event(&mut self) -> Result<(), WireError> {
        let send = apple_event::Send {
            signature: Some(OsType(*b"MACS")),
            ..apple_event::Send::new(OsType(*b"aevt"), OsType(*b"oapp"))
        };
        let answer = self.wire.deliver(&send, &[])?;
        self.follow(answer.job_id);
        Ok(())
    }

    fn delete_all(&mut self) -> Result<(), WireError> {
        let delete = fs::Delete {
            recursive: Some(true),
            ..fs::Delete::new("Macintosh HD:Tour".to_owned())
        };
        if let Some(job) = self.wire.call(&delete)?.job_id {
            self.follow(job);
        }
        Ok(())
    }
}

fn put() -> fs::Put {
    fs::Put {
        r#type: Some(OsType(*b"TEXT")),
        creator: Some(OsType(*b"ttxt")),
        resource_size: Some(FORK as u32),
        comment: Some("Brought along".to_owned()),
        ..fs::Put::new("Macintosh HD:Tour:Made:Below:Put".to_owned(), FORK as u32)
    }
}

fn get(fork: fs::Fork) -> fs::Get {
    fs::Get {
        fork: Some(fork),
        ..fs::Get::new("Macintosh HD:Tour:Made:Below:Put".to_owned())
    }
}

fn input() -> screen::Input {
    let click = screen::InputEvent {
        x: Some(300),
        y: Some(250),
        count: Some(2),
        ..screen::InputEvent::new(screen::Gesture::Click)
    };
    let drag = screen::InputEvent {
        path: Some(vec![
            Point { x: 20, y: 8 },
            Point { x: 30, y: 30 },
            Point { x: 400, y: 200 },
        ]),
        hold_ms: Some(50),
        ..screen::InputEvent::new(screen::Gesture::Drag)
    };
    let text = screen::InputEvent {
        text: Some("Typed text, more than the queue of events can hold at once".to_owned()),
        ..screen::InputEvent::new(screen::Gesture::Type)
    };
    screen::Input {
        events: vec![click, drag, text],
    }
}

const fn stop(
    method: &'static str,
    about: &'static str,
    act: fn(&mut Tour) -> Result<(), WireError>,
) -> Stop {
    Stop { method, about, act }
}

/// The stops, in their order.
pub const STOPS: &[Stop] = &[
    stop("subscribe", "", |tour| {
        tour.call(&subscribe::Subscribe {
            channels: vec![subscribe::Channel::Jobs],
        })
    }),
    stop("log.set_level", "", |tour| {
        tour.call(&log::SetLevel {
            level: log::LogLevel::Info,
        })
    }),
    stop("health", "", |tour| tour.call(&health::Health {})),
    stop("system.info", "", |tour| tour.call(&system::Info {})),
    stop("system.time", "", |tour| tour.call(&system::Time {})),
    stop("system.set_time", "", |tour| {
        tour.call(&system::SetTime { date: 2_800_000_000 })
    }),
    stop("cursor.get", "", |tour| tour.call(&cursor::Get {})),
    stop("volume.list", "", |tour| tour.call(&volume::List {})),
    stop("fs.mkdir", "", |tour| {
        tour.call(&fs::Mkdir {
            parents: Some(true),
            ..fs::Mkdir::new("Macintosh HD:Tour:Made:Below".to_owned())
        })
    }),
    stop("fs.put", "", |tour| {
        tour.wire.put(&put(), &noise(2 * FORK, 2)).map(drop)
    }),
    stop("fs.stat", "", |tour| tour.call(&fs::Stat { path: put().path })),
    stop("fs.list", "", |tour| {
        tour.call(&fs::List::new("Macintosh HD:Tour:Deep:Deeper".to_owned()))
    }),
    stop("fs.get", "forks", |tour| tour.fetch(&get(fs::Fork::Both))),
    stop("fs.get", "macbinary", |tour| {
        tour.fetch(&get(fs::Fork::Macbinary))
    }),
    stop("fs.move", "", |tour| {
        tour.call(&fs::Move::new(put().path, "Macintosh HD:Tour:Moved".to_owned()))
    }),
    stop("fs.delete", "file", |tour| {
        tour.call(&fs::Delete::new("Macintosh HD:Tour:Moved".to_owned()))
    }),
    stop("fs.delete", "folder", Tour::delete_all),
    stop("jobs.status", "", |tour| {
        tour.call(&jobs::Status { job_id: tour.job })
    }),
    stop("jobs.cancel", "", |tour| {
        tour.call(&jobs::Cancel { job_id: tour.job })
    }),
    stop("resource.list", "types", |tour| {
        tour.call(&resource::List {
            path: Some(SYSTEM.to_owned()),
            ..resource::List::default()
        })
    }),
    stop("resource.list", "one type", |tour| {
        tour.call(&resource::List {
            path: Some(SYSTEM.to_owned()),
            r#type: Some(OsType(*b"NFNT")),
            ..resource::List::default()
        })
    }),
    stop("resource.get", "", |tour| {
        tour.fetch(&resource::Get {
            path: Some(SYSTEM.to_owned()),
            ..resource::Get::new(OsType(*b"CURS"), 4)
        })
    }),
    stop("font.list", "", |tour| tour.call(&font::List { cursor: None })),
    stop("font.get", "", |tour| {
        let strikes = tour.wire.call(&font::List { cursor: None })?.strikes;
        let first = strikes.first().expect("a System has strikes");
        tour.fetch(&font::Get {
            kind: first.kind,
            id: first.id,
        })
    }),
    stop("screen.capture", "all", |tour| tour.capture(None)),
    stop("screen.capture", "since", |tour| {
        tour.capture(Some(tour.checksum))
    }),
    stop("screen.capture", "region", |tour| {
        let region = Rect {
            x: 3,
            y: 5,
            width: 101,
            height: 77,
        };
        tour.fetch(&screen::Capture {
            region: Some(region),
            ..screen::Capture::default()
        })
    }),
    stop("screen.input", "", |tour| tour.call(&input())),
    stop("process.list", "", |tour| {
        tour.call(&process::List { cursor: None })
    }),
    stop("process.launch", "", Tour::launch),
    stop("process.front", "", |tour| {
        tour.call(&process::Front { psn: tour.psn })
    }),
    stop("clipboard.set", "", |tour| {
        let flavor = clipboard::FlavorSize {
            flavor: OsType(*b"TEXT"),
            size: 5000,
        };
        let set = clipboard::Set {
            flavors: vec![flavor],
        };
        tour.wire.deliver(&set, &noise(5000, 3)).map(drop)
    }),
    stop("clipboard.get", "", |tour| {
        let flavor = clipboard::FlavorName {
            flavor: OsType(*b"TEXT"),
        };
        tour.fetch(&clipboard::Get {
            flavors: Some(vec![flavor]),
        })
    }),
    stop("apple_event.send", "", Tour::send_event),
    stop("applescript.eval", "", |tour| {
        tour.run_script("set x to 6\rrepeat 3 times\rset x to x + 12\rend repeat\rx")
    }),
    stop("jobs.result", "", |tour| {
        tour.fetch(&jobs::Result { job_id: tour.job })
    }),
    stop("process.quit", "", |tour| {
        tour.call(&process::Quit::new(tour.psn))
    }),
    stop("log.tail", "", |tour| tour.call(&log::Tail::default())),
    stop("log.download", "", |tour| tour.fetch(&log::Download::default())),
    stop("unsubscribe", "", |tour| {
        tour.call(&unsubscribe::Unsubscribe {
            channels: vec![unsubscribe::Channel::Jobs],
        })
    }),
];
