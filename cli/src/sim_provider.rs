//! `sim:` targets: hands the simulated Macintosh to the runtime, which does not know it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use mc_protocol::Code;
use mc_runtime::provider::{Endpoint, Provided, Provider};
use mc_runtime::target::Token;
use mc_runtime::{Error, Result};
use mc_sim::{Config, FaultError, FaultRequest, Sim, SimError};
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
            SimError::Fault(error) => no_fault(error),
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

/// A fault that cannot be; the error says which there are.
fn no_fault(error: FaultError) -> Error {
    let param = match &error {
        FaultError::UnknownField { field, .. } | FaultError::OffAndMore { field, .. } => field.clone(),
        FaultError::MissingField { field, .. } | FaultError::Value { field, .. } => (*field).to_owned(),
        FaultError::NoSuchTrap { .. } => "trap".to_owned(),
        FaultError::Alert { .. } => "text".to_owned(),
        FaultError::NoSuchVolume { .. } | FaultError::NotEjectable => "volume".to_owned(),
        FaultError::NoKind | FaultError::UnknownKind { .. } => "kind".to_owned(),
    };
    Error::bad_param(&param, error.to_string())
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
                let request = FaultRequest::try_from(arguments).map_err(no_fault)?;
                self.0.request(request).map_err(no_fault)?;
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
