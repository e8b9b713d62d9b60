//! Objects without a value, in LLVM text: arrays, structures, scalars of which
//! the program has the address, and what `alloca` makes.
//!
//! Their bytes become an input where their declaration is reached, so that a run
//! that never ends because of them can be replayed. Cost: per object a look at
//! the lines of its function.

use super::{access, mentions, scalar};
use ep_bounds::time::FILLS;
use std::collections::BTreeMap;

/// Bytes of an object that is an input; larger ones hold any value.
const MOST: u64 = 8192;

/// How memory is filled in a text.
pub(super) struct Memory {
    /// The type of a size.
    size: &'static str,
    number: u64,
}

impl Memory {
    /// `number` is the mark of what counts nothing.
    pub(super) fn of(text: &str, number: u64) -> Memory {
        let layout = text.lines().find(|l| l.starts_with("target datalayout"));
        let narrow = layout.is_some_and(|l| l.contains("-p:32:32"));
        Memory {
            size: if narrow { "i32" } else { "i64" },
            number,
        }
    }

    pub(super) fn declaration(&self) -> String {
        format!("declare void @{FILLS}(ptr, {})\n", self.size)
    }

    fn line(&self, name: &str, bytes: &str) -> String {
        let Memory { size, number } = self;
        format!("  call void @{FILLS}(ptr {name}, {size} {bytes}), !nosanitize !{number}")
    }
}

/// Adds what fills the objects of a function; whether there are some.
pub(super) fn fill(
    lines: &[&str],
    (from, to): (usize, usize),
    memory: &Memory,
    added: &mut BTreeMap<usize, Vec<String>>,
) -> bool {
    let mut any = false;
    for at in from..to {
        let Some((name, what)) = lines.get(at).and_then(|l| object(l)) else {
            continue;
        };
        let line = |n: &usize| lines.get(*n).copied().unwrap_or_default();
        let (place, bytes) = match what {
            Object::Made(bytes) => (Some(at + 1), Some(bytes.to_string())),
            Object::Number(bits)
                if (from..to)
                    .filter(|n| *n != at && mentions(line(n), name))
                    .all(|n| access(line(&n), name, bits).is_some()) =>
            {
                // Its address stays here.
                continue;
            }
            Object::Local(..) | Object::Number(_) => {
                let mut others = (from..to).filter(|n| *n != at);
                let first = others.find(|n| mentions(line(n), name));
                let declared = first.filter(|n| line(n).trim_start().starts_with("#dbg_declare("));
                let bytes = match what {
                    Object::Local(ty) => size(ty, memory),
                    Object::Number(bits) => Some((bits / 8).to_string()),
                    Object::Made(_) => None,
                };
                (declared, bytes)
            }
        };
        let (Some(place), Some(bytes)) = (place, bytes) else {
            continue;
        };
        let has_input = added
            .get(&place)
            .is_some_and(|a| a.iter().any(|l| mentions(l, name)));
        // The declaration itself may be followed by those of others.
        let behind = (place..to).map(|n| line(&n).trim_start());
        let mut behind = behind.filter(|l| !l.starts_with("#dbg_declare("));
        if has_input || behind.next().is_some_and(|l| whole(l, name)) {
            continue;
        }
        added
            .entry(place)
            .or_default()
            .push(memory.line(name, &bytes));
        any = true;
    }
    any
}

enum Object<'a> {
    /// A local of this type.
    Local(&'a str),
    /// A local with so many bits.
    Number(u32),
    /// By `alloca`, of so many bytes.
    Made(u64),
}

/// What a line makes that holds more than one number, or may.
fn object(line: &str) -> Option<(&str, Object<'_>)> {
    let (name, rest) = line.trim_start().split_once(" = alloca ")?;
    if let Some(made) = rest.strip_prefix("i8, i") {
        let n = made.split([' ', ',']).nth(1)?.parse().ok()?;
        return (1..=MOST).contains(&n).then_some((name, Object::Made(n)));
    }
    if let Some((name, bits)) = scalar(line) {
        return (bits % 8 == 0).then_some((name, Object::Number(bits)));
    }
    let (ty, _) = rest.rsplit_once(", align ")?;
    let several = ty.starts_with('[') || ty.starts_with('%');
    (name.starts_with('%') && several).then_some((name, Object::Local(ty)))
}

