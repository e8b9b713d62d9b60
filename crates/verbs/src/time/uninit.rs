//! `--uninit input`: locals without a value are inputs.
//!
//! Idea: where the declaration of a local is reached that may be read before it
//! is written, its value is read as an input (`__VERIFIER_nondet_…`), in the
//! LLVM text of the source. The proofs, the interpreter and the native build
//! then see one program, and a run that never ends is replayed with the values
//! that its locals had. What is added counts nothing (`!nosanitize`).
//!
//! Arrays, structures, and scalars of which the program has the address, are
//! filled where their declaration is reached ([`objects`]), and so is what
//! `alloca` makes: `__VERIFIER_nondet_memory`. What is written right behind that
//! as a whole has its value.
//!
//! What must never happen: a local that has a value is overwritten here. The
//! parameters are stored before their declaration; whatever is mentioned before
//! it is left as it is, of any value. Alternative: a value
//! per activation at the function's entry, which would stay the same when a
//! declaration in a loop is reached again. Cost: clang runs once more per
//! source; per local a walk over the blocks of its function.

mod objects;

use ep_base::Diagnostic;
use ep_bounds::time;
use ep_clang::{Checks, ReadOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The sources, those with such locals as LLVM text in the scratch folder. Texts
/// without checks are what is built and counted natively; those with checks show
/// the overflows of signed arithmetic, which are no instructions of their own.
///
/// # Errors
/// A source does not compile, or nothing can be written.
pub fn sources(
    files: &[PathBuf],
    options: &ReadOptions,
    checks: Checks,
    scratch: &Path,
) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut out = Vec::new();
    for (n, file) in files.iter().enumerate() {
        let compiled = file.extension().is_some_and(|e| e == "bc" || e == "ll");
        let changed = match compiled {
            true => None,
            false => with_inputs(&ep_clang::text(file, options, checks)?),
        };
        let Some(text) = changed else {
            out.push(file.clone());
            continue;
        };
        let name = match checks {
            Checks::None => "inputs",
            Checks::Recorded => "checked",
        };
        let path = scratch.join(format!("{name}-{n}.ll"));
        std::fs::write(&path, text).map_err(|e| {
            Diagnostic::surroundings(format!("cannot write LLVM text: {e}"))
                .at(path.display().to_string())
                .help("set TMPDIR to a folder with room")
        })?;
        out.push(path);
    }
    Ok(out)
}

/// What a line does to a local.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    Read,
    Written,
    Declared,
}

/// A block of a function: the number of its first line, what its lines do, and
/// where control goes.
#[derive(Default)]
struct Block<'a> {
    label: &'a str,
    lines: Vec<usize>,
    next: Vec<&'a str>,
}

