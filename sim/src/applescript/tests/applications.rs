//! What an application is told, in its own words.

use super::*;

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
fn a_parameter_is_given_once() {
    let (number, message, place) = error("tell application \"Shop\" to make new book at book 1 new book");
    let words = (message.as_str(), place.as_str());
    assert_eq!(number, -2750);
    assert_eq!(words, ("The new parameter is specified more than once.", "new"));
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
