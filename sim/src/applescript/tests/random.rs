//! Scripts of all kinds, put together at random.

use super::*;
use proptest::prelude::*;

/// Pieces of scripts, put together at random.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "set ",
        "x",
        " to ",
        "1",
        "2.5",
        "\"t\"",
        "\r",
        "if ",
        " then ",
        "else",
        "end ",
        "repeat ",
        "with ",
        "in ",
        "from ",
        "tell ",
        "application \"Shop\"",
        "{",
        "}",
        ",",
        ":",
        "(",
        ")",
        " of ",
        "'s ",
        "every ",
        "item ",
        "book ",
        "books",
        "make new ",
        "at ",
        "with properties ",
        " & ",
        " + ",
        " / ",
        " as ",
        "text",
        "integer",
        "try",
        "on error ",
        "error ",
        "number ",
        "return ",
        "exit repeat",
        "-",
        "not ",
        " and ",
        " is ",
        " contains ",
        "«class ",
        "abcd»",
        "¬\r",
        "--",
        "(*",
        "*)",
        "|",
        "property ",
        "on ",
        "global ",
        "count ",
        "exists ",
        "it",
        "my ",
        "a reference to ",
        "end",
        "get ",
        "first ",
        "thru ",
        "name",
        "end of ",
        "is in ",
        "times",
        "^",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// Whatever stands in a script, it compiles or has a syntax error in it, and runs to an end or an error in it.
    #[test]
    fn no_script_brings_the_compiler_or_the_interpreter_down(source in pieces()) {
        let mut shop = Shop { most: 2_000, ..Shop::new() };
        let length = source.chars().count();
        match compile(&source, &mut shop) {
            Ok(script) => {
                if let Err(Trouble::Error(error)) = run(&script, &mut shop) {
                    prop_assert!(error.range.end <= length, "{error:?}");
                }
            }
            Err(error) => prop_assert!(error.range.start <= error.range.end && error.range.end <= length, "{error:?}"),
        }
    }

    #[test]
    fn no_bytes_bring_the_compiler_down(source in "\\PC{0,200}") {
        let _: Result<_, _> = compile(&source, &mut Shop::new());
    }

    /// The compiler goes down only so far, whatever nests.
    #[test]
    fn nesting_has_an_end(
        open in prop::sample::select(vec!["(", "{", "not ", "-", "item 1 of ", "the ", "tell it\r", "if 1 then ", "1 + ", "x & "]),
        count in 1_usize..3000,
    ) {
        let _: Result<_, _> = compile(&open.repeat(count), &mut Shop::new());
    }

    /// What is written in source form is read back as the same.
    #[test]
    fn values_are_read_back(number in -536_870_911_i32..536_870_911, real in -9999.0..9999.0_f64, text in "[ -~éü’]{0,20}") {
        for value in [
            Value::Integer(number),
            Value::Real((real * 1000.0).round() / 1000.0),
            Value::list(vec![Value::text(&text), Value::Boolean(true)]),
        ] {
            let mut shop = Shop::new();
            let empty = compile("", &mut shop).expect("an empty script");
            let shown = display(&value, empty.words(), false).expect("a short value");
            prop_assert_eq!(shop.ask(&shown), Ok(shown.clone()));
        }
    }
}
