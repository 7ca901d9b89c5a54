//! Errors: their numbers, their words and their places.

use super::error;

#[test]
fn errors_have_number_words_and_place() {
    for (source, number, message, place) in [
        ("1 +", -2741, "Expected expression but found end of line.", ""),
        ("set to 5", -2741, "Expected expression but found “to”.", "to"),
        ("if true 1", -2741, "Expected “then” but found number.", "1"),
        ("3 = 3 = 3", -2741, "Expected end of line but found “=”.", "="),
        (
            "3.5 as integer",
            -1700,
            "Can’t make 3.5 into a integer.",
            "3.5 as integer",
        ),
        (
            "1.0E+9 as integer",
            -1700,
            "Can’t make 1.0E+9 into a integer.",
            "1.0E+9 as integer",
        ),
        (
            "repeat 1.5 times\nend repeat",
            -1700,
            "Can’t make 1.5 into a integer.",
            "1.5",
        ),
        (
            "set x to f()\nx\non f()\nend f",
            -2753,
            "The variable x is not defined.",
            "x",
        ),
        (
            "1 + f()\non f()\nend f",
            -2763,
            "No result was returned for some argument of this expression.",
            "f()",
        ),
        (
            "item 1 of f()\non f()\nend f",
            -2763,
            "No result was returned for some argument of this expression.",
            "f()",
        ),
        (
            "local x\nset x to 5\nf()\non f()\nglobal x\nreturn x\nend f",
            -2753,
            "The variable x is not defined.",
            "x",
        ),
        (
            "set x to 5\nf()\non f()\nreturn x\nend f",
            -2753,
            "The variable x is not defined.",
            "x",
        ),
        (
            "local x\nglobal x",
            -2754,
            "Can’t declare x as both a local and global variable.",
            "x",
        ),
        (
            "set x to {1}\nset r to a reference to item 1 of x",
            -1700,
            "Can’t make 1 into a reference.",
            "a reference to item 1 of x",
        ),
        (
            "current date",
            -2741,
            "Expected end of line but found identifier.",
            "date",
        ),
        (
            "alias \"Disk:File\"",
            -2741,
            "Expected end of line but found “\"”.",
            "\"Disk:File\"",
        ),
        (
            "display dialog \"Hello\"",
            -2741,
            "Expected end of line but found identifier.",
            "dialog",
        ),
        (
            "items of {1, 2} whose class is integer",
            -2741,
            "Expected end of line but found “whose”.",
            "whose",
        ),
        (
            "offset of \"a\" in \"ba\"",
            -2741,
            "Expected end of line but found “in”.",
            "in",
        ),
        ("repeat\n1", -2741, "Expected “end” but found end of script.", ""),
        ("1 2", -2741, "Expected end of line but found number.", "2"),
        (
            "foo bar",
            -2741,
            "Expected end of line but found identifier.",
            "bar",
        ),
        (
            "\"open",
            -2741,
            "Expected “\"” but found end of script.",
            "\"open",
        ),
        (
            "1 § 2",
            -2741,
            "Expected expression, etc. but found unknown token.",
            "§",
        ),
        (
            "considering case\nend",
            -2740,
            "The statement “considering” is not known.",
            "considering",
        ),
        ("exit repeat", -2755, "“exit” was not in a repeat loop.", "exit"),
        (
            "property a : 1\nproperty a : 2",
            -2751,
            "The property a is specified more than once.",
            "a",
        ),
        ("1\nfoo + 1", -2753, "The variable foo is not defined.", "foo"),
        ("set x to 1 / 0", -2701, "Can’t divide 1 by zero.", "1 / 0"),
        (
            "\"abc\" + 1",
            -1700,
            "Can’t make \"abc\" into a number.",
            "\"abc\" + 1",
        ),
        (
            "\"x\" as integer",
            -1700,
            "Can’t make \"x\" into a integer.",
            "\"x\" as integer",
        ),
        (
            "item 4 of {1, 2}",
            -1728,
            "Can’t get item 4 of {1, 2}.",
            "item 4 of {1, 2}",
        ),
        ("b of {a:1}", -1728, "Can’t get b of {a:1}.", "b of {a:1}"),
        ("word 1", -1728, "Can’t get word 1.", "word 1"),
        (
            "set b of {a:1} to 2",
            -10006,
            "Can’t set b of {a:1} to 2.",
            "b of {a:1}",
        ),
        ("error \"no\" number 7", 7, "no", "error \"no\" number 7"),
        ("error", -2700, "An error has occurred.", "error"),
        (
            "f(1)",
            -1708,
            "«script» doesn’t understand the f message.",
            "f(1)",
        ),
        (
            "f(1)\non f()\nend f",
            -1721,
            "{1} doesn’t match the parameters {} for f.",
            "f(1)",
        ),
        ("if 5 then 1", -1700, "Can’t make 5 into a boolean.", "5"),
        ("on f()\nf()\nend f\nf()", -2706, "Stack overflow.", "f()"),
        (
            "set x to {}\nset end of x to x\nx = x & {}",
            -2706,
            "Stack overflow.",
            "x = x & {}",
        ),
        (
            "set x to \"1234567890123456\"\nrepeat\nset x to x & x\nend repeat",
            -108,
            "Out of memory.",
            "x & x",
        ),
    ] {
        assert_eq!(
            error(source),
            (number, message.to_owned(), place.to_owned()),
            "{source}"
        );
    }
}

#[test]
fn a_script_can_be_stopped_and_can_only_delay_it() {
    for source in [
        "repeat\nend repeat",
        "repeat\ntry\nset x to 1\nend try\nend repeat",
        "repeat while true\nset x to {1, 2}\nend repeat",
    ] {
        assert_eq!(error(source).0, -128, "{source}");
    }
}

#[test]
fn a_list_that_holds_itself_cannot_be_shown() {
    assert_eq!(error("set x to {1}\nset item 1 of x to x\nx").0, -2706);
}