/// The bytes of a type, as LLVM computes them; none where they are too many.
fn size(ty: &str, memory: &Memory) -> Option<String> {
    // Each factor of an array, and 16 bytes for what lies in it.
    let mut most = 16u64;
    let mut rest = ty;
    while let Some((n, inner)) = rest.strip_prefix('[').and_then(|r| r.split_once(" x ")) {
        most = most.checked_mul(n.parse().ok()?)?;
        rest = inner;
    }
    let known = match rest.trim_end_matches(']') {
        "i8" => Some(most / 16),
        "i16" => Some(most / 8),
        "i32" => Some(most / 4),
        "i64" => Some(most / 2),
        _ => None,
    };
    match known {
        Some(n) => (n <= MOST).then(|| n.to_string()),
        None if most > MOST => None,
        None => Some(format!(
            "ptrtoint (ptr getelementptr ({ty}, ptr null, i32 1) to {})",
            memory.size
        )),
    }
}

/// Whether a line writes the object as a whole.
fn whole(line: &str, name: &str) -> bool {
    let block = line.contains("@llvm.mem") && mentions(line, name);
    let block = block && line.split(',').next().is_some_and(|to| mentions(to, name));
    let store = line.starts_with("store ") && line.contains(&format!(", ptr {name}, align "));
    block || store
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-n8:16:32:64-S128\"
define i32 @f(i64 %s.coerce) {
entry:
  %s = alloca %struct.s, align 4
  %a = alloca [3 x i32], align 4
  %b = alloca [3 x i32], align 4
  %t = alloca %struct.t, align 8
  %x = alloca i32, align 4
  %i = alloca i32, align 4
  %y = alloca i32, align 4
  %huge = alloca [9999 x i32], align 4
  store i64 %s.coerce, ptr %s, align 4
    #dbg_declare(ptr %s, !14, !DIExpression(), !15)
    #dbg_declare(ptr %a, !14, !DIExpression(), !15)
    #dbg_declare(ptr %b, !14, !DIExpression(), !15)
  call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 12, i1 false)
    #dbg_declare(ptr %t, !14, !DIExpression(), !15)
    #dbg_declare(ptr %x, !14, !DIExpression(), !15)
  store i32 7, ptr %x, align 4
    #dbg_declare(ptr %huge, !14, !DIExpression(), !15)
    #dbg_declare(ptr %i, !14, !DIExpression(), !15)
    #dbg_declare(ptr %y, !14, !DIExpression(), !15)
  %2 = load i32, ptr %i, align 4
  call void @g(ptr %y)
  %0 = alloca i8, i64 4, align 16
  %1 = alloca i8, i64 %n, align 16
  call void @g(ptr %x)
  ret i32 0
}
";

    #[test]
    fn what_has_no_value_is_filled_where_it_is_declared() {
        let lines: Vec<&str> = TEXT.lines().collect();
        let memory = Memory::of(TEXT, 9);
        let mut added = BTreeMap::new();
        assert!(fill(&lines, (2, lines.len() - 1), &memory, &mut added));
        let all: Vec<(usize, &String)> = (added.iter())
            .flat_map(|(n, l)| l.iter().map(move |l| (*n, l)))
            .collect();
        let has = |what: &str| all.iter().any(|(_, l)| l.contains(what));
        assert_eq!(all.len(), 4, "{all:?}");
        assert!(has("(ptr %y, i64 4)"), "{all:?}");
        assert!(has("(ptr %a, i64 12), !nosanitize !9"), "{all:?}");
        assert!(has("(ptr %t, i64 ptrtoint"), "{all:?}");
        assert!(has("(ptr %0, i64 4)"), "{all:?}");
        // It stands behind what makes the object.
        let made = lines.iter().position(|l| l.starts_with("  %0 =")).unwrap();
        assert!(added.contains_key(&(made + 1)));
    }
}
