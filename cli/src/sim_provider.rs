//! `sim:` targets: hands the simulated Macintosh to the runtime, which does not know it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use mc_protocol::Code;
use mc_runtime::provider::{Endpoint, Provided, Provider};
use mc_runtime::target::Token;
use mc_runtime::{Error, Result};
use mc_sim::{Config, DiskFailure, Fault, Sim, SimError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::machine::Machine;

/// Starts simulated Macintoshes.
#[derive(Clone, Copy, Debug, Default)]
pub struct SimProvider {
    /// Whether all of them begin with the Empty Trash alert on the screen.
    pub alert: bool,
}

impl Provider for SimProvider {
    fn scheme(&self) -> &str {
        "sim"
    }

    fn start(&self, detail: Option<&str>) -> Result<Arc<dyn Provided>> {
        let machine = Machine::from_detail(detail.unwrap_or_default())?;
        let config = Config {
            token: random_token(),
            trash: machine.alert || self.alert,
            ..machine.config()
        };
        Ok(Arc::new(Simulated(start(config)?)))
    }
}

/// Starts a simulated Macintosh.
///
/// # Errors
/// `bad_params` for a machine that cannot be; `unreachable` when it does not come up.
pub fn start(config: Config) -> Result<Sim> {
    Sim::start(config).map_err(|error| {
        let told = match error {
            SimError::Depth { .. } => Error::bad_param("depth", error.to_string()),
            SimError::Ram { .. } => Error::bad_param("ram", error.to_string()),
            SimError::Token => Error::bad_param("token", error.to_string()),
            _ => Error::new(Code::Unreachable, error.to_string()),
        };
        told.attempting("starting a simulated Macintosh")
    })
}

/// A token that nobody can guess from outside: the standard library seeds its hashers from the system's randomness.
pub fn random_token() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

struct Simulated(Sim);

/// What `sim.fault` takes.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum FaultRequest {
    /// The nth write to the disk from now fails.
    DiskWrite { nth: u32, error: DiskError },
    /// The nth allocation from now finds no memory.
    Allocation { nth: u32 },
    /// No byte passes the network.
    NetworkPause,
    /// The network passes bytes again.
    NetworkResume,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum DiskError {
    Medium,
    Full,
}

impl From<FaultRequest> for Fault {
    fn from(request: FaultRequest) -> Fault {
        match request {
            FaultRequest::DiskWrite { nth, error } => {
                let error = match error {
                    DiskError::Medium => DiskFailure::Medium,
                    DiskError::Full => DiskFailure::Full,
                };
                Fault::DiskWrite { nth, error }
            }
            FaultRequest::Allocation { nth } => Fault::Allocation { nth },
            FaultRequest::NetworkPause => Fault::NetworkPause,
            FaultRequest::NetworkResume => Fault::NetworkResume,
        }
    }
}

impl Provided for Simulated {
    fn endpoint(&self) -> Endpoint {
        let token = Token::from(self.0.token().to_owned());
        Endpoint {
            host: "127.0.0.1".to_owned(),
            port: self.0.port(),
            token,
        }
    }

    fn perform(&self, verb: &str, arguments: Value) -> Result<Value> {
        match verb {
            "fault" => {
                let request: FaultRequest = serde_json::from_value(arguments).map_err(|error| {
                    Error::bad_param("kind", format!("this is no fault of the simulator: {error}"))
                })?;
                self.0.fault(request.into());
                Ok(Value::Null)
            }
            "scene" => Ok(json!(self.0.scene())),
            other => {
                let message = format!("the simulator has no function `{other}`; it has fault and scene");
                Err(Error::new(Code::Unsupported, message))
            }
        }
    }

    fn trouble(&self) -> Option<String> {
        self.0.bomb().map(|bomb| bomb.to_string())
    }
}
