//! Tables that other tools read: `.su` with a line for each function, `.ci`
//! with the call graph in VCG, as GCC writes them.

use ep_base::memory::{Frame, Report};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What stands behind the name of a library function that finds a heap in use.
const LATER: &str = " (later)";

/// `file:line:column:function<TAB>bytes<TAB>static`. Bytes have the return
/// address and no red zone, as GCC's have. A function without a number, or with one
/// that depends on values, is `dynamic`.
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
    match (f.listed.or(f.bytes), f.bytes.is_some() && !f.variable) {
        (Some(n), true) => (n, "static"),
        (n, _) => (n.unwrap_or(0), "dynamic"),
    }
}

/// The call graph; indirect edges are the ones that were resolved. What has no
/// source is an ellipse, as GCC draws it, here with its bytes.
pub fn ci(r: &Report) -> String {
    let mut out = String::from("graph: { title: \"everypath\"\n");
    // Calls of one library function that find more or less of a heap are of one
    // function for others: the deepest counts.
    let mut nodes: Vec<(String, &Frame)> = Vec::new();
    for f in &r.frames {
        let name = known(&f.function);
        let same = |n: &&mut (String, &Frame)| n.0 == name && n.1.place == f.place;
        match nodes.iter_mut().find(same) {
            Some(n) if size(n.1).0 >= size(f).0 => {}
            Some(n) => n.1 = f,
            None => nodes.push((name, f)),
        }
    }
    for (name, f) in nodes {
        let (bytes, kind) = size(f);
        let name = quoted(&name);
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
        let (from, to) = (known(&e.from), known(&e.to));
        if seen.insert((from.clone(), to.clone(), &p.file, p.line, p.column)) {
            let _ = writeln!(
                out,
                "edge: {{ sourcename: \"{}\" targetname: \"{}\" label: \"{}:{}:{}\"{} }}",
                quoted(&from),
                quoted(&to),
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

/// A function as other tools know it.
fn known(name: &str) -> String {
    name.strip_suffix(LATER).unwrap_or(name).to_string()
}

fn quoted(t: &str) -> String {
    t.replace('\\', "\\\\").replace('"', "\\\"")
}
