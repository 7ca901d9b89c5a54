//! Scripts and what they come to.

mod applications;
mod errors;
mod expressions;
mod random;
mod statements;

use super::*;
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
