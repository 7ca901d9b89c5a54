//! One definition of what a set of named bits can do, for the several that the Macintosh formats hold.

/// Defines a set of bits over an integer, with a constant for each name, `|`, `contains` and `bits`.
/// Unknown bits are kept: what others wrote is carried through unchanged.
macro_rules! flags {
    (
        $(#[$meta:meta])*
        $name:ident: $int:ty { $( $(#[$bit_meta:meta])* $bit:ident = $value:literal, )* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name($int);

        impl $name {
            $( $(#[$bit_meta])* pub const $bit: $name = $name($value); )*

            /// No bit set.
            pub const fn empty() -> Self {
                Self(0)
            }

            /// The bits as they stand in the file; unknown ones are kept.
            pub const fn from_bits(bits: $int) -> Self {
                Self(bits)
            }

            /// The bits as they stand in the file.
            pub const fn bits(self) -> $int {
                self.0
            }

            /// True when every bit of `other` is set here.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// All names, each with its bit, in order of definition.
            pub const NAMED: &'static [(&'static str, Self)] = &[$( (stringify!($bit), Self::$bit), )*];

            /// The names of the bits that are set, in order of definition.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::NAMED.iter().filter(move |(_, bit)| self.contains(*bit)).map(|(name, _)| *name)
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
    };
}

pub(crate) use flags;
