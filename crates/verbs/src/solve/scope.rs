//! What is in scope at a place of the text, and of which type it is.
//!
//! Idea: declarations are read in the tokens, block by block: of the blocks around the
//! place, the parameters, and the heads of the loops around. A name that an inner block
//! declares hides the outer one, whatever its type is. Types are the basic ones, their
//! `typedef`s, enumerations, pointers, and structures of such members; of anything else
//! the name alone is known. What is read wrongly does not compile where it is used, or
//! says less. Alternative: the compiler's debug information, which has no macros and
//! places by line only. Cost: linear in the text for each place.

use super::tokens::{closing, Kind, Token};
use std::collections::BTreeMap;

/// What a variable holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    Bool,
    Char,
    Short,
    Int,
    Long,
    LongLong,
    /// Its sign is the compiler's decision.
    Enum,
    Pointer,
    /// Of this tag.
    Struct(String),
    /// Nothing is said about it.
    Opaque,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    pub class: Class,
    pub unsigned: bool,
}

/// A variable, or a member of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// As it is written in an expression.
    pub name: String,
    pub ty: Type,
}

impl Variable {
    /// Whether it is a number.
    pub fn is_integer(&self) -> bool {
        !matches!(
            self.ty.class,
            Class::Pointer | Class::Struct(_) | Class::Opaque
        )
    }

    /// Bits of its values.
    pub fn width(&self, m32: bool) -> u32 {
        match self.ty.class {
            Class::Bool => 1,
            Class::Char => 8,
            Class::Short => 16,
            Class::LongLong => 64,
            Class::Long if !m32 => 64,
            _ => 32,
        }
    }

    /// Enough bits for its values, 32 at least.
    pub fn bits(&self, m32: bool) -> u32 {
        self.width(m32).max(32)
    }

    /// The least and the greatest value of its type.
    pub fn range(&self, m32: bool) -> (i128, i128) {
        let bits = self.width(m32);
        match (&self.ty.class, self.ty.unsigned) {
            (Class::Bool, _) | (_, true) => (0, (1 << bits) - 1),
            // Of either sign.
            (Class::Enum, _) => (-(1 << 31), (1 << 32) - 1),
            _ => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        }
    }
}

/// The types that the text names.
#[derive(Clone, Default, Debug)]
pub struct Types {
    names: BTreeMap<String, Type>,
    members: BTreeMap<String, Vec<Variable>>,
}

const BASIC: [&str; 7] = [
    "int", "unsigned", "signed", "char", "short", "long", "_Bool",
];
const OTHER: [&str; 8] = [
    "float",
    "double",
    "void",
    "__int128",
    "_Complex",
    "_Atomic",
    "va_list",
    "_Float128",
];
const BESIDE: [&str; 7] = [
    "const",
    "static",
    "extern",
    "register",
    "inline",
    "restrict",
    "__extension__",
];
/// Names of the standard headers: class and whether it is unsigned.
const STANDARD: [(&str, Class, bool); 15] = [
    ("int8_t", Class::Char, false),
    ("uint8_t", Class::Char, true),
    ("int16_t", Class::Short, false),
    ("uint16_t", Class::Short, true),
    ("int32_t", Class::Int, false),
    ("uint32_t", Class::Int, true),
    ("int64_t", Class::LongLong, false),
    ("uint64_t", Class::LongLong, true),
    ("size_t", Class::Long, true),
    ("ssize_t", Class::Long, false),
    ("intptr_t", Class::Long, false),
    ("uintptr_t", Class::Long, true),
    ("ptrdiff_t", Class::Long, false),
    ("bool", Class::Bool, true),
    ("_Bool", Class::Bool, true),
];

