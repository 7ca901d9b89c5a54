//! Scripts and what they come to.

use super::*;
use proptest::prelude::*;
use std::rc::Rc;

/// An application with a shop, and a host that counts.
struct Shop {
    steps: usize,
    most: usize,
    sent: Vec<String>,
}

fn dictionary() -> Dictionary {
    let code = |code: &[u8; 4]| Code(*code);
    let class = |name: &str, class: &[u8; 4], is_plural| Class {
        name: name.to_owned(),
        code: code(class),
        is_plural,
        properties: vec![("shelf mark".to_owned(), code(b"shmk"), code(b"itxt"))],
    };
    Dictionary {
        commands: vec![Command {
            name: "make".to_owned(),
            class: Code::CORE,
            id: code(b"crel"),
            takes_direct: false,
            parameters: [
                ("new", b"kocl", b"type"),
                ("at", b"insh", b"insl"),
                ("with properties", b"prdt", b"reco"),
            ]
            .map(|(name, key, kind)| Parameter {
                name: name.to_owned(),
                key: code(key),
                kind: code(kind),
            })
            .to_vec(),
        }],
        classes: vec![class("book", b"book", false), class("books", b"book", true)],
        constants: Vec::new(),
    }
}

impl Terms for Shop {
    fn dictionary(&mut self, application: &str) -> Option<Rc<Dictionary>> {
        (application == "Shop").then(|| Rc::new(dictionary()))
    }
}

impl Host for Shop {
    fn step(&mut self, _: usize) -> Result<(), Trouble> {
        self.steps += 1;
        if self.steps > self.most {
            let message = "User canceled.";
            return Err(ScriptError::new(ScriptError::USER_CANCELED, message).into());
        }
        Ok(())
    }

    fn room(&self) -> usize {
        1 << 16
    }

    fn send(&mut self, event: &Event) -> Result<Value, Trouble> {
        let script = compile("", &mut Shop::new()).expect("an empty script");
        let parameters: Vec<_> = event
            .parameters
            .iter()
            .map(|(key, value)| {
                format!(
                    "{key}={}",
                    display(value, script.words(), false).expect("a short value")
                )
            })
            .collect();
        self.sent
            .push(format!("{}{} {}", event.class, event.id, parameters.join(" ")));
        match event.id {
            Code::GET_DATA => Ok(Value::text("got")),
            Code::COUNT => Ok(Value::Integer(3)),
            Code(code) if code == *b"crel" => Ok(event.parameters[1].1.clone()),
            _ => Err(ScriptError::new(ScriptError::CANT_GET, "").into()),
        }
    }
}

impl Shop {
    fn new() -> Shop {
        Shop {
            steps: 0,
            most: 200_000,
            sent: Vec::new(),
        }
    }

    fn ask(&mut self, source: &str) -> Result<String, (i32, String, String)> {
        let lines = source.replace('\n', "\r");
        let failed = |error: ScriptError| {
            let place = lines
                .chars()
                .skip(error.range.start)
                .take(error.range.len())
                .collect();
            (error.number, error.message, place)
        };
        let script = compile(&lines, self).map_err(failed)?;
        match run(&script, self) {
            Ok(value) => display(&value, script.words(), false).map_err(failed),
            Err(Trouble::Error(error)) => Err(failed(error)),
            Err(Trouble::Stopped) => panic!("nobody stops it"),
        }
    }
}

fn result(source: &str) -> String {
    Shop::new()
        .ask(source)
        .unwrap_or_else(|error| panic!("{source:?}: {error:?}"))
}

fn error(source: &str) -> (i32, String, String) {
    match Shop::new().ask(source) {
        Ok(value) => panic!("{source:?} gives {value}"),
        Err(error) => error,
    }
}

