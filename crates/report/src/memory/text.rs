//! What the terminal shows.

use super::short;
use ep_base::memory::{grouped, Bound, Entry, Expr, Kind, Live, Mark, Proof, Report};
use ep_base::words::noun;
use std::fmt::Write;

/// Lines of a list that are shown.
const MOST: usize = 12;

/// Calls around a block that are shown.
const CALLS: usize = 3;

/// The whole report.
pub fn report(r: &Report) -> String {
    let mut out = String::new();
    for e in &r.entries {
        entry(&mut out, e, r.entries.len() > 1);
    }
    if let Some(n) = r.build.statics {
        let _ = writeln!(
            out,
            "static  {} {}",
            grouped(&n.into()),
            noun(n == 1, "byte")
        );
    }
    // A program that does not link has none.
    if !r.build.compiler.is_empty() {
        let _ = writeln!(
            out,
            "build   {} {} ({})",
            r.build.compiler,
            r.build.flags.join(" "),
            r.build.machine
        );
    }
    for n in &r.notes {
        let _ = writeln!(out, "note: {n}");
    }
    out
}

/// A bound with its noun, which is one where the bound is the number 1.
fn counted(e: &Entry, x: &Expr, one: &str) -> String {
    let is_one = x.as_number().is_some_and(|n| *n == 1.into());
    format!("{} {}", e.text(x), noun(is_one, one))
}

/// One word (or two) for the entry.
pub fn word(e: &Entry) -> &'static str {
    let known = e.marks.iter().filter(|m| m.bound.expr().is_some()).count();
    match known {
        0 => "unknown",
        n if n == e.marks.len() => "bounded",
        _ => "partly bounded",
    }
}

fn entry(out: &mut String, e: &Entry, several: bool) {
    let name = match (several, &e.thread) {
        (true, None) => format!(" {}", e.name),
        (_, Some(_)) => format!(" thread {}", e.name),
        (false, None) => String::new(),
    };
    let _ = writeln!(out, "{}{name}", word(e));
    for a in &e.assumptions {
        let _ = writeln!(out, "assuming {a}");
    }
    for m in &e.marks {
        mark(out, e, m);
    }
    if let (Some(n), Some(a)) = (&e.arenas, &e.allocator) {
        let own = match a.first_fit {
            true => String::new(),
            false => format!(", which {} is not", a.name),
        };
        let list = [
            (
                &n.first_fit,
                format!("an allocator by first fit{own} (Robson 1977; TAOCP 2.5, exercise 43)"),
            ),
            (&n.half_fit, "half fit (Ogasawara 1995)".to_string()),
            (&n.tlsf, "two-level segregated fit".to_string()),
        ];
        for (n, what) in list {
            if let Some(n) = n {
                let _ = writeln!(out, "arena   {} bytes are enough for {what}", grouped(n));
            }
        }
    }
    for l in &e.library {
        let how = if l.place.function.is_empty() {
            "measured"
        } else {
            "given"
        };
        let _ = writeln!(
            out,
            "library {} for {} ({how}, beside the heap)",
            counted(e, &l.bytes, "byte"),
            l.what
        );
    }
    for kind in [Kind::Heap, Kind::Stack] {
        let Some(m) = e.mark(kind).filter(|m| !m.peak.is_empty()) else {
            continue;
        };
        let _ = writeln!(out, "at the {}'s peak", kind.word());
        for l in m.peak.iter().take(MOST) {
            live(out, e, l, kind);
        }
        if m.peak.len() > MOST {
            let _ = writeln!(out, "        and {} more", m.peak.len() - MOST);
        }
    }
    if let Some(m) = e.mark(Kind::Both) {
        let shown = m.bound.expr().is_some() && !m.peak.is_empty();
        let heap = e.mark(Kind::Heap).is_some_and(|h| !h.peak.is_empty());
        if shown && heap {
            out.push_str(
                "at the peak of both\n        these blocks and these frames at one time\n",
            );
        }
    }
    if !e.resolved.is_empty() {
        let _ = writeln!(out, "indirect calls");
        for r in e.resolved.iter().take(MOST) {
            let targets = match r.targets.is_empty() {
                true => "no function".to_owned(),
                false => r.targets.join(", "),
            };
            let _ = writeln!(
                out,
                "        {} reaches {targets} ({})",
                short(&r.place),
                r.how.word()
            );
        }
        if e.resolved.len() > MOST {
            let _ = writeln!(out, "        and {} more", e.resolved.len() - MOST);
        }
    }
}

