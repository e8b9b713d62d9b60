//! Tables that other tools read: `.su` with a line for each function, `.ci`
//! with the call graph in VCG, as GCC writes them.

use ep_base::memory::{Frame, Report};
use std::collections::BTreeSet;
use std::fmt::Write;

/// `file:line:column:function<TAB>bytes<TAB>static`. Bytes have the return
/// address, as GCC's have. A function without a number, or with one that
/// depends on values, is `dynamic`.
pub fn su(r: &Report) -> String {
    let mut out = String::new();
    for f in &r.frames {
        if f.place.line == 0 {
            continue;
        }
        let (bytes, kind) = size(f);
        let p = &f.place;
        let _ = writeln!(
            out,
            "{}:{}:{}:{}\t{bytes}\t{kind}",
            p.file, p.line, p.column, f.function
        );
    }
    out
}

/// Bytes and how they are known, in GCC's words.
fn size(f: &Frame) -> (u64, &'static str) {
    match (f.bytes, f.variable) {
        (Some(n), false) => (n, "static"),
        (n, _) => (n.unwrap_or(0), "dynamic"),
    }
}

/// The call graph; indirect edges are the ones that were resolved. What has no
/// source is an ellipse, as GCC draws it, here with its bytes.
pub fn ci(r: &Report) -> String {
    let mut out = String::from("graph: { title: \"everypath\"\n");
    for f in &r.frames {
        let (bytes, kind) = size(f);
        let name = quoted(&f.function);
        let p = &f.place;
        let (place, shape) = match p.line {
            0 => ("<built-in>".to_string(), " shape : ellipse"),
            line => (format!("{}:{line}:{}", quoted(&p.file), p.column), ""),
        };
        let _ = writeln!(
            out,
            "node: {{ title: \"{name}\" label: \"{name}\\n{place}\\n{bytes} bytes ({kind})\"{shape} }}",
        );
    }
    let mut seen = BTreeSet::new();
    for e in &r.edges {
        let p = &e.place;
        if seen.insert((&e.from, &e.to, &p.file, p.line, p.column)) {
            let _ = writeln!(
                out,
                "edge: {{ sourcename: \"{}\" targetname: \"{}\" label: \"{}:{}:{}\"{} }}",
                quoted(&e.from),
                quoted(&e.to),
                quoted(&p.file),
                p.line,
                p.column,
                if e.indirect {
                    " linestyle : dashed"
                } else {
                    ""
                }
            );
        }
    }
    out.push_str("}\n");
    out
}

fn quoted(t: &str) -> String {
    t.replace('\\', "\\\\").replace('"', "\\\"")
}
