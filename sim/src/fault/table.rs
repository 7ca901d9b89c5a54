//! The one table of faults: the enum, what serde makes of it, the help and the documentation come from it.

use super::fields::Form;
use super::{Fault, FaultKind};

/// A kind of fault, for people.
#[derive(Debug, Clone, Copy)]
pub struct KindInfo {
    /// The kind.
    pub kind: FaultKind,
    /// What it is called in Lua, on the command line and in JSON.
    pub name: &'static str,
    /// What happens.
    pub(super) summary: &'static [&'static str],
    /// What it takes.
    pub fields: &'static [FieldInfo],
}

/// A field of a fault, for people.
#[derive(Debug, Clone, Copy)]
pub struct FieldInfo {
    /// Its name.
    pub name: &'static str,
    pub(super) form: Form,
    pub(super) optional: bool,
    pub(super) summary: &'static [&'static str],
}

/// The lines of a doc comment as one text.
fn joined(lines: &[&str]) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    lines.join(" ").replace("[`", "`").replace("`]", "`")
}

impl KindInfo {
    /// What happens, in a sentence or two.
    pub fn summary(&self) -> String {
        joined(self.summary)
    }

    /// How it is written on a command line: `disk_write,nth=NUMBER,error=medium|full`, what can be left out in brackets.
    pub fn usage(&self) -> String {
        let field = |field: &FieldInfo| {
            let word = format!(",{}={}", field.name, field.form.placeholder());
            match field.optional {
                true => format!("[{word}]"),
                false => word,
            }
        };
        let fields: String = self.fields.iter().map(field).collect();
        format!("{}{fields}", self.name)
    }

    pub(super) fn field(&self, name: &str) -> Option<&'static FieldInfo> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl FieldInfo {
    /// What it says.
    pub fn summary(&self) -> String {
        joined(self.summary)
    }

    /// Whether it can be left out.
    pub fn is_optional(&self) -> bool {
        self.optional
    }
}

impl Fault {
    /// Every kind of fault, in the order of the documentation.
    pub fn kinds() -> &'static [KindInfo] {
        FaultKind::TABLE
    }

    /// All kinds with their fields, as text for a help page.
    pub fn help() -> String {
        let mut text = String::new();
        for kind in Fault::kinds() {
            text.push_str(&format!("  {}\n      {}\n", kind.usage(), kind.summary()));
            for field in kind.fields {
                text.push_str(&format!("        {}: {}\n", field.name, field.summary()));
            }
        }
        text
    }
}

impl Fault {
    /// The kinds as a table in Markdown.
    pub fn markdown() -> String {
        let mut text = "| kind | fields | what happens |\n| --- | --- | --- |\n".to_owned();
        for kind in Fault::kinds() {
            let field = |field: &FieldInfo| {
                let optional = if field.optional { ", optional" } else { "" };
                let form = field.form.placeholder().replace('|', "\\|");
                format!("`{}` ({form}{optional}): {}", field.name, field.summary())
            };
            let fields: Vec<String> = kind.fields.iter().map(field).collect();
            let row = format!(
                "| `{}` | {} | {} |\n",
                kind.name,
                fields.join("<br>"),
                kind.summary()
            );
            text.push_str(&row);
        }
        text
    }
}

impl FaultKind {
    /// The row of the table.
    pub fn info(self) -> &'static KindInfo {
        // The table has a row for each variant, in the order of the variants.
        &FaultKind::TABLE[self as usize]
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<FaultKind> {
        FaultKind::TABLE
            .iter()
            .find(|info| info.name == name)
            .map(|info| info.kind)
    }
}

/// Makes the enums [`Fault`] and [`FaultKind`] and their table.
macro_rules! faults {
    ($(
        $(#[doc = $doc:literal])+
        $variant:ident = $name:literal $({
            $( $(#[doc = $field_doc:literal])+ $field:ident: $type:ty ),+ $(,)?
        })?
    ),+ $(,)?) => {
        /// Something that goes wrong on request. Those that count (`nth`) strike once; the others last until they are lifted, or as long as they say.
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "kind", deny_unknown_fields)]
        #[non_exhaustive]
        pub enum Fault {
            $(
                $(#[doc = $doc])+
                #[serde(rename = $name)]
                $variant $({ $( $(#[doc = $field_doc])+ $field: $type ),+ })?
            ),+
        }

        /// The kinds of faults: what is lifted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FaultKind {
            $( #[doc = concat!("[`Fault::", stringify!($variant), "`]")] $variant ),+
        }

        impl FaultKind {
            pub(super) const TABLE: &'static [$crate::fault::table::KindInfo] = &[$(
                $crate::fault::table::KindInfo {
                    kind: FaultKind::$variant,
                    name: $name,
                    summary: &[$($doc),+],
                    fields: &[$($(
                        $crate::fault::table::FieldInfo {
                            name: stringify!($field),
                            form: <$type as $crate::fault::fields::Field>::FORM,
                            optional: <$type as $crate::fault::fields::Field>::OPTIONAL,
                            summary: &[$($field_doc),+],
                        }
                    ),+)?],
                }
            ),+];
        }

        impl Fault {
            /// Its kind.
            pub fn kind(&self) -> FaultKind {
                match self {
                    $( Fault::$variant { .. } => FaultKind::$variant ),+
                }
            }
        }
    };
}

pub(super) use faults;
