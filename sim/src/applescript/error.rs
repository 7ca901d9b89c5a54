//! What goes wrong in a script: a number, a sentence and a place in the source.

use std::ops::Range;

/// An error of a script, when it is compiled or while it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError {
    /// The Mac's, AppleScript's, the application's or the script's own number.
    pub number: i32,
    /// What AppleScript would show.
    pub message: String,
    /// Where, in characters of the source.
    pub range: Range<usize>,
}

impl ScriptError {
    /// memFullErr.
    pub const MEMORY_FULL: i32 = -108;
    /// userCanceledErr.
    pub const USER_CANCELED: i32 = -128;
    /// errAECoercionFail.
    pub const CANT_COERCE: i32 = -1700;
    /// errAEEventNotHandled.
    pub const NOT_UNDERSTOOD: i32 = -1708;
    /// errAEWrongNumberArgs.
    pub const WRONG_ARGUMENTS: i32 = -1721;
    /// errAENoSuchObject.
    pub const CANT_GET: i32 = -1728;
    /// errOSAGeneralError.
    pub const GENERAL: i32 = -2700;
    /// errOSADivideByZero.
    pub const DIVIDE_BY_ZERO: i32 = -2701;
    /// errOSANumericOverflow.
    pub const NUMERIC_OVERFLOW: i32 = -2702;
    /// errOSAStackOverflow.
    pub const STACK_OVERFLOW: i32 = -2706;
    /// OSASyntaxError: this cannot stand after that.
    pub const SYNTAX: i32 = -2740;
    /// OSASyntaxTypeError: another form was expected.
    pub const SYNTAX_TYPE: i32 = -2741;
    /// OSATokenTooLong.
    pub const TOKEN_TOO_LONG: i32 = -2742;
    /// OSADuplicateParameter.
    pub const DUPLICATE_PARAMETER: i32 = -2750;
    /// OSADuplicateProperty.
    pub const DUPLICATE_PROPERTY: i32 = -2751;
    /// OSADuplicateHandler.
    pub const DUPLICATE_HANDLER: i32 = -2752;
    /// OSAUndefinedVariable.
    pub const UNDEFINED_VARIABLE: i32 = -2753;
    /// OSAInconsistentDeclarations.
    pub const INCONSISTENT_SCOPE: i32 = -2754;
    /// OSAControlFlowError.
    pub const CONTROL_FLOW: i32 = -2755;
    /// errASNoResultReturned.
    pub const NO_RESULT: i32 = -2763;
    /// errOSACantAssign.
    pub const CANT_SET: i32 = -10006;

    /// An error whose place is filled in by whoever knows it.
    pub fn new(number: i32, message: impl Into<String>) -> ScriptError {
        ScriptError::at(number, message, 0..0)
    }

    /// An error at a place.
    pub fn at(number: i32, message: impl Into<String>, range: Range<usize>) -> ScriptError {
        ScriptError {
            number,
            message: message.into(),
            range,
        }
    }
}
