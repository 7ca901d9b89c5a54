//! Which simulated Macintosh is wanted: the flags of `mac-control sim`, and the same words behind `sim:`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use mc_runtime::{Error, Result};
use mc_sim::{Config, Fault, Profile, Speed, SystemVersion};

/// A simulated Macintosh. As a target it is written `sim:plus` or `sim:iici,system=7.5,depth=1`: the machine, then flags without
/// their dashes.
#[derive(Clone, Debug, Args)]
pub struct Machine {
    /// Which machine: a Plus is black and white, a IIci and a Quadra have 256 colours.
    #[arg(long, default_value = Profile::default().name(), value_parser = profiles())]
    pub profile: Profile,
    /// Its system software; 7.5 brings AppleScript and a Finder that can be scripted.
    #[arg(long, default_value = SystemVersion::default().name(), value_parser = systems())]
    pub system: SystemVersion,
    /// Bits a pixel of its screen, from 1 to what the machine has; its usual ones by default.
    #[arg(long, value_name = "BITS")]
    pub depth: Option<u16>,
    /// Its memory, such as 8M or 2.5M; the usual one of the machine by default.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub ram: Option<u32>,
    /// Seed of its random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// How fast it is: as the host can, or as the real one.
    #[arg(long, default_value = Speed::default().name(), value_parser = speeds())]
    pub speed: Speed,
    /// Begin with the Empty Trash alert on the screen.
    #[arg(long)]
    pub alert: bool,
    /// Begin with something wrong; may be repeated. `mac-control sim --help` lists the kinds with their fields.
    #[arg(long = "fault", value_name = "KIND[,FIELD=VALUE]...", value_parser = str::parse::<Fault>)]
    pub faults: Vec<Fault>,
    /// What the Macintosh's owner allows.
    #[arg(long, value_enum, default_value_t = Consent::Full)]
    pub agent: Consent,
}

/// What the owner of a Macintosh can allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Consent {
    /// Nothing.
    Disabled,
    /// Look, but change nothing.
    ReadOnly,
    /// Everything.
    Full,
}

/// A machine as the only thing that is said.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Detail {
    #[command(flatten)]
    machine: Machine,
}

fn profiles() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(Profile::name)).try_map(|name| name.parse::<Profile>())
}

fn systems() -> impl TypedValueParser<Value = SystemVersion> {
    PossibleValuesParser::new(SystemVersion::ALL.map(SystemVersion::name))
        .try_map(|name| name.parse::<SystemVersion>())
}

fn speeds() -> impl TypedValueParser<Value = Speed> {
    PossibleValuesParser::new(Speed::ALL.map(Speed::name)).try_map(|name| name.parse::<Speed>())
}

/// A size of memory in megabytes or kilobytes, in bytes.
fn memory(text: &str) -> std::result::Result<u32, String> {
    let wrong = || format!("`{text}` is no size of memory; it looks like 8M, 2.5M or 4096K");
    let (number, unit) = match text.strip_suffix(['M', 'm']) {
        Some(number) => (number, 1_u32 << 20),
        None => (text.strip_suffix(['K', 'k']).ok_or_else(wrong)?, 1 << 10),
    };
    let bytes = number.parse::<f64>().map_err(|_| wrong())? * f64::from(unit);
    match bytes > 0.0 && bytes <= f64::from(u32::MAX) && bytes.fract() == 0.0 {
        true => Ok(bytes as u32),
        false => Err(wrong()),
    }
}

impl Machine {
    /// The machine that the rest of a target names, such as the `iici,system=7.5` of `sim:iici,system=7.5`.
    ///
    /// # Errors
    /// `bad_params` for what is no machine, no setting, or no value of that setting.
    pub fn from_detail(detail: &str) -> Result<Machine> {
        let words = words_of(detail);
        let flags = words
            .iter()
            .map(|word| match word.contains('=') || word == "alert" {
                true => format!("--{word}"),
                false => format!("--profile={word}"),
            });
        Detail::try_parse_from(flags)
            .map(|detail| detail.machine)
            .map_err(|error| {
                let message = format!(
                    "`sim:{detail}` is no simulated Macintosh: {}; it looks like `sim:plus` or `sim:iici,system=7.5`, and `mac-control sim \
                     --help` lists the settings",
                    gist(&error)
                );
                Error::bad_param("target", message)
            })
    }