#[test]
fn expressions_have_the_values_that_applescript_gives_them() {
    for (source, expected) in [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("7 / 2", "3.5"),
        ("6 / 3", "2.0"),
        ("7 div 2 & 7 mod 2", "{3, 1}"),
        ("-7 div 2", "-3"),
        ("2 ^ 10", "1024.0"),
        ("1 / 3", "0.333333333333"),
        ("100000 * 1.5", "1.5E+5"),
        ("536870911 + 1", "5.36870912E+8"),
        ("0.00001", "1.0E-5"),
        ("\"a\" & \"b\" & 3", "\"ab3\""),
        ("1 & 2", "{1, 2}"),
        ("{1} & \"two\" & true", "{1, \"two\", true}"),
        ("\"He said \\\"no\\\" \\\\\"", "\"He said \\\"no\\\" \\\\\""),
        ("\"Abc\" = \"aBC\"", "true"),
        ("1 = 1.0", "true"),
        ("{1, {2, 3}} = {1, {2, 3}}", "true"),
        ("\"abc\" contains \"B\" and {1, 2, 3} contains {2, 3}", "true"),
        ("\"abc\" starts with \"ab\" and \"abc\" ends with \"BC\"", "true"),
        ("2 is in {1, 2} and 3 is not in {1, 2}", "true"),
        ("\"apple\" comes before \"Bear\"", "true"),
        ("1 is less than or equal to 1", "true"),
        ("not (1 > 2) or 1 / 0 = 1", "true"),
        ("5 as text", "\"5\""),
        ("\"12\" as integer", "12"),
        ("\"12\" + 1", "13"),
        ("3.5 as integer", "4"),
        ("\"2.5\" as real", "2.5"),
        ("{1, 2} as text", "\"12\""),
        ("{a:1, b:2} as list", "{1, 2}"),
        ("5 as list", "{5}"),
        ("class of 5", "integer"),
        ("class of \"x\"", "string"),
        (
            "{name:\"hello\", |two words|:2}",
            "{name:\"hello\", |two words|:2}",
        ),
        ("b of {a:1, b:{c:5}}", "{c:5}"),
        ("c of b of {a:1, b:{c:5}}", "5"),
        ("{a:1}'s a", "1"),
        ("{a:1} & {a:2, b:3}", "{a:1, b:3}"),
        ("item 2 of {1, 2, 3}", "2"),
        ("item -1 of {1, 2, 3}", "3"),
        ("last item of {1, 2, 3}", "3"),
        ("second word of \"the quick fox\"", "\"quick\""),
        ("words of \"don't stop\"", "{\"don't\", \"stop\"}"),
        ("characters 2 thru 3 of \"abcd\"", "{\"b\", \"c\"}"),
        ("text 2 thru -2 of \"abcd\"", "\"bc\""),
        ("paragraph 2 of (\"a\" & return & \"b\")", "\"b\""),
        ("length of \"abc\"", "3"),
        ("count {1, 2, 3}", "3"),
        ("count of every word of \"a b\"", "2"),
        ("number of items in {1, 2}", "2"),
        ("reverse of {1, 2, 3}", "{3, 2, 1}"),
        ("rest of {1, 2, 3}", "{2, 3}"),
        ("«class abcd»", "«class abcd»"),
        ("-- only a comment", ""),
        ("1 + ¬\n2 (* and (* more *) *)", "3"),
    ] {
        assert_eq!(result(source), expected, "{source}");
    }
}

#[test]
fn statements_do_what_they_say() {
    for (source, expected) in [
        ("set x to 5", "5"),
        ("set {a, b} to {1, 2}\na + b", "3"),
        ("set x to {1, 2}\nset y to x\nset item 1 of y to 9\nx", "{9, 2}"),
        ("set x to {1, 2}\ncopy x to y\nset item 1 of y to 9\nx", "{1, 2}"),
        (
            "set x to {}\nset end of x to 1\nset beginning of x to 0\nx",
            "{0, 1}",
        ),
        ("set r to {a:1}\nset a of r to 2\nr", "{a:2}"),
        (
            "if 1 > 2 then\n\"a\"\nelse if 2 > 1 then\n\"b\"\nelse\n\"c\"\nend if",
            "\"b\"",
        ),
        ("set x to 1\nif x = 1 then set x to 2\nx", "2"),
        ("set n to 0\nrepeat 3 times\nset n to n + 1\nend repeat\nn", "3"),
        (
            "set n to 0\nrepeat while n < 5\nset n to n + 2\nend repeat\nn",
            "6",
        ),
        (
            "set n to 0\nrepeat until n = 3\nset n to n + 1\nend repeat\nn",
            "3",
        ),
        (
            "set n to 0\nrepeat with i from 10 to 1 by -3\nset n to n + i\nend\nn",
            "22",
        ),
        (
            "set t to \"\"\nrepeat with w in {\"a\", \"b\"}\nset t to t & w\nend repeat\nt",
            "\"ab\"",
        ),
        (
            "set n to 0\nrepeat\nset n to n + 1\nif n = 4 then exit repeat\nend repeat\nn",
            "4",
        ),
        (
            "try\nerror \"oh\" number 42\non error m number n\n{m, n}\nend try",
            "{\"oh\", 42}",
        ),
        ("try\n1 / 0\non error number n\nn\nend try", "-2701"),
        ("try\nfoo\nend try\n7", "7"),
        ("return 3\n4", "3"),
        ("double(4)\non double(n)\nreturn n * 2\nend double", "8"),
        (
            "on fact(n)\nif n < 2 then return 1\nreturn n * fact(n - 1)\nend fact\nfact(10)",
            "3628800",
        ),
        (
            "property p : 5\nbump()\np\non bump()\nset p to p + 1\nend bump",
            "6",
        ),
        (
            "global g\nset g to 1\nmore()\ng\non more()\nglobal g\nset g to g + 1\nend more",
            "2",
        ),
        ("on run\nreturn 9\nend run", "9"),
        ("set x to 1\nx + 1\nset y to result\ny", "2"),
        (
            "set AppleScript's text item delimiters to {\",\"}\nset l to text items of \"a,b\"\n\
             set AppleScript's text item delimiters to \"-\"\nl as text",
            "\"a-b\"",
        ),
        ("with timeout of 5 seconds\n1\nend timeout", "1"),
        ("set |to| to 3\n|to|", "3"),
    ] {
        assert_eq!(result(source), expected, "{source}");
    }
}

