//! Faults on the machine: switched on and off.

use super::{Fault, FaultError, FaultKind, Hand, Heap, Seconds, Trouble};
use crate::bomb::Cause;
use crate::front;
use crate::machine::Machine;
use crate::network::{Losses, Slow};
use crate::toolbox::event_manager;
use crate::toolbox::file_manager::StrayBytes;
use crate::trap;
use crate::volume::Volume;
use mc_protocol::macroman;
use std::time::Duration;

/// The name that a trap of the simulation has.
fn trap_named(name: String) -> Result<&'static str, FaultError> {
    trap::named(&name).ok_or(FaultError::NoSuchTrap { trap: name })
}

/// Whether an alert can say this: its texts go into a `DITL`, its buttons in one row.
fn check_alert(text: &str, buttons: &[String]) -> Result<(), FaultError> {
    const MOST_BUTTONS: usize = 3;
    let fits = |text: &str, most| macroman::encode(text).is_ok_and(|bytes| (1..=most).contains(&bytes.len()));
    let wrong = |field, wanted: &str| {
        Err(FaultError::Value {
            kind: FaultKind::Alert,
            field,
            wanted: wanted.to_owned(),
        })
    };
    if !fits(text, 255) {
        return wrong("text", "a text of 1 to 255 MacRoman characters");
    }
    if buttons.len() > MOST_BUTTONS || !buttons.iter().all(|title| fits(title, 20)) {
        return wrong("buttons", "at most 3 titles of 1 to 20 MacRoman characters");
    }
    Ok(())
}

impl Machine {
    /// Whether this failure can be switched on.
    ///
    /// # Errors
    /// As [`Machine::fault`].
    pub fn check_fault(&mut self, fault: &Fault) -> Result<(), FaultError> {
        match fault {
            Fault::CrashInTrap { trap, .. } | Fault::StallInTrap { trap, .. } => {
                trap_named(trap.clone()).map(|_| ())
            }
            Fault::DiskFull { volume, .. } | Fault::VolumeLocked { volume } => {
                self.volume_for_fault(volume.clone()).map(|_| ())
            }
            Fault::VolumeEjected { volume } => self.disk_to_eject(volume.clone()).map(|_| ()),
            Fault::Alert { text, buttons, .. } => check_alert(text, buttons.as_deref().unwrap_or_default()),
            _ => Ok(()),
        }
    }

    /// Switches a failure on.
    ///
    /// # Errors
    /// [`FaultError`] for a trap or volume that there is not.
    pub fn fault(&mut self, fault: Fault) -> Result<(), FaultError> {
        match fault {
            Fault::DiskWrite { nth, error } => self.files.fail_write(nth, error),
            Fault::Allocation { nth } => self.heap.fail_allocation(nth),
            Fault::OutOfMemory { above, heap } => {
                let heap: Heap = heap.unwrap_or_default();
                self.heap.run_short(heap, above.unwrap_or(0));
            }
            Fault::DiskFull { bytes, volume } => {
                self.volume_for_fault(volume)?.leave_free(bytes.unwrap_or(0));
            }
            Fault::VolumeLocked { volume } => self.volume_for_fault(volume)?.trouble.locked = true,
            Fault::VolumeEjected { volume } => {
                self.disk_to_eject(volume)?.trouble.ejected = true;
            }
            Fault::CrashInTrap { trap, nth, crash } => {
                self.trouble.set(trap_named(trap)?, nth, Trouble::Crash(crash));
            }
            Fault::StallInTrap { trap, nth, seconds } => {
                self.trouble
                    .set(trap_named(trap)?, nth, Trouble::Stall(seconds.ticks()));
            }
            Fault::FrontHangs { seconds } => self.front.hang(seconds.ticks()),
            Fault::Alert {
                text,
                buttons,
                starves,
            } => {
                let buttons = buttons.unwrap_or_default();
                check_alert(&text, &buttons)?;
                front::put_up_alert(self, &text, &buttons, starves.unwrap_or(false))?;
            }
            Fault::BombBox { id } => {
                let id = i16::try_from(id.unwrap_or(1)).unwrap_or(i16::MAX);
                self.end = Some(Cause::Requested { id });
            }
            Fault::PowerCut { nth } => self.files.cut_power(nth),
            Fault::ScreenSaver { after, seed } => {
                front::save_screen(self, after.map_or(0, Seconds::ticks), seed.unwrap_or(1));
            }
            Fault::UserHand { reach, seed } => {
                self.hand = Some(Hand::new(seed.unwrap_or(1), reach.unwrap_or(6)));
            }
            Fault::SlowRedraw { seconds } => front::redraw_slowly(self, Some(seconds.ticks())),
            Fault::StrayBytes { count, at } => {
                self.files.stray = Some(StrayBytes {
                    count: count.unwrap_or(77),
                    at: at.unwrap_or(48),
                });
            }
            Fault::AppleEventsIgnored { creator } => self.front.silence(creator.0),
            Fault::PortKept { opens } => self.tcp.keep_port(opens),
            Fault::NetworkPause => self.network.set_paused(true),
            Fault::NetworkCut => {
                self.network.set_cut(true);
                self.tcp.look_again();
            }
            Fault::NetworkSlow {
                bytes_per_second,
                latency,
            } => {
                let hz = u64::from(self.hardware.hz);
                self.network.line_mut().slow = Some(Slow {
                    cycles_a_byte: bytes_per_second.map_or(0, |rate| hz / u64::from(rate.max(1))),
                    latency: latency.map_or(0, |latency| self.clock.cycles_of(latency.span())),
                });
            }
            Fault::SmallWritesDropped { quiet, retransmit } => {
                self.network.line_mut().small_writes = Some(self.losses(quiet, retransmit));
            }
            Fault::AckBurstsDropped { quiet, retransmit } => {
                self.network.line_mut().ack_bursts = Some(self.losses(quiet, retransmit));
            }
            Fault::MactcpAbsent => self.tcp.is_absent = true,
            Fault::ApplescriptAbsent => self.osa.is_absent = true,
        }
        Ok(())
    }

