//! Counters and watches in LLVM's text form.
//!
//! Idea: clang -O0 writes one instruction per line. Each stretch of a block up
//! to a call or the end gets an addition of its number of lines to a 64-bit
//! counter; calls cut, since what is called may end the program. Debug records
//! are no instructions. Blocks to which a later or the same block jumps get a
//! call of the watch: each cycle passes through one. Alternatives: a pass over
//! the bitcode (a shared library for opt); coverage counters of the sanitizer
//! (per edge, and placed after its own view of the blocks). Cost: one pass over
//! the text.

use std::collections::HashMap;
use std::fmt::Write;

/// What is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// The counter.
    Counter,
    /// Calls at the heads of cycles, numbered from this on.
    Heads(u32),
}

/// A place where the watch is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadPlace {
    pub function: String,
    pub line: u32,
}

/// A block as it stands in the text.
struct Block<'a> {
    /// Its lines without the label.
    lines: Vec<&'a str>,
    label_line: Option<&'a str>,
    label: String,
}

/// The text with what is asked for, and the heads in order.
pub fn with_added(text: &str, added: Added) -> (String, Vec<HeadPlace>) {
    let locations = locations(text);
    let mut out = String::with_capacity(text.len() * 2);
    let mut heads = Vec::new();
    let mut number = 0u32;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if !line.starts_with("define ") {
            continue;
        }
        let name = function_name(line);
        let mut body = Vec::new();
        let mut end = "}";
        for l in lines.by_ref() {
            if l == "}" {
                end = l;
                break;
            }
            body.push(l);
        }
        let blocks = split(&body);
        let targets = back_targets(&blocks);
        for (i, b) in blocks.iter().enumerate() {
            if let Some(l) = b.label_line {
                out.push_str(l);
                out.push('\n');
            }
            match added {
                Added::Counter => counted(&mut out, b, &mut number),
                Added::Heads(first) => {
                    let id = targets.contains(&i).then(|| {
                        let line = b.lines.iter().find_map(|l| location(l, &locations));
                        heads.push(HeadPlace {
                            function: name.clone(),
                            line: line.unwrap_or(0),
                        });
                        first + heads.len() as u32 - 1
                    });
                    watched(&mut out, b, id);
                }
            }
        }
        out.push_str(end);
        out.push('\n');
    }
    out.push_str(match added {
        Added::Counter => "\n@ep_time_count = external global i64\n",
        Added::Heads(_) => "\ndeclare void @ep_time_head(i32)\n",
    });
    (out, heads)
}

/// The lines of `!N = !DILocation(line: L, ...)`.
fn locations(text: &str) -> HashMap<&str, u32> {
    let mut out = HashMap::new();
    for line in text.lines().filter(|l| l.starts_with('!')) {
        let Some((id, rest)) = line.split_once(" = ") else {
            continue;
        };
        let rest = rest.strip_prefix("distinct ").unwrap_or(rest);
        if let Some(at) = rest.strip_prefix("!DILocation(line: ") {
            let digits = at.split(|c: char| !c.is_ascii_digit()).next();
            if let Some(n) = digits.and_then(|d| d.parse().ok()) {
                out.insert(id, n);
            }
        }
    }
    out
}

fn location(line: &str, locations: &HashMap<&str, u32>) -> Option<u32> {
    let (_, id) = line.split_once("!dbg ")?;
    let id = id.split([',', ' ']).next()?;
    locations.get(id).copied()
}

/// `@name(` or `@"name"(` of a definition.
fn function_name(line: &str) -> String {
    let rest = line.split_once('@').map_or("", |x| x.1);
    match rest.strip_prefix('"') {
        Some(q) => q.split('"').next().unwrap_or_default().to_owned(),
        None => rest.split('(').next().unwrap_or_default().to_owned(),
    }
}

fn split<'a>(body: &[&'a str]) -> Vec<Block<'a>> {
    let mut out = vec![Block {
        lines: Vec::new(),
        label_line: None,
        label: String::new(),
    }];
    for line in body {
        match label(line) {
            Some(label) => out.push(Block {
                lines: Vec::new(),
                label_line: Some(line),
                label,
            }),
            None => {
                if let Some(b) = out.last_mut() {
                    b.lines.push(line);
                }
            }
        }
    }
    // The entry may have a label of its own.
    if out.len() > 1 && out[0].lines.iter().all(|l| l.trim().is_empty()) {
        out.remove(0);
    }
    out
}

