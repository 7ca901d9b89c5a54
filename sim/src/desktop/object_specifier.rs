//! Object specifiers, as every scriptable application takes them apart and builds them (Inside Macintosh: Interapplication
//! Communication, chapter 6, "Resolving and Creating Object Specifier Records").

use super::EventError;
use crate::descriptor::{CONTAINER, Code, Descriptor, FORM, KEY_DATA, OBJECT_SPECIFIER, WANT};

pub(super) const BY_PROPERTY: Code = *b"prop";
pub(super) const BY_NAME: Code = *b"name";
const ABSOLUTE_ORDINAL: Code = *b"abso";

/// errAENoSuchObject, errAECoercionFail, errAEDescNotFound, errAEEventFailed, errAENotModifiable.
pub(super) const NO_SUCH_OBJECT: i16 = -1728;
pub(super) const CANNOT_COERCE: i16 = -1700;
pub(super) const PARAMETER_MISSING: i16 = -1701;
pub(super) const EVENT_FAILED: i16 = -10_000;
pub(super) const NOT_MODIFIABLE: i16 = -10_003;

/// How deep containers may nest in a specifier.
pub(super) const DEEPEST: usize = 40;

/// An error without words: whoever asked knows what for.
pub(super) fn error(number: i16) -> EventError {
    EventError {
        number,
        message: None,
    }
}

/// -1728.
pub(super) fn no_such_object() -> EventError {
    error(NO_SUCH_OBJECT)
}

/// What a specifier says.
pub(super) struct Parts<'a> {
    pub want: Code,
    pub form: Code,
    pub data: &'a Descriptor,
    pub container: &'a Descriptor,
}

/// Takes a specifier apart.
///
/// # Errors
/// -1700 for what is none.
pub(super) fn parts(specifier: &Descriptor) -> Result<Parts<'_>, EventError> {
    let is_one = specifier.kind == OBJECT_SPECIFIER;
    let field = |key| {
        let field = specifier.field(key).filter(|_| is_one);
        field.ok_or(error(CANNOT_COERCE))
    };
    let code = |key| field(key)?.as_code().ok_or(error(CANNOT_COERCE));
    Ok(Parts {
        want: code(WANT)?,
        form: code(FORM)?,
        data: field(KEY_DATA)?,
        container: field(CONTAINER)?,
    })
}

/// Which of `count` elements are meant, by name, index, ordinal or range, and whether several were asked for.
///
/// # Errors
/// -1728 for what is not there, -1700 for a form that is none of these.
pub(super) fn chosen(
    form: Code,
    data: &Descriptor,
    count: usize,
    is_named: impl Fn(usize, &str) -> bool,
) -> Result<(Vec<usize>, bool), EventError> {
    let one = |place: Option<usize>| {
        let place = place.filter(|place| *place < count).ok_or_else(no_such_object)?;
        Ok((vec![place], false))
    };
    match &form {
        b"name" => {
            let wanted = data.as_text().ok_or(error(CANNOT_COERCE))?;
            one((0..count).find(|place| is_named(*place, &wanted)))
        }
        b"indx" if data.kind == ABSOLUTE_ORDINAL => match data.as_code().as_ref() {
            Some(b"all ") => Ok(((0..count).collect(), true)),
            Some(b"firs") => one(Some(0)),
            Some(b"last") => one(count.checked_sub(1)),
            Some(b"midd") => one(Some(count.saturating_sub(1) / 2)),
            _ => Err(error(CANNOT_COERCE)),
        },
        b"indx" => {
            let index = data.as_long().ok_or(error(CANNOT_COERCE))?;
            one(place(index, count))
        }
        b"rang" => {
            let end = |key| {
                data.field(key)
                    .and_then(|end| end.field(KEY_DATA))
                    .and_then(Descriptor::as_long)
            };
            let (Some(first), Some(last)) = (end(*b"star"), end(*b"stop")) else {
                return Err(error(CANNOT_COERCE));
            };
            let (Some(first), Some(last)) = (place(first, count), place(last, count)) else {
                return Err(no_such_object());
            };
            Ok(((first.min(last)..=first.max(last)).collect(), true))
        }
        _ => Err(error(CANNOT_COERCE)),
    }
}

/// The place from 0 of an index from 1, or from -1 backwards.
fn place(index: i32, count: usize) -> Option<usize> {
    let magnitude = usize::try_from(index.unsigned_abs()).ok()?;
    let place = match index {
        0 => return None,
        1.. => magnitude - 1,
        _ => count.checked_sub(magnitude)?,
    };
    (place < count).then_some(place)
}

/// A specifier.
pub(super) fn specifier(want: Code, form: Code, data: Descriptor, container: Descriptor) -> Descriptor {
    let record = Descriptor::record(vec![
        (WANT, Descriptor::type_of(want)),
        (FORM, Descriptor::enumerated(form)),
        (KEY_DATA, data),
        (CONTAINER, container),
    ]);
    Descriptor {
        kind: OBJECT_SPECIFIER,
        ..record
    }
}