/// The text in which such locals are read as inputs; none where there are none.
fn with_inputs(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    // Before which line what is added.
    let mut added: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut used = BTreeSet::new();
    let number = mark(text);
    let memory = objects::Memory::of(text, number);
    let mut filled = false;
    let mut at = 0;
    while at < lines.len() {
        if !lines.get(at)?.starts_with("define ") {
            at += 1;
            continue;
        }
        let end = at + lines.get(at..)?.iter().position(|l| *l == "}")?;
        function(&lines, (at + 1, end), number, &mut added, &mut used);
        filled |= objects::fill(&lines, (at + 1, end), &memory, &mut added);
        at = end;
    }
    if added.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(text.len() + 4096);
    for (n, line) in lines.iter().enumerate() {
        for new in added.get(&n).into_iter().flatten() {
            out.push_str(new);
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
    }
    for (bits, name) in used {
        if !text.contains(&format!("@{name}(")) {
            out.push_str(&format!("declare i{bits} @{name}()\n"));
        }
    }
    if filled && !text.contains(&format!("@{}(", time::FILLS)) {
        out.push_str(&memory.declaration());
    }
    out.push_str(&format!("!{number} = !{{}}\n"));
    Some(out)
}

/// A number that no metadata of the text has.
fn mark(text: &str) -> u64 {
    let numbers = text.lines().filter_map(|l| l.strip_prefix('!'));
    let numbers = numbers.filter_map(|l| l.split(' ').next()?.parse::<u64>().ok());
    numbers.max().map_or(0, |n| n + 1)
}

fn function(
    lines: &[&str],
    (from, to): (usize, usize),
    number: u64,
    added: &mut BTreeMap<usize, Vec<String>>,
    used: &mut BTreeSet<(u32, &'static str)>,
) {
    let blocks = split(lines, from, to);
    for at in from..to {
        let Some((name, bits)) = lines.get(at).and_then(|l| scalar(l)) else {
            continue;
        };
        let accesses = (from..to).filter(|n| *n != at);
        let accesses: Option<BTreeMap<usize, Access>> = accesses
            .filter_map(|n| {
                let line = lines.get(n)?;
                mentions(line, name).then(|| Some((n, access(line, name, bits)?)))
            })
            .collect();
        // Its address is taken, or it is read with another type.
        let Some(accesses) = accesses else { continue };
        let Some(reader) = reader(bits) else { continue };
        for (n, what) in &accesses {
            if *what == Access::Declared && read_first(&blocks, &accesses, *n) {
                let value = format!("%ep.uninit.{n}");
                added.entry(*n).or_default().extend([
                    format!("  {value} = call i{bits} @{reader}(), !nosanitize !{number}"),
                    format!("  store i{bits} {value}, ptr {name}, align 1, !nosanitize !{number}"),
                ]);
                used.insert((bits, reader));
            }
        }
    }
}

/// `%x = alloca i32, align 4`: its name and bits.
fn scalar(line: &str) -> Option<(&str, u32)> {
    let (name, rest) = line.trim_start().split_once(" = alloca i")?;
    let bits = rest.split(',').next()?.parse().ok()?;
    name.starts_with('%').then_some((name, bits))
}

fn reader(bits: u32) -> Option<&'static str> {
    Some(match bits {
        8 => "__VERIFIER_nondet_uchar",
        16 => "__VERIFIER_nondet_ushort",
        32 => "__VERIFIER_nondet_uint",
        64 => "__VERIFIER_nondet_ulonglong",
        _ => return None,
    })
}

/// Whether the name stands in the line as a whole.
fn mentions(line: &str, name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || "-$._\"".contains(c);
    line.match_indices(name).any(|(at, _)| {
        let rest = line.get(at + name.len()..).unwrap_or_default();
        !rest.starts_with(part)
    })
}

/// What a line that mentions a local does to it; none where that is not told.
fn access(line: &str, name: &str, bits: u32) -> Option<Access> {
    let line = line.trim_start();
    if line.starts_with("#dbg_declare(") {
        return Some(Access::Declared);
    }
    let here = format!(", ptr {name}, align ");
    if let Some((value, _)) = line
        .strip_prefix("store ")
        .and_then(|l| l.split_once(&here))
    {
        let own = value.starts_with(&format!("i{bits} "));
        return (own && !mentions(value, name)).then_some(Access::Written);
    }
    let read = format!(" = load i{bits}{here}");
    line.contains(&read).then_some(Access::Read)
}

fn split<'a>(lines: &[&'a str], from: usize, to: usize) -> Vec<Block<'a>> {
    let mut out = vec![Block::default()];
    for n in from..to {
        let Some(line) = lines.get(n).copied() else {
            break;
        };
        let label = line.split_once(':').map(|x| x.0);
        if let Some(label) = label.filter(|l| !line.starts_with([' ', '\t']) && !l.is_empty()) {
            out.push(Block {
                label: label.trim_matches('"'),
                ..Block::default()
            });
            continue;
        }
        if let Some(b) = out.last_mut() {
            b.lines.push(n);
            for (at, word) in line.match_indices("label %") {
                let rest = line.get(at + word.len()..).unwrap_or_default();
                let name = match rest.strip_prefix('"') {
                    Some(quoted) => quoted.split('"').next(),
                    None => rest.split([',', ' ', ']']).next(),
                };
                b.next.extend(name);
            }
        }
    }
    out
}