fn mark(out: &mut String, e: &Entry, m: &Mark) {
    let bound = match &m.bound {
        Bound::Known(x) => counted(e, x, "byte"),
        Bound::Unknown { .. } => "unknown".to_string(),
    };
    let reached = match &m.reached {
        None => String::new(),
        Some(r) => {
            let of =
                r.of.as_ref()
                    .map_or(String::new(), |n| format!(" of {}", grouped(n)));
            let with = if r.shown.is_empty() {
                String::new()
            } else {
                format!(" ({})", r.shown)
            };
            format!("reached {}{of}{with}", grouped(&r.bytes.into()))
        }
    };
    let mut more = Vec::new();
    if m.kind == Kind::Heap && m.bound.expr().is_some() {
        more.extend(
            e.largest
                .as_ref()
                .map(|x| format!("largest block {}", e.text(x))),
        );
        more.extend(
            e.blocks
                .as_ref()
                .map(|x| format!("{} live", counted(e, x, "block"))),
        );
        if let Some(a) = &e.allocator {
            more.push(a.name.to_string());
        }
    }
    if let (Kind::Stack, Some(Some(size)), Some(n)) = (
        m.kind,
        &e.thread,
        m.bound.expr().and_then(|x| x.as_number()),
    ) {
        let left = num_bigint::BigInt::from(*size) - n;
        more.push(format!(
            "{} left of {}",
            grouped(&left),
            grouped(&(*size).into())
        ));
    }
    let line = format!(
        "{:<7} {:<20} {:<34} {}",
        m.kind.word(),
        bound,
        reached,
        more.join(", ")
    );
    let _ = writeln!(out, "{}", line.trim_end());
    if let Bound::Unknown { missing, without } = &m.bound {
        if m.kind == Kind::Both {
            return;
        }
        for x in missing.iter().take(MOST) {
            // A model of the library has no line.
            let at = match (short(&x.place), x.place.function.as_str()) {
                (at, f) if at.is_empty() && !f.is_empty() => format!("in `{f}`: "),
                (at, _) if at.is_empty() => String::new(),
                (at, _) => format!("{at}: "),
            };
            let _ = writeln!(out, "        {at}{} ({})", x.what, x.gap.word());
        }
        if missing.len() > MOST {
            let _ = writeln!(out, "        and {} more", missing.len() - MOST);
        }
        if let Some(x) = without {
            let _ = writeln!(out, "        without these: {}", counted(e, x, "byte"));
        }
    }
}

fn live(out: &mut String, e: &Entry, l: &Live, kind: Kind) {
    let unit = match kind {
        Kind::Stack => "call",
        _ => "block",
    };
    let count = match l.count.as_number() {
        Some(n) if *n == 1.into() => String::new(),
        _ => format!(" ({})", counted(e, &l.count, unit)),
    };
    // The frames of a stack stand below each other already.
    let calls = match kind {
        Kind::Stack => String::new(),
        _ => calls(l),
    };
    let _ = writeln!(
        out,
        "        {}  {} {}{count}{calls}",
        e.text(&l.bytes),
        l.what,
        short(&l.place)
    );
}

/// The calls that led to a block, innermost first.
fn calls(l: &Live) -> String {
    let callers = l.path.len().saturating_sub(1);
    let list: Vec<String> = (l.path.iter().take(callers).rev().take(CALLS))
        .map(|p| format!("{} {}", p.function, short(p)))
        .collect();
    match list.is_empty() {
        true => String::new(),
        false => {
            let more = if callers > CALLS { ", …" } else { "" };
            format!(", called by {}{more}", list.join(", "))
        }
    }
}

/// The word of a proof.
pub fn proof(p: Proof) -> &'static str {
    match p {
        Proof::Proved => "proved",
        Proof::Given => "given",
        Proof::Measured => "measured",
    }
}
