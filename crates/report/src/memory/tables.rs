//! Tables that other tools read: `.su` with a line for each function, `.ci`
//! with the call graph in VCG, as GCC writes them.

use ep_base::memory::Report;
use std::collections::BTreeSet;
use std::fmt::Write;

/// `file:line:column:function<TAB>bytes<TAB>static`. Bytes have the return
/// address, as GCC's have. A function without a number is `dynamic`.
pub fn su(r: &Report) -> String {
    let mut out = String::new();
    for f in &r.frames {
        if f.place.line == 0 {
            continue;
        }
        let (bytes, kind) = match f.bytes {
            Some(n) => (n, "static"),
            None => (0, "dynamic"),
        };
        let p = &f.place;
        let _ = writeln!(
            out,
            "{}:{}:{}:{}\t{bytes}\t{kind}",
            p.file, p.line, p.column, f.function
        );
    }
    out
}

/// The call graph; indirect edges are the ones that were resolved.
pub fn ci(r: &Report) -> String {
    let mut out = String::from("graph: { title: \"everypath\"\n");
    for f in &r.frames {
        let bytes = f.bytes.map_or("unknown".into(), |n| format!("{n} bytes"));
        let _ = writeln!(
            out,
            "node: {{ title: \"{}\" label: \"{}\\n{}:{}\\n{bytes}\" }}",
            quoted(&f.function),
            quoted(&f.function),
            quoted(&f.place.file),
            f.place.line
        );
    }
    let mut seen = BTreeSet::new();
    for e in &r.edges {
        if seen.insert((&e.from, &e.to, &e.place.file, e.place.line)) {
            let _ = writeln!(
                out,
                "edge: {{ sourcename: \"{}\" targetname: \"{}\" label: \"{}:{}{}\" }}",
                quoted(&e.from),
                quoted(&e.to),
                quoted(&e.place.file),
                e.place.line,
                if e.indirect { " indirect" } else { "" }
            );
        }
    }
    out.push_str("}\n");
    out
}

fn quoted(t: &str) -> String {
    t.replace('\\', "\\\\").replace('"', "\\\"")
}
