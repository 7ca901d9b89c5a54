//! Providers: whoever hands the runtime a guest that has to be brought up first.
//!
//! The runtime does not know what stands behind a scheme; the program that links both tells it.

use std::sync::Arc;

use mc_protocol::Code;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::target::Token;

/// Brings guests up.
pub trait Provider: Send + Sync {
    /// The scheme of its targets, such as the `sim` of `sim:plus`.
    fn scheme(&self) -> &str;

    /// Brings a guest up and returns when its agent listens. May block.
    ///
    /// # Errors
    /// A detail that the provider does not know (`bad_params`), or a guest that does not come up (`unreachable`).
    fn start(&self, detail: Option<&str>) -> Result<Arc<dyn Provided>>;
}

/// A guest that a provider brought up. It goes away when the last reference does.
pub trait Provided: Send + Sync {
    /// Where its agent listens.
    fn endpoint(&self) -> Endpoint;

    /// Does something to the guest that only its provider can, such as `fault`. Scripts call it by the scheme's name.
    ///
    /// # Errors
    /// `unsupported` for a verb that it does not have, `bad_params` for arguments that the verb does not take.
    fn perform(&self, verb: &str, arguments: Value) -> Result<Value>;

    /// What is wrong with the guest as seen from outside, when something is.
    fn trouble(&self) -> Option<String>;
}

/// Where an agent listens, and what it wants to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Name or address.
    pub host: String,
    /// Port.
    pub port: u16,
    /// The token that `hello` proves.
    pub token: Token,
}

/// The providers that a program has.
#[derive(Clone, Default)]
pub struct Providers(Vec<Arc<dyn Provider>>);

impl Providers {
    /// From a list.
    pub fn new(providers: Vec<Arc<dyn Provider>>) -> Providers {
        Providers(providers)
    }

    /// The provider of a scheme.
    ///
    /// # Errors
    /// `bad_params` when there is none.
    pub fn get(&self, scheme: &str) -> Result<Arc<dyn Provider>> {
        self.0
            .iter()
            .find(|provider| provider.scheme() == scheme)
            .cloned()
            .ok_or_else(|| {
                let known: Vec<String> = self
                    .0
                    .iter()
                    .map(|provider| format!("`{}:`", provider.scheme()))
                    .collect();
                let message = format!(
                    "no targets begin with `{scheme}:`; known are `tcp:` {}",
                    known.join(" ")
                );
                Error::new(Code::BadParams, message).with("param", "target")
            })
    }
}
