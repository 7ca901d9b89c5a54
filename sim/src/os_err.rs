//! Result codes of the Macintosh Operating System.

use std::fmt;

/// An OSErr. Only failures: a call that worked has no `OsErr`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OsErr(pub i16);

macro_rules! codes {
    ($($name:ident = $value:expr, $apple:literal;)*) => {
        impl OsErr {
            $(#[allow(missing_docs)] pub const $name: OsErr = OsErr($value);)*

            /// Apple's name of the code.
            pub fn name(self) -> &'static str {
                match self.0 {
                    $($value => $apple,)*
                    _ => "unnamed error",
                }
            }
        }
    };
}

codes! {
    BAD_UNIT = -21, "badUnitErr";
    ABORTED = -27, "abortErr";
    NOT_OPEN = -28, "notOpenErr";
    DIRECTORY_FULL = -33, "dirFulErr";
    DISK_FULL = -34, "dskFulErr";
    NO_SUCH_VOLUME = -35, "nsvErr";
    IO = -36, "ioErr";
    BAD_NAME = -37, "bdNamErr";
    FILE_NOT_OPEN = -38, "fnOpnErr";
    END_OF_FILE = -39, "eofErr";
    POSITION = -40, "posErr";
    TOO_MANY_OPEN = -42, "tmfoErr";
    FILE_NOT_FOUND = -43, "fnfErr";
    WRITE_PROTECTED = -44, "wPrErr";
    FILE_LOCKED = -45, "fLckdErr";
    FILE_BUSY = -47, "fBsyErr";
    DUPLICATE_NAME = -48, "dupFNErr";
    ALREADY_OPEN_FOR_WRITING = -49, "opWrErr";
    PARAMETER = -50, "paramErr";
    BAD_REF_NUM = -51, "rfNumErr";
    VOLUME_OFFLINE = -53, "volOffLinErr";
    PERMISSION = -54, "permErr";
    WRITE_PERMISSION = -61, "wrPermErr";
    NO_SUCH_FLAVOR = -102, "noTypeErr";
    MEMORY_FULL = -108, "memFullErr";
    BAD_ZONE = -111, "memWZErr";
    DIRECTORY_NOT_FOUND = -120, "dirNFErr";
    BAD_MOVE = -122, "badMovErr";
    NO_TEMPORARY_MEMORY = -151, "cTempMemErr";
    DEPTH = -157, "cDepthErr";
    RESOURCE_NOT_FOUND = -192, "resNotFound";
    RESOURCE_FILE_NOT_FOUND = -193, "resFNotFound";
    MAP_READ = -199, "mapReadErr";
    NOT_A_FILE = -1302, "notAFileErr";
    DIFFERENT_VOLUME = -1303, "diffVolErr";
    SAME_FILE = -1306, "sameFileErr";
    ITEM_NOT_FOUND = -5012, "afpItemNotFound";
    UNDEFINED_SELECTOR = -5551, "gestaltUndefSelectorErr";
    PROCESS_NOT_FOUND = -600, "procNotFound";
    PARTITION_TOO_SMALL = -605, "appMemFullErr";
    IS_DAEMON = -606, "appIsDaemon";
    NO_OUTSTANDING_EVENT = -608, "noOutstandingHLE";
    CONNECTION_INVALID = -609, "connectionInvalid";
    NO_PORT = -903, "noPortErr";
    DESTINATION_PORT = -906, "destPortErr";
    AE_COERCION_FAIL = -1700, "errAECoercionFail";
    AE_DESCRIPTOR_NOT_FOUND = -1701, "errAEDescNotFound";
    AE_CORRUPT_DATA = -1702, "errAECorruptData";
    AE_WRONG_DATA_TYPE = -1703, "errAEWrongDataType";
    AE_NOT_DESCRIPTOR = -1704, "errAENotAEDesc";
    AE_NOT_APPLE_EVENT = -1707, "errAENotAppleEvent";
    AE_EVENT_NOT_HANDLED = -1708, "errAEEventNotHandled";
    AE_REPLY_NOT_VALID = -1709, "errAEReplyNotValid";
    AE_UNKNOWN_SEND_MODE = -1710, "errAEUnknownSendMode";
    AE_WAIT_CANCELED = -1711, "errAEWaitCanceled";
    AE_TIMEOUT = -1712, "errAETimeout";
    AE_UNKNOWN_ADDRESS_TYPE = -1716, "errAEUnknownAddressType";
    AE_HANDLER_NOT_FOUND = -1717, "errAEHandlerNotFound";
    AE_ILLEGAL_INDEX = -1719, "errAEIllegalIndex";
    OSA_SYSTEM = -1750, "errOSASystemError";
    OSA_INVALID_ID = -1751, "errOSAInvalidID";
    OSA_SCRIPT_ERROR = -1753, "errOSAScriptError";
    OSA_BAD_SELECTOR = -1754, "errOSABadSelector";
    CONNECTION_CLOSING = -23005, "connectionClosing";
    INVALID_LENGTH = -23006, "invalidLength";
    CONNECTION_EXISTS = -23007, "connectionExists";
    CONNECTION_DOES_NOT_EXIST = -23008, "connectionDoesntExist";
    INSUFFICIENT_RESOURCES = -23009, "insufficientResources";
    INVALID_STREAM = -23010, "invalidStreamPtr";
    STREAM_ALREADY_OPEN = -23011, "streamAlreadyOpen";
    CONNECTION_TERMINATED = -23012, "connectionTerminated";
    INVALID_BUFFER = -23013, "invalidBufPtr";
    INVALID_WDS = -23014, "invalidWDS";
    OPEN_FAILED = -23015, "openFailed";
    COMMAND_TIMEOUT = -23016, "commandTimeout";
    DUPLICATE_SOCKET = -23017, "duplicateSocket";
}

impl fmt::Display for OsErr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.0)
    }
}

/// The word that D0 or `ioResult` gets.
pub(crate) fn code(result: Result<(), OsErr>) -> i16 {
    match result {
        Ok(()) => 0,
        Err(error) => error.0,
    }
}
