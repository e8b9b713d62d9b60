//! One page: the marks, what lives at each peak as a flame graph, and every
//! function with its frame. No script, no network.

use ep_base::memory::{grouped, Entry, Kind, Live, Report};
use ep_report::memory::{short, text};
use num_bigint::BigInt;
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#fff}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #d9e0e8}td.n{text-align:right;font-variant-numeric:tabular-nums}\
pre{background:#f4f6f9;padding:.8rem;overflow:auto}.flame{display:flex;width:100%;gap:2px;margin:.6rem 0}.flame div{background:#f2b56b;min-width:2px;overflow:hidden;white-space:nowrap;padding:.2rem .3rem;font-size:13px}\
.flame div:nth-child(even){background:#f6cd97}@media(prefers-color-scheme:dark){body{background:#14181d;color:#dde4ec}pre{background:#1d232b}td,th{border-color:#333d48}.flame div{background:#8a5a1c}.flame div:nth-child(even){background:#a8752f}}";

/// The page.
pub fn page(r: &Report) -> String {
    let mut h = String::from("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Memory bounds</title><style>");
    h.push_str(STYLE);
    h.push_str("</style><h1>Memory bounds</h1>");
    let _ = write!(h, "<pre>{}</pre>", escape(&text::report(r)));
    for e in &r.entries {
        let _ = write!(h, "<h2>{}</h2>", escape(&e.name));
        for kind in [Kind::Heap, Kind::Stack] {
            if let Some(m) = e.mark(kind).filter(|m| !m.peak.is_empty()) {
                let _ = write!(h, "<h3>At the {}'s peak</h3>", kind.word());
                flame(&mut h, e, &m.peak);
            }
        }
    }
    h.push_str("<h2>Functions</h2><table><tr><th>function<th>place<th>frame<th>with what it calls<th>how</tr>");
    for f in &r.frames {
        let _ = write!(
            h,
            "<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td>{}</tr>",
            escape(&f.function),
            escape(&short(&f.place)),
            f.bytes.map_or("unknown".into(), |n| grouped(&n.into())),
            f.total.as_ref().map_or(String::new(), grouped),
            text::proof(f.proof)
        );
    }
    h.push_str("</table></html>\n");
    h
}

/// Blocks side by side, each as wide as its share where that is a number.
fn flame(h: &mut String, e: &Entry, list: &[Live]) {
    h.push_str("<div class=flame>");
    for l in list {
        let share = match l.bytes.as_number() {
            Some(n) => n.clone().max(BigInt::from(1)),
            None => BigInt::from(1),
        };
        let label = format!("{} {} {}", l.what, short(&l.place), e.text(&l.bytes));
        let label = escape(&label);
        let _ = write!(
            h,
            "<div style=\"flex:{share} 1 0\" title=\"{label}\">{label}</div>"
        );
    }
    h.push_str("</div>");
}

fn escape(t: &str) -> String {
    t.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