/// Whether the local may be read after this line before it is written or
/// declared again.
fn read_first(blocks: &[Block<'_>], accesses: &BTreeMap<usize, Access>, line: usize) -> bool {
    let index: BTreeMap<&str, usize> =
        (blocks.iter().enumerate().map(|(i, b)| (b.label, i))).collect();
    let Some(own) = blocks.iter().position(|b| b.lines.contains(&line)) else {
        return false;
    };
    // A parameter is stored before its declaration.
    let lines = blocks.get(own).into_iter().flat_map(|b| &b.lines);
    let mut before = lines.filter(|n| **n < line);
    if before.any(|n| accesses.get(n) == Some(&Access::Written)) {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut work = vec![(own, line + 1)];
    while let Some((i, from)) = work.pop() {
        let Some(block) = blocks.get(i) else { continue };
        let lines = block.lines.iter().filter(|n| **n >= from);
        match lines.filter_map(|n| accesses.get(n)).next() {
            Some(Access::Read) => return true,
            Some(Access::Written | Access::Declared) => continue,
            None => {}
        }
        let next = block.next.iter().filter_map(|l| index.get(l));
        work.extend(next.filter(|j| seen.insert(**j)).map(|j| (*j, 0)));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
define dso_local i32 @main() {
entry:
  %a = alloca i32, align 4
  %ab = alloca i16, align 2
  %c = alloca i32, align 4
  %d = alloca i32, align 4
  %p.addr = alloca i32, align 4
  store i32 %p, ptr %p.addr, align 4
    #dbg_declare(ptr %p.addr, !14, !DIExpression(), !15)
    #dbg_declare(ptr %a, !14, !DIExpression(), !15)
    #dbg_declare(ptr %ab, !14, !DIExpression(), !15)
    #dbg_declare(ptr %d, !14, !DIExpression(), !15)
  store i32 3, ptr %d, align 4
  br label %head

head:                                             ; preds = %head, %entry
    #dbg_declare(ptr %c, !14, !DIExpression(), !15)
  %0 = load i32, ptr %a, align 4
  %1 = load i32, ptr %d, align 4
  %2 = load i32, ptr %c, align 4
  %5 = load i32, ptr %p.addr, align 4
  call void @g(ptr %ab)
  %3 = load i16, ptr %ab, align 2
  br i1 %4, label %head, label %end

end:
  ret i32 0
}
!14 = !{}
!15 = !{}
";

    #[test]
    fn what_may_be_read_before_it_is_written_is_an_input() {
        let out = with_inputs(TEXT).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        let behind = |what: &str| {
            let at = lines.iter().position(|l| l.contains(what)).unwrap();
            lines[at + 1]
        };
        let calls = out.matches("call i32 @__VERIFIER_nondet_uint()").count();
        // `a`, and `c` in each round; `d` is written, `ab` has its address taken.
        assert_eq!(calls, 2, "{out}");
        assert!(!out.contains("nondet_ushort"), "{out}");
        assert!(behind("%ep.uninit.9 = call").contains("store i32 %ep.uninit.9, ptr %a,"));
        assert!(behind("%ep.uninit.16 = call").contains("ptr %c,"));
        assert!(out.contains("declare i32 @__VERIFIER_nondet_uint()\n"));
        assert!(out.ends_with("!16 = !{}\n"), "{out}");
        let written = TEXT.replace(
            "  br label %head\n",
            "  store i32 1, ptr %a, align 4\n  br label %head\n",
        );
        assert_eq!(
            with_inputs(&written)
                .unwrap()
                .matches("call i32 @__V")
                .count(),
            1
        );
    }
}
