//! OSAScriptError: what is known of the error of the last call.

use crate::applescript::ScriptError;
use crate::descriptor::{Code, Descriptor, RECORD};
use crate::os_err::OsErr;

/// kOSAErrorNumber, kOSAErrorMessage, kOSAErrorBriefMessage, kOSAErrorRange.
const NUMBER: Code = *b"errn";
const MESSAGE: Code = *b"errs";
const BRIEF_MESSAGE: Code = *b"errb";
const RANGE: Code = *b"erng";
/// keyOSASourceStart and keyOSASourceEnd, shorts in a typeOSAErrorRange.
const START: Code = *b"srcs";
const END: Code = *b"srce";

/// A part of an error as the type that is wanted.
pub(super) fn part(error: &ScriptError, selector: Code, wanted: Code) -> Result<Descriptor, OsErr> {
    let place = |character: usize| Descriptor::short(i16::try_from(character).unwrap_or(i16::MAX));
    let part = match selector {
        NUMBER => Descriptor::long(error.number),
        MESSAGE | BRIEF_MESSAGE => Descriptor::text(&error.message),
        RANGE => {
            let range = &error.range;
            let record = Descriptor::record(vec![(START, place(range.start)), (END, place(range.end))]);
            return match wanted {
                RECORD => Ok(record),
                RANGE => Ok(Descriptor {
                    kind: RANGE,
                    ..record
                }),
                _ => Err(OsErr::AE_COERCION_FAIL),
            };
        }
        _ => return Err(OsErr::OSA_BAD_SELECTOR),
    };
    part.coerced(wanted).map_err(|_| OsErr::AE_COERCION_FAIL)
}