#[test]
fn errors_have_number_words_and_place() {
    for (source, number, message, place) in [
        ("1 +", -2741, "Expected expression but found end of line.", ""),
        ("set to 5", -2741, "Expected expression but found “to”.", "to"),
        (
            "if true\n1\nend if",
            -2741,
            "Expected “then” but found end of line.",
            "\r",
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
fn an_application_is_told_in_its_own_words() {
    let mut shop = Shop::new();
    let source = "tell application \"Shop\"\n\
                  make new book at book \"Shelf\" with properties {name:\"Emma\", shelf mark:\"A1\"}\n\
                  set shelf mark of book 2 to \"B\" & 1\n\
                  end tell";
    let failed = shop.ask(source).expect_err("the shop sets nothing");
    let message = "Shop got an error: Can’t get shelf mark of book 2 of application \"Shop\".";
    assert_eq!((failed.0, failed.1.as_str()), (-1728, message));
    assert_eq!(
        shop.sent,
        [
            "corecrel kocl=«class book» insh=«class book» \"Shelf\" of application \"Shop\" \
             prdt={name:\"Emma\", «class shmk»:\"A1\"}",
            "coresetd ----=«class shmk» of «class book» 2 of application \"Shop\" data=\"B1\"",
        ]
    );
}

#[test]
fn a_dictionary_is_read_back_from_its_resource() {
    let mut dictionary = dictionary();
    dictionary.constants.push(("by name".to_owned(), Code(*b"byna")));
    let bytes = aete::to_bytes(&dictionary, "Shop Suite", Code(*b"SHOP"));
    // The last byte only makes the length even.
    for cut in 6..bytes.len() - 1 {
        assert_eq!(aete::parse(&bytes[..cut]), None, "{cut}");
    }
    let mut read = aete::parse(&bytes).expect("a whole resource");
    // A plural has no properties of its own but the mark.
    assert!(read.classes[1].is_plural);
    read.classes[1].properties = dictionary.classes[1].properties.clone();
    assert_eq!(read, dictionary);
}

#[test]
fn objects_are_got_where_a_value_is_wanted_and_only_there() {
    for (source, expected, sent) in [
        ("tell application \"Shop\" to shelf mark of book 1", "\"got\"", 1),
        (
            "tell application \"Shop\" to (shelf mark of book 1) & \"!\"",
            "\"got!\"",
            1,
        ),
        ("tell application \"Shop\" to count books", "3", 1),
        ("set b to a reference to book 2 of application \"Shop\"", "", 0),
        (
            "tell application \"Shop\" to set b to name of every book\nb",
            "\"got\"",
            1,
        ),
        (
            "tell application \"Shop\"\ntell book 1\nshelf mark\nend tell\nend tell",
            "\"got\"",
            1,
        ),
        (
            "tell application \"Shop\" to set b to a reference to book \"x\"",
            "book \"x\" of application \"Shop\"",
            0,
        ),
    ] {
        let mut shop = Shop::new();
        let outcome = shop.ask(source);
        if expected.is_empty() {
            assert!(
                outcome.is_err(),
                "outside of a tell its words are not known: {source}"
            );
        } else {
            assert_eq!(outcome, Ok(expected.to_owned()), "{source}");
        }
        assert_eq!(shop.sent.len(), sent, "{source}");
    }
}

#[test]
fn a_handler_inside_of_a_tell_is_the_applications_unless_it_is_mine() {
    let script = |call: &str| format!("tell application \"Shop\" to {call}\non f()\nreturn 1\nend f");
    assert_eq!(result(&script("my f()")), "1");
    let (number, message, _) = error(&script("f()"));
    assert_eq!(
        (number, message.as_str()),
        (-1708, "application \"Shop\" doesn’t understand the f message.")
    );
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