    /// Switches all failures of a kind off.
    pub fn lift(&mut self, kind: FaultKind) {
        match kind {
            FaultKind::DiskWrite => self.files.fail_no_write(),
            FaultKind::Allocation => self.heap.fail_allocation(0),
            FaultKind::OutOfMemory => self.heap.run_short_no_more(),
            FaultKind::DiskFull => self
                .volumes_mut()
                .for_each(|volume| volume.trouble.withheld_blocks = 0),
            FaultKind::VolumeLocked => self
                .volumes_mut()
                .for_each(|volume| volume.trouble.locked = false),
            FaultKind::VolumeEjected => self.insert_disks(),
            FaultKind::CrashInTrap | FaultKind::StallInTrap => self.trouble.clear(),
            FaultKind::FrontHangs => self.front.hang(0),
            FaultKind::Alert => front::take_alerts_down(self),
            FaultKind::BombBox => {}
            FaultKind::PowerCut => self.files.cut_power(0),
            FaultKind::ScreenSaver => front::save_screen_no_more(self),
            FaultKind::UserHand => self.hand = None,
            FaultKind::SlowRedraw => front::redraw_slowly(self, None),
            FaultKind::StrayBytes => self.files.stray = None,
            FaultKind::AppleEventsIgnored => self.front.silence_nobody(),
            FaultKind::PortKept => self.tcp.keep_port(0),
            FaultKind::NetworkPause => self.network.set_paused(false),
            FaultKind::NetworkCut => self.network.set_cut(false),
            FaultKind::NetworkSlow => self.network.line_mut().slow = None,
            FaultKind::SmallWritesDropped => self.network.line_mut().small_writes = None,
            FaultKind::AckBurstsDropped => self.network.line_mut().ack_bursts = None,
            FaultKind::MactcpAbsent => self.tcp.is_absent = false,
            FaultKind::ApplescriptAbsent => self.osa.is_absent = false,
        }
        // Whatever was held back may pass.
        self.tcp.look_again();
    }

    /// What a network card loses; without figures those that New Old World measured.
    fn losses(&self, quiet: Option<Seconds>, retransmit: Option<Seconds>) -> Losses {
        const QUIET: Duration = Duration::from_millis(2);
        const RETRANSMIT: Duration = Duration::from_millis(311);
        Losses {
            quiet: self.clock.cycles_of(quiet.map_or(QUIET, Seconds::span)),
            retransmit: self.clock.cycles_of(retransmit.map_or(RETRANSMIT, Seconds::span)),
        }
    }

    fn volumes_mut(&mut self) -> impl Iterator<Item = &mut Volume> {
        std::iter::once(&mut self.volume).chain(&mut self.more_volumes)
    }

    /// The volume of this name, or the startup volume.
    fn volume_for_fault(&mut self, name: Option<String>) -> Result<&mut Volume, FaultError> {
        let Some(name) = name else {
            return Ok(&mut self.volume);
        };
        let bytes = macroman::encode(name.trim_end_matches(':')).unwrap_or_default();
        let volumes = self
            .volumes()
            .map(|volume| macroman::decode(volume.name()))
            .collect();
        let found = self.volumes_mut().find(|volume| volume.is_named(&bytes));
        found.ok_or(FaultError::NoSuchVolume {
            volume: name,
            volumes,
        })
    }

    fn disk_to_eject(&mut self, name: String) -> Result<&mut Volume, FaultError> {
        let volume = self.volume_for_fault(Some(name))?;
        match volume.answers_to(0) {
            true => Err(FaultError::NotEjectable),
            false => Ok(volume),
        }
    }

    /// Puts ejected disks in again: each is announced by a disk-inserted event, as its driver does.
    fn insert_disks(&mut self) {
        let mut drives = Vec::new();
        for volume in self.volumes_mut().filter(|volume| volume.trouble.ejected) {
            volume.trouble.ejected = false;
            drives.push(volume.medium.drive);
        }
        for drive in drives {
            let message = u32::from(drive as u16);
            if let Err(stop) = event_manager::post(self, event_manager::DISK_INSERTED, message) {
                tracing::error!(?stop, "the event queue takes no disk-inserted event");
            }
        }
    }
}
