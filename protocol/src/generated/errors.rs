//! The closed list of error codes.
//!
//! Made from protocol/schema by `make generate`; do not edit.

use serde::{Deserialize, Serialize};

/// What went wrong; the same word on the wire, in Lua, on the command line and in MCP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The bytes do not make a frame.
    BadFrame,
    /// A frame, string or nesting beyond the limits.
    TooLarge,
    /// The payload is not JSON in UTF-8.
    BadJson,
    /// JSON, but neither a request nor part of a transfer that is under way.
    BadRequest,
    /// The two ends speak different versions of the wire.
    BadVersion,
    /// No hello yet, or the wrong token.
    Unauthorized,
    /// The guest's tier does not allow this operation.
    Denied,
    /// This guest cannot do it.
    Unsupported,
    /// The agent does not know the method.
    UnknownMethod,
    /// A parameter is missing, unknown, of the wrong type or out of range.
    BadParams,
    /// Something else holds what was asked for: another client, a running input script, an open file.
    Busy,
    /// No such volume, folder, file or resource.
    NotFound,
    /// There is already something of that name.
    Exists,
    /// Not a name that HFS can hold.
    BadName,
    /// A folder was expected and a file found.
    NotAFolder,
    /// A file was expected and a folder or volume found.
    NotAFile,
    /// The folder still holds something.
    NotEmpty,
    /// The file or volume is locked or write-protected.
    Locked,
    /// Not enough room on the volume.
    DiskFull,
    /// The volume or driver reported an error.
    Io,
    /// Not enough memory on the guest.
    NoMemory,
    /// What the Mac or the agent runs from is not touched.
    Protected,
    /// What was to be continued is no longer what it was.
    Changed,
    /// A script did not compile, or stopped with an error of its own.
    Applescript,
    /// The application answered an Apple event with an error.
    AppleEvent,
    /// More or fewer bytes arrived than were announced.
    SizeMismatch,
    /// The bytes that arrived are not those that were sent.
    CrcMismatch,
    /// The caller or the run gave it up.
    Cancelled,
    /// The deadline passed first.
    Timeout,
    /// A fault of ours.
    Internal,
    /// No connection to the guest.
    Unreachable,
    /// The connection ended before the answer came; what was asked changes nothing, so it may be asked again.
    Disconnected,
    /// An action was sent and its answer was lost: it may have happened. It is never sent twice.
    Unconfirmed,
    /// The guest answered with something that is not its protocol.
    BadAnswer,
    /// What was looked for is not on the screen.
    NotOnScreen,
    /// More than one thing on the screen matches.
    Ambiguous,
    /// The input was given and nothing on the screen changed.
    Unchanged,
    /// A host file cannot be read, written or understood.
    BadFile,
    /// The recipe or script does not load, or its table is not a recipe.
    BadRecipe,
    /// The script raised an error of its own.
    Script,
    /// A script used up its memory.
    Limit,
}

impl Code {
    /// Every code, in the schema's order.
    pub const ALL: [Code; 41] = [
        Code::BadFrame,
        Code::TooLarge,
        Code::BadJson,
        Code::BadRequest,
        Code::BadVersion,
        Code::Unauthorized,
        Code::Denied,
        Code::Unsupported,
        Code::UnknownMethod,
        Code::BadParams,
        Code::Busy,
        Code::NotFound,
        Code::Exists,
        Code::BadName,
        Code::NotAFolder,
        Code::NotAFile,
        Code::NotEmpty,
        Code::Locked,
        Code::DiskFull,
        Code::Io,
        Code::NoMemory,
        Code::Protected,
        Code::Changed,
        Code::Applescript,
        Code::AppleEvent,
        Code::SizeMismatch,
        Code::CrcMismatch,
        Code::Cancelled,
        Code::Timeout,
        Code::Internal,
        Code::Unreachable,
        Code::Disconnected,
        Code::Unconfirmed,
        Code::BadAnswer,
        Code::NotOnScreen,
        Code::Ambiguous,
        Code::Unchanged,
        Code::BadFile,
        Code::BadRecipe,
        Code::Script,
        Code::Limit,
    ];

