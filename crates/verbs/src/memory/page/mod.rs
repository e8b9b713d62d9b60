//! One page: the marks, what lives at each peak as a flame graph by call path,
//! the heap along the run that reached its mark, the sources with what lives and what was impossible beside their lines, the
//! regions that were walked or had their summary used, and every function with
//! its frame. No script, no network.

mod course;
mod flame;
mod regions;
mod source;

use super::sources::Sources;
use ep_base::memory::{grouped, Kind, Report};
use ep_report::frame::{self, escaped, Scripts};
use ep_report::memory::{short, text};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page.
pub fn page(r: &Report) -> String {
    let mut sources = Sources::default();
    let mut h = String::from("<h1>Memory bounds</h1>");
    let _ = write!(h, "<pre>{}</pre>", escaped(&text::report(r)));
    for (n, e) in r.entries.iter().enumerate() {
        let _ = write!(h, "<h2>{}</h2>", escaped(&e.name));
        for kind in [Kind::Heap, Kind::Stack, Kind::Both] {
            if let Some(m) = e.mark(kind).filter(|m| !m.peak.is_empty()) {
                let of = match kind {
                    Kind::Both => "At the peak of both".to_string(),
                    one => format!("At the {}'s peak", one.word()),
                };
                let _ = write!(h, "<h3>{of}</h3>");
                match kind {
                    Kind::Heap => flame::by_calls(&mut h, e, &m.peak),
                    _ => flame::side_by_side(&mut h, e, &m.peak),
                }
            }
        }
        course::plot(&mut h, e);
        source::listing(&mut h, e, &mut sources);
        regions::outline(&mut h, &e.regions, n);
    }
    h.push_str("<h2>Functions</h2><table><tr><th>function<th>place<th>frame<th>with what it calls<th>how</tr>");
    for f in &r.frames {
        let _ = write!(
            h,
            "<tr><td>{}<td>{}<td class=n>{}<td class=n>{}<td>{}</tr>",
            escaped(&f.function),
            escaped(&short(&f.place)),
            f.bytes.map_or("unknown".into(), |n| grouped(&n.into())),
            f.total.as_ref().map_or(String::new(), grouped),
            text::proof(f.proof)
        );
    }
    h.push_str("</table>\n");
    frame::page("Memory bounds", STYLE, Scripts::None, &h)
}