/// The name of a block, from `name:` at the start of a line.
fn label(line: &str) -> Option<String> {
    if line.starts_with([' ', '\t', '}', '!', ';']) || line.is_empty() {
        return None;
    }
    if let Some(q) = line.strip_prefix('"') {
        let (name, rest) = q.split_once('"')?;
        return rest.starts_with(':').then(|| name.to_owned());
    }
    let (name, _) = line.split_once(':')?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-$._".contains(c);
    name.chars().all(plain).then(|| name.to_owned())
}

/// Blocks to which the same or a later block jumps.
fn back_targets(blocks: &[Block<'_>]) -> Vec<usize> {
    let index: HashMap<&str, usize> = blocks
        .iter()
        .enumerate()
        .map(|(i, b)| (b.label.as_str(), i))
        .collect();
    let mut out = Vec::new();
    for (i, b) in blocks.iter().enumerate() {
        for line in &b.lines {
            for (at, _) in line.match_indices("label %") {
                let rest = &line[at + "label %".len()..];
                let name = match rest.strip_prefix('"') {
                    Some(q) => q.split('"').next().unwrap_or_default(),
                    None => rest
                        .split(|c: char| !(c.is_ascii_alphanumeric() || "-$._".contains(c)))
                        .next()
                        .unwrap_or_default(),
                };
                if let Some(&t) = index.get(name) {
                    if t <= i && !out.contains(&t) {
                        out.push(t);
                    }
                }
            }
        }
    }
    out
}

/// Whether the line begins an instruction.
fn is_instruction(line: &str) -> bool {
    line.starts_with("  ") && !line.starts_with("   ")
}

/// What was added to the program counts nothing.
fn is_free(line: &str) -> bool {
    line.contains(", !nosanitize !")
}

fn is_phi(line: &str) -> bool {
    line.contains(" = phi ")
}

fn is_call(line: &str) -> bool {
    let rest = line.trim_start();
    let rest = match rest.split_once(" = ") {
        Some((name, r)) if name.starts_with('%') => r,
        _ => rest,
    };
    [
        "call ",
        "tail call ",
        "musttail call ",
        "notail call ",
        "invoke ",
    ]
    .iter()
    .any(|w| rest.starts_with(w))
}

/// The lines of a block in stretches: each ends with a call or the block.
fn counted(out: &mut String, b: &Block<'_>, number: &mut u32) {
    // Lines of a switch are indented further, its last is `  ]`.
    let real: Vec<bool> = b
        .lines
        .iter()
        .map(|l| is_instruction(l) && !l.starts_with("  ]") && !l.trim().is_empty() && !is_free(l))
        .collect();
    let mut at = 0;
    let mut first = true;
    while at < b.lines.len() {
        let mut end = at;
        let mut weight = 0u64;
        while end < b.lines.len() {
            weight += u64::from(real[end]);
            end += 1;
            if real[end - 1] && is_call(b.lines[end - 1]) {
                break;
            }
        }
        let mut rest = at;
        if first {
            while rest < end && (!real[rest] || is_phi(b.lines[rest])) {
                out.push_str(b.lines[rest]);
                out.push('\n');
                rest += 1;
            }
            first = false;
        }
        if weight > 0 {
            let n = *number;
            *number += 1;
            let _ = writeln!(
                out,
                "  %ep.count.{n} = load i64, ptr @ep_time_count, align 8\n  \
                 %ep.sum.{n} = add i64 %ep.count.{n}, {weight}\n  \
                 store i64 %ep.sum.{n}, ptr @ep_time_count, align 8"
            );
        }
        for l in &b.lines[rest..end] {
            match rounded_twice(l, *number) {
                Some(two) => out.push_str(&two),
                None => out.push_str(l),
            }
            out.push('\n');
        }
        at = end;
    }
}

/// `llvm.fmuladd` as a product and a sum: it counts as the one instruction that
/// clang writes, and rounds twice wherever it runs, as the interpreter does.
fn rounded_twice(line: &str, number: u32) -> Option<String> {
    let (to, call) = line.split_once(" = ")?;
    let (before, rest) = call.split_once(" @llvm.fmuladd.")?;
    let (_, kind) = before.split_once("call ")?;
    // Flags of fast mathematics stand in front of the type.
    let kind = match kind.find('<') {
        Some(vector) => &kind[vector..],
        None => kind.rsplit(' ').next()?,
    };
    let (arguments, end) = rest.split_once('(')?.1.rsplit_once(')')?;
    let between = format!(", {kind} ");
    let mut parts = arguments.strip_prefix(kind)?.split(&between);
    let mut part = || Some(parts.next()?.trim());
    let (a, b, c) = (part()?, part()?, part()?);
    // Attributes of the call are none of an addition; what it is debugged as stays.
    let end = end.find(',').map_or("", |at| &end[at..]);
    Some(format!(
        "  %ep.product.{number} = fmul {kind} {a}, {b}{end}\n{to} = fadd {kind} %ep.product.{number}, {c}{end}"
    ))
}

fn watched(out: &mut String, b: &Block<'_>, id: Option<u32>) {
    let mut told = id.is_none();
    for l in &b.lines {
        if !told && is_instruction(l) && !is_phi(l) {
            let _ = writeln!(out, "  call void @ep_time_head(i32 {})", id.unwrap_or(0));
            told = true;
        }
        out.push_str(l);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
define dso_local i32 @f(i32 noundef %x) #0 !dbg !9 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
    #dbg_declare(ptr %x.addr, !14, !DIExpression(), !15)
  br label %while.cond, !dbg !16

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i32, ptr %x.addr, align 4, !dbg !17
  %call = call i32 @g(i32 noundef %0), !dbg !17
  switch i32 %call, label %while.body [
    i32 0, label %end
    i32 1, label %end
  ], !dbg !18

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !16

end:                                              ; preds = %while.cond, %while.cond
  %p = phi i32 [ 1, %while.cond ], [ 2, %while.cond ]
  ret i32 %p
}
!16 = !DILocation(line: 3, column: 3, scope: !9)
!17 = !DILocation(line: 4, column: 3, scope: !9)
";

    #[test]
    fn each_stretch_counts_its_instructions() {
        let (text, _) = with_added(TEXT, Added::Counter);
        let weights: Vec<&str> = text
            .lines()
            .filter_map(|l| l.split_once("= add i64 %ep.count."))
            .filter_map(|(_, r)| r.split_once(", ").map(|x| x.1))
            .collect();
        // Entry 3; load and call 2; switch 1; br 1; phi and ret 2.
        assert_eq!(weights, ["3", "2", "1", "1", "2"]);
        let phi = text.find("%p = phi").unwrap();
        let sum = text.find("%ep.sum.4").unwrap();
        assert!(phi < sum && sum < text.find("ret i32 %p").unwrap());
        let after_call = text.find("%call = call").unwrap();
        assert!(after_call < text.find("%ep.sum.2").unwrap());
    }

    #[test]
    fn a_product_and_a_sum_in_one_round_twice() {
        let line =
            "  %15 = call float @llvm.fmuladd.f32(float %8, float -2.0e+00, float %14), !dbg !7";
        assert_eq!(
            rounded_twice(line, 3).as_deref(),
            Some("  %ep.product.3 = fmul float %8, -2.0e+00, !dbg !7\n  %15 = fadd float %ep.product.3, %14, !dbg !7")
        );
        let vector = "  %v = call fast <2 x double> @llvm.fmuladd.v2f64(<2 x double> %a, <2 x double> <double 1.0, double 2.0>, <2 x double> %c) #4";
        assert_eq!(
            rounded_twice(vector, 0).as_deref(),
            Some("  %ep.product.0 = fmul <2 x double> %a, <double 1.0, double 2.0>\n  %v = fadd <2 x double> %ep.product.0, %c")
        );
        assert_eq!(rounded_twice("  %x = fadd float %a, %b", 0), None);
    }

    #[test]
    fn heads_are_targets_of_later_blocks() {
        let (text, heads) = with_added(TEXT, Added::Heads(7));
        let want = HeadPlace {
            function: "f".into(),
            line: 4,
        };
        assert_eq!(heads, [want]);
        assert_eq!(text.matches("call void @ep_time_head(i32 7)").count(), 1);
        let call = text.find("call void @ep_time_head").unwrap();
        assert!(text.find("while.cond:").unwrap() < call);
    }
}