    /// The word, such as `not_found`.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::BadFrame => "bad_frame",
            Code::TooLarge => "too_large",
            Code::BadJson => "bad_json",
            Code::BadRequest => "bad_request",
            Code::BadVersion => "bad_version",
            Code::Unauthorized => "unauthorized",
            Code::Denied => "denied",
            Code::Unsupported => "unsupported",
            Code::UnknownMethod => "unknown_method",
            Code::BadParams => "bad_params",
            Code::Busy => "busy",
            Code::NotFound => "not_found",
            Code::Exists => "exists",
            Code::BadName => "bad_name",
            Code::NotAFolder => "not_a_folder",
            Code::NotAFile => "not_a_file",
            Code::NotEmpty => "not_empty",
            Code::Locked => "locked",
            Code::DiskFull => "disk_full",
            Code::Io => "io",
            Code::NoMemory => "no_memory",
            Code::Protected => "protected",
            Code::Changed => "changed",
            Code::Applescript => "applescript",
            Code::AppleEvent => "apple_event",
            Code::SizeMismatch => "size_mismatch",
            Code::CrcMismatch => "crc_mismatch",
            Code::Cancelled => "cancelled",
            Code::Timeout => "timeout",
            Code::Internal => "internal",
            Code::Unreachable => "unreachable",
            Code::Disconnected => "disconnected",
            Code::Unconfirmed => "unconfirmed",
            Code::BadAnswer => "bad_answer",
            Code::NotOnScreen => "not_on_screen",
            Code::Ambiguous => "ambiguous",
            Code::Unchanged => "unchanged",
            Code::BadFile => "bad_file",
            Code::BadRecipe => "bad_recipe",
            Code::Script => "script",
            Code::Limit => "limit",
        }
    }

    /// What it means, as a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Code::BadFrame => "The bytes do not make a frame.",
            Code::TooLarge => "A frame, string or nesting beyond the limits.",
            Code::BadJson => "The payload is not JSON in UTF-8.",
            Code::BadRequest => "JSON, but neither a request nor part of a transfer that is under way.",
            Code::BadVersion => "The two ends speak different versions of the wire.",
            Code::Unauthorized => "No hello yet, or the wrong token.",
            Code::Denied => "The guest's tier does not allow this operation.",
            Code::Unsupported => "This guest cannot do it.",
            Code::UnknownMethod => "The agent does not know the method.",
            Code::BadParams => "A parameter is missing, unknown, of the wrong type or out of range.",
            Code::Busy => {
                "Something else holds what was asked for: another client, a running input script, an open file."
            }
            Code::NotFound => "No such volume, folder, file or resource.",
            Code::Exists => "There is already something of that name.",
            Code::BadName => "Not a name that HFS can hold.",
            Code::NotAFolder => "A folder was expected and a file found.",
            Code::NotAFile => "A file was expected and a folder or volume found.",
            Code::NotEmpty => "The folder still holds something.",
            Code::Locked => "The file or volume is locked or write-protected.",
            Code::DiskFull => "Not enough room on the volume.",
            Code::Io => "The volume or driver reported an error.",
            Code::NoMemory => "Not enough memory on the guest.",
            Code::Protected => "What the Mac or the agent runs from is not touched.",
            Code::Changed => "What was to be continued is no longer what it was.",
            Code::Applescript => "A script did not compile, or stopped with an error of its own.",
            Code::AppleEvent => "The application answered an Apple event with an error.",
            Code::SizeMismatch => "More or fewer bytes arrived than were announced.",
            Code::CrcMismatch => "The bytes that arrived are not those that were sent.",
            Code::Cancelled => "The caller or the run gave it up.",
            Code::Timeout => "The deadline passed first.",
            Code::Internal => "A fault of ours.",
            Code::Unreachable => "No connection to the guest.",
            Code::Disconnected => {
                "The connection ended before the answer came; what was asked changes nothing, so it may be asked again."
            }
            Code::Unconfirmed => {
                "An action was sent and its answer was lost: it may have happened. It is never sent twice."
            }
            Code::BadAnswer => "The guest answered with something that is not its protocol.",
            Code::NotOnScreen => "What was looked for is not on the screen.",
            Code::Ambiguous => "More than one thing on the screen matches.",
            Code::Unchanged => "The input was given and nothing on the screen changed.",
            Code::BadFile => "A host file cannot be read, written or understood.",
            Code::BadRecipe => "The recipe or script does not load, or its table is not a recipe.",
            Code::Script => "The script raised an error of its own.",
            Code::Limit => "A script used up its memory.",
        }
    }

    /// What to try next, as a sentence.
    pub fn hint(self) -> &'static str {
        match self {
            Code::BadFrame => "Check that the peer speaks mac-control's wire; the connection is closed.",
            Code::TooLarge => "Send smaller pieces; the limits stand in protocol/schema/limits.json.",
            Code::BadJson => "Check the encoding of what was sent.",
            Code::BadRequest => "A request has `id`, `method` and `params`.",
            Code::BadVersion => "Update mac-control or the agent, whichever is older.",
            Code::Unauthorized => {
                "Compare the token with the one in the file `mc-agent Preferences` on the Mac."
            }
            Code::Denied => {
                "The Mac's owner sets `agent = full` or `agent = read-only` in `mc-agent Preferences`."
            }
            Code::Unsupported => "`hello` lists what the guest can do.",
            Code::UnknownMethod => "Update the agent, or check the spelling.",
            Code::BadParams => {
                "Correct it: `details.param` names it, docs/lua.md and protocol/schema say what it may be."
            }
            Code::Busy => "Try again when it is free.",
            Code::NotFound => "List the folder above it; Mac paths look like `Macintosh HD:Folder:File`.",
            Code::Exists => "Say `replace`, or choose another name.",
            Code::BadName => "At most 31 MacRoman characters, no colon.",
            Code::NotAFolder => "Use fs.stat to see what it is.",
            Code::NotAFile => "Use fs.list to see what is inside.",
            Code::NotEmpty => "Delete what is inside first.",
            Code::Locked => "Unlock it in Get Info, or choose another volume.",
            Code::DiskFull => "Free some space; nothing of the file was left behind.",
            Code::Io => "`details.os_error` is the Mac's own number.",
            Code::NoMemory => "Quit an application there, or ask for a smaller region.",
            Code::Protected => {
                "Choose another file; the System, the Finder and the agent stay where they are."
            }
            Code::Changed => "Begin again from the start.",
            Code::Applescript => "`details` has AppleScript's number and the place in the source.",
            Code::AppleEvent => {
                "`details.os_error` is the application's own number; -1708 means that it does not know the event."
            }
            Code::SizeMismatch => "The sender is at fault; nothing was left behind.",
            Code::CrcMismatch => "Send again; nothing was left behind.",
            Code::Cancelled => "Nothing: this was asked for.",
            Code::Timeout => "Look at the screen: a dialog may be waiting. Give more time with `timeout`.",
            Code::Internal => "Please report it with the trace.",
            Code::Unreachable => "Check the address, the network, and that mc-agent runs there.",
            Code::Disconnected => "Connect again.",
            Code::Unconfirmed => "Look at the guest before you repeat it.",
            Code::BadAnswer => "Update mac-control or the agent, whichever is older.",
            Code::NotOnScreen => "`details.seen` lists the text that was read.",
            Code::Ambiguous => "Say which: `occurrence`, `region`, or a longer text.",
            Code::Unchanged => {
                "Look at the capture: the front application may be busy or another window in front."
            }
            Code::BadFile => "Check the path and that it lies in a folder that the run was given.",
            Code::BadRecipe => "The message names the line.",
            Code::Script => "The message and traceback are the script's.",
            Code::Limit => "Raise the limit, or do less.",
        }
    }

    /// Exit code of the command line.
    pub fn exit(self) -> u8 {
        match self {
            Code::BadFrame => 1,
            Code::TooLarge => 1,
            Code::BadJson => 1,
            Code::BadRequest => 1,
            Code::BadVersion => 4,
            Code::Unauthorized => 4,
            Code::Denied => 4,
            Code::Unsupported => 4,
            Code::UnknownMethod => 4,
            Code::BadParams => 2,
            Code::Busy => 1,
            Code::NotFound => 1,
            Code::Exists => 1,
            Code::BadName => 2,
            Code::NotAFolder => 1,
            Code::NotAFile => 1,
            Code::NotEmpty => 1,
            Code::Locked => 1,
            Code::DiskFull => 1,
            Code::Io => 1,
            Code::NoMemory => 1,
            Code::Protected => 4,
            Code::Changed => 1,
            Code::Applescript => 1,
            Code::AppleEvent => 1,
            Code::SizeMismatch => 1,
            Code::CrcMismatch => 1,
            Code::Cancelled => 130,
            Code::Timeout => 5,
            Code::Internal => 1,
            Code::Unreachable => 3,
            Code::Disconnected => 3,
            Code::Unconfirmed => 1,
            Code::BadAnswer => 1,
            Code::NotOnScreen => 1,
            Code::Ambiguous => 1,
            Code::Unchanged => 1,
            Code::BadFile => 1,
            Code::BadRecipe => 2,
            Code::Script => 1,
            Code::Limit => 1,
        }
    }

    /// Whether a guest may report it.
    pub fn is_on_wire(self) -> bool {
        match self {
            Code::BadFrame => true,
            Code::TooLarge => true,
            Code::BadJson => true,
            Code::BadRequest => true,
            Code::BadVersion => true,
            Code::Unauthorized => true,
            Code::Denied => true,
            Code::Unsupported => true,
            Code::UnknownMethod => true,
            Code::BadParams => true,
            Code::Busy => true,
            Code::NotFound => true,
            Code::Exists => true,
            Code::BadName => true,
            Code::NotAFolder => true,
            Code::NotAFile => true,
            Code::NotEmpty => true,
            Code::Locked => true,
            Code::DiskFull => true,
            Code::Io => true,
            Code::NoMemory => true,
            Code::Protected => true,
            Code::Changed => true,
            Code::Applescript => true,
            Code::AppleEvent => true,
            Code::SizeMismatch => true,
            Code::CrcMismatch => true,
            Code::Cancelled => true,
            Code::Timeout => true,
            Code::Internal => true,
            Code::Unreachable => false,
            Code::Disconnected => false,
            Code::Unconfirmed => false,
            Code::BadAnswer => false,
            Code::NotOnScreen => false,
            Code::Ambiguous => false,
            Code::Unchanged => false,
            Code::BadFile => false,
            Code::BadRecipe => false,
            Code::Script => false,
            Code::Limit => false,
        }
    }
}