impl Types {
    /// Of the tokens of a text.
    pub fn of(all: &[Token<'_>]) -> Types {
        let mut out = Types::default();
        out.add(all);
        out
    }

    /// Those of one more text.
    pub fn add(&mut self, all: &[Token<'_>]) {
        for (i, t) in all.iter().enumerate() {
            match t.text {
                "struct" => self.structure(all, i),
                "typedef" => {
                    let Some((ty, next)) = self.specifiers(all, i + 1, all.len()) else {
                        continue;
                    };
                    let (found, _) = declarators(all, next, all.len(), &ty);
                    for v in found {
                        self.names.insert(v.name, v.ty);
                    }
                }
                _ => {}
            }
        }
    }

    /// The members of a structure that is defined here.
    fn structure(&mut self, all: &[Token<'_>], at: usize) {
        let tagged = all.get(at + 1).is_some_and(|t| t.kind == Kind::Word);
        let open = at + 1 + usize::from(tagged);
        if !all.get(open).is_some_and(|t| t.is('{')) {
            return;
        }
        let Some(close) = closing(all, open) else {
            return;
        };
        let mut members = Vec::new();
        let mut i = open + 1;
        while i < close {
            match self.specifiers(all, i, close) {
                Some((ty, next)) => {
                    let (found, next) = declarators(all, next, close, &ty);
                    members.extend(found);
                    i = next.max(i) + 1;
                }
                None => i += 1,
            }
        }
        self.members.insert(tag(all, at), members);
    }

    /// The type at a token, and where the declarators begin.
    fn specifiers(&self, all: &[Token<'_>], from: usize, end: usize) -> Option<(Type, usize)> {
        let (mut unsigned, mut longs, mut seen) = (false, 0, false);
        let (mut class, mut volatile) = (Class::Int, false);
        let mut i = from;
        while i < end && all[i].kind == Kind::Word {
            let word = all[i].text;
            match word {
                _ if BESIDE.contains(&word) => {}
                "volatile" => volatile = true,
                "unsigned" => (unsigned, seen) = (true, true),
                "signed" | "int" => seen = true,
                "long" => (longs, seen) = (longs + 1, true),
                "char" => (class, seen) = (Class::Char, true),
                "short" => (class, seen) = (Class::Short, true),
                "_Bool" => (class, unsigned, seen) = (Class::Bool, true, true),
                _ if OTHER.contains(&word) => (class, seen) = (Class::Opaque, true),
                "struct" | "union" | "enum" => {
                    seen = true;
                    class = match word {
                        "struct" => Class::Struct(tag(all, i)),
                        "enum" => Class::Enum,
                        _ => Class::Opaque,
                    };
                    i += usize::from(all.get(i + 1).is_some_and(|t| t.kind == Kind::Word));
                    if all.get(i + 1).is_some_and(|t| t.is('{')) {
                        i = closing(all, i + 1)?;
                    }
                }
                _ if seen => break,
                _ => {
                    let ty = self.named(word)?;
                    (class, unsigned, seen) = (ty.class, ty.unsigned, true);
                }
            }
            i += 1;
        }
        if !seen {
            return None;
        }
        class = match (class, longs) {
            (Class::Int, 1) => Class::Long,
            (Class::Int, 2..) => Class::LongLong,
            // `long double`
            (_, 1..) => Class::Opaque,
            (c, _) => c,
        };
        // Each reading of it is an effect.
        if volatile {
            class = Class::Opaque;
        }
        Some((Type { class, unsigned }, i))
    }

    fn named(&self, word: &str) -> Option<Type> {
        self.names.get(word).cloned().or_else(|| {
            let (_, class, unsigned) = STANDARD.iter().find(|s| s.0 == word)?;
            Some(Type {
                class: class.clone(),
                unsigned: *unsigned,
            })
        })
    }

    /// A variable with the members of a structure in its place.
    pub fn parts(&self, v: Variable) -> Vec<Variable> {
        let Class::Struct(tag) = &v.ty.class else {
            return vec![v];
        };
        let members = self.members.get(tag).into_iter().flatten();
        let part = |m: &Variable| Variable {
            name: format!("{}.{}", v.name, m.name),
            ty: m.ty.clone(),
        };
        members
            .map(part)
            .filter(|m| !matches!(m.ty.class, Class::Struct(_)))
            .collect()
    }
}

/// The tag of a structure; of one without a name its place.
fn tag(all: &[Token<'_>], at: usize) -> String {
    match all.get(at + 1) {
        Some(t) if t.kind == Kind::Word => t.text.to_string(),
        _ => format!("@{}", all[at].at),
    }
}

/// The variables that a list of declarators names, and the token at its end.
fn declarators(all: &[Token<'_>], from: usize, end: usize, ty: &Type) -> (Vec<Variable>, usize) {
    let mut out = Vec::new();
    let mut pointer = false;
    let mut i = from;
    while i < end {
        let t = &all[i];
        match t.kind {
            Kind::Mark('*') => {
                pointer = true;
                i += 1;
            }
            Kind::Word if ["const", "volatile", "restrict"].contains(&t.text) => i += 1,
            // A function: what follows are its parameters and its body.
            Kind::Word if all.get(i + 1).is_some_and(|n| n.is('(')) => return (out, i + 1),
            Kind::Word => {
                let next = all.get(i + 1);
                let plain = next.is_some_and(|n| n.is('=') || n.is(';') || n.is(',') || n.is(')'));
                // An array, a bit field, an attribute.
                let class = match (plain, pointer) {
                    (true, false) => ty.class.clone(),
                    (true, true) => Class::Pointer,
                    (false, _) => Class::Opaque,
                };
                out.push(Variable {
                    name: t.text.to_string(),
                    ty: Type {
                        class,
                        unsigned: ty.unsigned,
                    },
                });
                // To the next declarator of the list.
                let mut depth = 0i64;
                i += 1;
                while i < end {
                    match all[i].kind {
                        Kind::Mark('(' | '[' | '{') => depth += 1,
                        Kind::Mark(')' | ']' | '}') if depth == 0 => return (out, i),
                        Kind::Mark(')' | ']' | '}') => depth -= 1,
                        Kind::Mark(';') if depth == 0 => return (out, i),
                        Kind::Mark(',') if depth == 0 => break,
                        _ => {}
                    }
                    i += 1;
                }
                // In a list of parameters a type follows.
                let word = |k: usize| all.get(k).is_some_and(|n| n.kind == Kind::Word);
                let star = all.get(i + 2).is_some_and(|n| n.is('*'));
                if word(i + 1) && (BASIC.contains(&all[i + 1].text) || word(i + 2) || star) {
                    return (out, i);
                }
                pointer = false;
                i += 1;
            }
            _ => return (out, i),
        }
    }
    (out, i)
}

/// What is in scope before the token at this byte, the innermost first.
pub fn in_scope(all: &[Token<'_>], byte: usize, types: &Types) -> Vec<Variable> {
    let end = all.partition_point(|t| t.at < byte);
    let mut blocks: Vec<Vec<Variable>> = vec![vec![]];
    let mut parameters: Vec<Variable> = Vec::new();
    let mut parens = 0i64;
    let mut i = 0;
    while i < end {
        let t = &all[i];
        match t.kind {
            Kind::Mark('(') => parens += 1,
            Kind::Mark(')') => parens -= 1,
            Kind::Mark('{') => {
                blocks.push(std::mem::take(&mut parameters));
                parens = 0;
            }
            Kind::Mark('}') => {
                if blocks.len() > 1 {
                    blocks.pop();
                }
                parameters.clear();
            }
            Kind::Mark(';') if parens == 0 => parameters.clear(),
            Kind::Word if t.text == "typedef" => {
                let past = types.specifiers(all, i + 1, end);
                i = past.map_or(i + 1, |(_, next)| next);
                i += all[i.min(end)..end]
                    .iter()
                    .take_while(|t| !t.is(';'))
                    .count();
                continue;
            }
            Kind::Word => {
                if let Some((found, next)) = declared(all, i, end, types) {
                    // In the head of a loop or a list of parameters.
                    if parens > 0 {
                        parameters.extend(found);
                    } else if let Some(block) = blocks.last_mut() {
                        block.extend(found);
                    }
                    i = next;
                    continue;
                }
            }
            _ => {}
        }
        i += 1;
    }
    // Of one block the later declaration of a name is the one that holds.
    let mut out: Vec<Variable> = Vec::new();
    let outer = blocks.iter().rev();
    for block in std::iter::once(&parameters).chain(outer) {
        for (k, v) in block.iter().enumerate() {
            let again = block[k + 1..].iter().any(|o| o.name == v.name);
            if !again && !out.iter().any(|o| o.name == v.name) {
                out.push(v.clone());
            }
        }
    }
    out
}

/// The declaration that begins at a word, if one does.
fn declared(
    all: &[Token<'_>],
    at: usize,
    end: usize,
    types: &Types,
) -> Option<(Vec<Variable>, usize)> {
    let before = at.checked_sub(1).map(|p| &all[p]);
    // A member's name is no type.
    if before.is_some_and(|b| b.is('.') || b.is('>')) {
        return None;
    }
    if let Some((mut ty, next)) = types.specifiers(all, at, end) {
        // A cast or `sizeof` has no name behind the type.
        if before.is_some_and(|b| b.text == "volatile") {
            ty.class = Class::Opaque;
        }
        return Some(declarators(all, next, end, &ty));
    }
    // A type of a header that nobody knows: its names hide others.
    const STATEMENTS: [&str; 8] = [
        "return", "goto", "case", "else", "do", "sizeof", "typedef", "if",
    ];
    let starts = before.is_none_or(|b| b.is(';') || b.is('{') || b.is('}') || b.is('('));
    let named = all[at..end].get(1).is_some_and(|t| t.kind == Kind::Word);
    if !starts || !named || STATEMENTS.contains(&all[at].text) || BESIDE.contains(&all[at].text) {
        return None;
    }
    let unknown = Type {
        class: Class::Opaque,
        unsigned: false,
    };
    Some(declarators(all, at + 1, end, &unknown))
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    /// Names before the first `/*here*/`, with a letter for the type.
    fn names(text: &str) -> Vec<String> {
        let all = tokens(text);
        let types = Types::of(&all);
        let at = text.find("/*here*/").unwrap();
        let found = in_scope(&all, at, &types);
        let parts = found.into_iter().flat_map(|v| types.parts(v));
        let letter = |v: &Variable| match v.ty.class {
            Class::Pointer => "*",
            Class::Opaque => "?",
            _ if v.ty.unsigned => "u",
            _ => "",
        };
        parts.map(|v| format!("{}{}", letter(&v), v.name)).collect()
    }

    #[test]
    fn types_have_names() {
        let text = "typedef unsigned char u8; typedef struct { u8 a; int b[2], c; } T; struct S { long x; struct S *next; };\nenum e { A, B };\nint f(u8 p, T *q) { T t; struct S s = {0}; enum e k = A; uint16_t z; /*here*/ }";
        assert_eq!(
            names(text),
            ["up", "*q", "ut.a", "?t.b", "t.c", "s.x", "*s.next", "k", "uz"]
        );
    }

    #[test]
    fn an_inner_name_hides_the_outer_one() {
        let text =
            "int x, y, z, w;\nvoid f(void) { int *x; char y[3]; FILE z; volatile int w; /*here*/ }";
        assert_eq!(names(text), ["*x", "?y", "?z", "?w"]);
        let gone =
            "int x; void f(void) { { char *x; } for (unsigned x = 0; x < 3; x++) ; /*here*/ }";
        assert_eq!(names(gone), ["x"]);
    }

    #[test]
    fn heads_of_loops_around() {
        let text = "void f(int n) { for (int y = 0; y < n; y++) for (unsigned x = (int)y; /*here*/ x < 3; x++) ; }";
        assert_eq!(names(text), ["y", "ux", "n"]);
    }

    #[test]
    fn ranges_are_those_of_the_type() {
        let v = |class: Class, unsigned| Variable {
            name: "v".into(),
            ty: Type { class, unsigned },
        };
        assert_eq!(v(Class::Long, true).range(true).1, (1 << 32) - 1);
        assert_eq!(v(Class::Long, false).range(false).0, -(1i128 << 63));
        assert_eq!(v(Class::Bool, true).range(false), (0, 1));
        assert_eq!(v(Class::Char, false).range(false), (-128, 127));
    }

    #[test]
    fn text_that_ends_in_the_middle() {
        for text in [
            "struct",
            "typedef",
            "typedef struct {",
            "int",
            "struct S { int",
            "enum {",
        ] {
            let all = tokens(text);
            in_scope(&all, text.len() + 1, &Types::of(&all));
        }
    }
}
