//! Targets: how a person names a guest, and what that means.

use std::fmt;
use std::str::FromStr;

use mc_protocol::limits;

use crate::error::{Error, Result};

/// A guest that can be reached, as named on the command line: `tcp://mac.local`, `sim:`, `sim:iici,system=7.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An agent that listens on the network.
    Tcp {
        /// Name or address.
        host: String,
        /// Its port.
        port: u16,
    },
    /// A guest that a provider brings up: `scheme:detail`.
    Provided {
        /// Which provider.
        scheme: String,
        /// Which of its guests; the provider's default when absent.
        detail: Option<String>,
    },
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(text: &str) -> Result<Target> {
        match text.split_once(':') {
            Some(("tcp", rest)) => tcp(text, rest),
            Some((scheme, detail)) if is_scheme(scheme) => match is_detail(detail) {
                true => Ok(Target::Provided {
                    scheme: scheme.to_owned(),
                    detail: (!detail.is_empty()).then(|| detail.to_owned()),
                }),
                false => Err(not_a_target(
                    text,
                    "behind the colon stand letters, digits, and `-_.,=`",
                )),
            },
            _ => Err(not_a_target(text, "it does not begin with a scheme and a colon")),
        }
    }
}

fn is_scheme(scheme: &str) -> bool {
    !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_lowercase())
}

fn is_detail(detail: &str) -> bool {
    detail
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"-_.,=".contains(&byte))
}

fn tcp(text: &str, rest: &str) -> Result<Target> {
    let place = rest
        .strip_prefix("//")
        .map(|place| place.trim_end_matches('/'))
        .ok_or_else(|| not_a_target(text, "after `tcp:` come two slashes"))?;
    let (host, port) = match place.rsplit_once(':') {
        // A bare IPv6 address has colons of its own; with a port it stands in brackets.
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
            let port = port
                .parse()
                .ok()
                .filter(|&port| port != 0)
                .ok_or_else(|| not_a_target(text, "the port is a number from 1 to 65535"))?;
            (host, port)
        }
        _ => (place, limits::PORT as u16),
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host.is_empty() || host.contains(['/', ' ', '@']) {
        return Err(not_a_target(text, "the host is missing or not a host's name"));
    }
    Ok(Target::Tcp {
        host: host.to_owned(),
        port,
    })
}

fn not_a_target(text: &str, why: &str) -> Error {
    let message = format!(
        "`{text}` is not a target: {why}; targets look like `sim:`, `sim:iici,system=7.5`, `tcp://host:4780`"
    );
    Error::bad_param("target", message)
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Tcp { host, port } if host.contains(':') => write!(f, "tcp://[{host}]:{port}"),
            Target::Tcp { host, port } => write!(f, "tcp://{host}:{port}"),
            Target::Provided { scheme, detail } => write!(f, "{scheme}:{}", detail.as_deref().unwrap_or("")),
        }
    }
}

/// The secret that a guest wants to hear in `hello`. Prints as stars.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret itself, for the wire.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Token {
    fn from(secret: String) -> Token {
        Token(secret)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(***)")
    }
}

#[cfg(test)]
mod tests {
    use mc_protocol::Code;

    use super::*;

    fn tcp(host: &str, port: u16) -> Target {
        Target::Tcp {
            host: host.to_owned(),
            port,
        }
    }

    fn provided(scheme: &str, detail: Option<&str>) -> Target {
        Target::Provided {
            scheme: scheme.to_owned(),
            detail: detail.map(str::to_owned),
        }
    }

    #[test]
    fn good_ones_are_read_and_printed_alike() {
        for (text, target, printed) in [
            (
                "tcp://mac.local:4781",
                tcp("mac.local", 4781),
                "tcp://mac.local:4781",
            ),
            (
                "tcp://192.168.1.9",
                tcp("192.168.1.9", 4780),
                "tcp://192.168.1.9:4780",
            ),
            ("tcp://mac.local/", tcp("mac.local", 4780), "tcp://mac.local:4780"),
            ("tcp://[::1]:5000", tcp("::1", 5000), "tcp://[::1]:5000"),
            ("tcp://[::1]", tcp("::1", 4780), "tcp://[::1]:4780"),
            ("sim:", provided("sim", None), "sim:"),
            ("sim:plus", provided("sim", Some("plus")), "sim:plus"),
            (
                "sim:iici,system=7.5",
                provided("sim", Some("iici,system=7.5")),
                "sim:iici,system=7.5",
            ),
        ] {
            let parsed: Target = text.parse().expect(text);
            assert_eq!(parsed, target);
            assert_eq!(parsed.to_string(), printed);
        }
    }

    #[test]
    fn bad_ones_are_usage_errors() {
        for text in [
            "",
            "mac.local",
            "tcp:mac.local",
            "tcp://",
            "tcp://:4780",
            "tcp://a:0",
            "tcp://a:70000",
            "tcp://a b",
            "tcp://user@mac",
            "Sim:plus",
            ":plus",
            "sim:/etc",
            "sim:iici system=7.5",
        ] {
            let error = text.parse::<Target>().expect_err(text);
            assert_eq!(error.code(), Code::BadParams, "{text}");
        }
    }

    #[test]
    fn a_token_does_not_print() {
        assert!(!format!("{:?}", Token::from("hunter2".to_owned())).contains("hunter2"));
    }
}