    /// What the simulator is started with.
    pub fn config(&self) -> Config {
        Config {
            profile: self.profile,
            system: self.system,
            depth: self.depth,
            ram: self.ram,
            seed: self.seed,
            speed: self.speed,
            faults: self.faults.clone(),
            trash: self.alert,
            consent: match self.agent {
                Consent::Disabled => mc_sim::Consent::Disabled,
                Consent::ReadOnly => mc_sim::Consent::ReadOnly,
                Consent::Full => mc_sim::Consent::Full,
            },
            ..Config::default()
        }
    }
}

/// The words between the commas; a fault keeps the fields that follow it: `fault=disk_write,nth=1,error=full` is one word.
fn words_of(detail: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in detail.split(',').filter(|word| !word.is_empty()) {
        let fault = words.last_mut().filter(|last| is_field_of(last, word));
        match fault {
            Some(fault) => {
                fault.push(',');
                fault.push_str(word);
            }
            None => words.push(word.to_owned()),
        }
    }
    words
}

/// Whether `word` gives a field to the fault that `setting` begins with.
fn is_field_of(setting: &str, word: &str) -> bool {
    let kind = setting
        .strip_prefix("fault=")
        .and_then(|fault| fault.split(',').next());
    let kind = Fault::kinds().iter().find(|known| Some(known.name) == kind);
    let field = word.split('=').next();
    kind.is_some_and(|kind| kind.fields.iter().any(|known| Some(known.name) == field))
}

/// What is wrong, on one line and without what is only of use on a command line.
fn gist(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs = text.split("\n\n").take_while(|paragraph| {
        !["Usage:", "For more"]
            .iter()
            .any(|end| paragraph.starts_with(end))
    });
    let words: Vec<&str> = paragraphs.flat_map(str::split_whitespace).skip(1).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use mc_protocol::Code;

    use super::*;

    #[test]
    fn a_target_names_a_machine_and_its_settings() {
        let plain = Machine::from_detail("").expect("the default");
        assert_eq!(
            (plain.profile, plain.system),
            (Profile::Iici, SystemVersion::V7_1)
        );
        let config =
            Machine::from_detail("quadra,system=7.5,depth=1,ram=20M,seed=7,speed=real,alert,agent=read-only")
                .expect("all of them")
                .config();
        assert_eq!(
            (config.profile, config.system),
            (Profile::Quadra, SystemVersion::V7_5)
        );
        assert_eq!((config.depth, config.seed, config.trash), (Some(1), 7, true));
        assert_eq!((config.ram, config.speed), (Some(20 << 20), Speed::Real));
        assert_eq!(config.consent, mc_sim::Consent::ReadOnly);
        assert_eq!(
            Machine::from_detail("system=7.0").expect("no machine").system,
            SystemVersion::V7_0
        );
    }

    #[test]
    fn memory_is_read_in_mega_and_kilobytes() {
        assert_eq!(memory("8M"), Ok(8 << 20));
        assert_eq!(memory("2.5m"), Ok(2_621_440));
        assert_eq!(memory("4096K"), Ok(4 << 20));
    }

    #[test]
    fn a_target_may_begin_with_faults() {
        let detail = "plus,fault=disk_write,nth=2,error=full,depth=1,fault=network_pause,seed=3";
        let config = Machine::from_detail(detail).expect("two faults").config();
        let faults: Vec<Fault> = ["disk_write,nth=2,error=full", "network_pause"]
            .map(|words| words.parse().expect("a fault"))
            .to_vec();
        assert_eq!((config.faults, config.depth, config.seed), (faults, Some(1), 3));
    }

    #[test]
    fn what_is_none_is_named_with_what_there_is() {
        for (detail, told) in [
            ("lisa", "[possible values: plus, iici, quadra]"),
            ("iici,system=8", "[possible values: 7.0, 7.1, 7.5]"),
            ("iici,sytem=7.5", "'--system'"),
            ("iici,depth=deep", "'deep'"),
            ("iici,plus", "multiple times"),
            ("plus,ram=4", "4096K"),
            ("plus,ram=-4M", "no size of memory"),
            ("plus,ram=0.3K", "no size of memory"),
            ("plus,speed=fast", "[possible values: max, real]"),
            ("iici,agent=all", "read-only"),
            ("iici,fault=flood", "disk_write, allocation"),
            ("iici,fault=disk_write,nth=1", "needs `error`"),
        ] {
            let error = Machine::from_detail(detail).expect_err(detail);
            assert_eq!(error.code(), Code::BadParams, "{detail}");
            assert!(error.message().contains(told), "{error}");
            assert!(!error.message().contains('\n'), "{error}");
        }
    }
}
