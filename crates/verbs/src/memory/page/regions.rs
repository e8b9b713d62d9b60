//! The walk with summaries: which regions were walked, which had the summary
//! of an earlier visit used, why one could not be, and what was impossible.
//!
//! Idea: an outline by nesting, in the order of the walk; visits in a row that
//! used one summary are one line, which is what keeps thousands of rounds
//! readable. Source: document 000, Figures 2 to 5. Alternative: a drawing with
//! an edge per use, which nobody can follow from some fifty nodes on. Cost: a
//! line per visit that was walked.

use super::html::escape;
use ep_base::memory::{Region, RegionKind};
use ep_report::memory::short;
use std::fmt::Write;

/// Lines that are written.
const MOST: usize = 4_000;
/// Nesting beyond this is not drawn as such.
const DEEPEST: usize = 30;

/// Visits that are one line: the first, how many, and how deep.
struct Line {
    first: usize,
    count: usize,
    depth: usize,
}

/// The outline of the regions of one entry, which is the `n`th.
pub fn outline(h: &mut String, list: &[Region], n: usize) {
    if list.is_empty() {
        return;
    }
    let used = list.iter().filter(|r| r.reused.is_some()).count();
    let sides: usize = list.iter().map(|r| r.impossible.len()).sum();
    let _ = write!(
        h,
        "<h3>Regions</h3><p>{} visits, {used} of which used the summary of an earlier one; {sides} sides were impossible.</p><div class=regions>",
        list.len()
    );
    let lines = lines(list);
    for l in lines.iter().take(MOST) {
        if let Some(r) = list.get(l.first) {
            line(h, r, l, n);
        }
    }
    if lines.len() > MOST {
        let _ = write!(h, "<div>and {} more</div>", lines.len() - MOST);
    }
    h.push_str("</div>");
}

fn lines(list: &[Region]) -> Vec<Line> {
    let mut depths: Vec<usize> = Vec::with_capacity(list.len());
    let mut out: Vec<Line> = Vec::new();
    for (i, r) in list.iter().enumerate() {
        let depth = r.within.and_then(|w| depths.get(w)).map_or(0, |d| d + 1);
        depths.push(depth);
        let last = out.last_mut().filter(|l| {
            let Some(f) = list.get(l.first) else {
                return false;
            };
            r.reused.is_some()
                && (f.kind, &f.place, f.within, f.reused) == (r.kind, &r.place, r.within, r.reused)
        });
        match last {
            Some(l) => l.count += 1,
            None => out.push(Line {
                first: i,
                count: 1,
                depth,
            }),
        }
    }
    out
}

fn line(h: &mut String, r: &Region, l: &Line, n: usize) {
    let depth = l.depth.min(DEEPEST);
    let name = match r.kind {
        RegionKind::Function => r.place.function.clone(),
        RegionKind::Round => format!("{} of the loop", r.kind.word()),
        RegionKind::Rest => format!("{} behind", r.kind.word()),
    };
    let _ = write!(
        h,
        "<div id=\"v{n}-{0}\" style=\"--d:{depth}\"><i>#{0}</i>{1} {2}",
        l.first,
        escape(&name),
        escape(&short(&r.place))
    );
    match (r.reused, r.refused) {
        (Some(of), _) => {
            let times = match l.count {
                1 => String::new(),
                n => format!(" ({n} visits)"),
            };
            let _ = write!(
                h,
                " <span class=used>uses the summary of <a href=\"#v{n}-{of}\">#{of}</a>{times}</span>"
            );
        }
        (None, Some(why)) => {
            let _ = write!(h, " <span class=anew>walked again: {why}</span>");
        }
        (None, None) => h.push_str(" walked"),
    }
    if !r.highest.is_empty() {
        let _ = write!(
            h,
            ", highest <code>{}</code>",
            escape(&r.highest.join(" or "))
        );
    }
    if !r.impossible.is_empty() {
        let _ = write!(
            h,
            " <details class=more><summary>{} impossible</summary><ul>",
            r.impossible.len()
        );
        for i in &r.impossible {
            let _ = write!(
                h,
                "<li>{}: <code>{}</code>",
                escape(&short(&i.place)),
                escape(&i.condition)
            );
            if !i.reason.is_empty() && i.reason != i.condition {
                let _ = write!(h, ", together with <code>{}</code>", escape(&i.reason));
            }
        }
        h.push_str("</ul></details>");
    }
    h.push_str("</div>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::memory::Impossible;
    use ep_base::outcome::Place;

    fn round(within: Option<usize>, reused: Option<usize>) -> Region {
        Region {
            kind: match within {
                None => RegionKind::Function,
                Some(_) => RegionKind::Round,
            },
            place: Place {
                file: "a.c".into(),
                line: 7,
                function: "f".into(),
                ..Place::default()
            },
            within,
            reused,
            refused: None,
            impossible: Vec::new(),
            highest: Vec::new(),
        }
    }

    #[test]
    fn many_uses_of_one_summary_are_one_line() {
        let mut list = vec![round(None, None), round(Some(0), None)];
        list.extend((0..2_000).map(|_| round(Some(0), Some(1))));
        list.push(round(Some(0), Some(0)));
        let mut h = String::new();
        outline(&mut h, &list, 0);
        assert!(h.contains("(2000 visits)"), "{h}");
        assert_eq!(h.matches("<div id=").count(), 4, "{h}");
        assert!(h.contains("<a href=\"#v0-1\">#1</a>"), "{h}");
    }

    #[test]
    fn reasons_are_told_and_escaped() {
        let mut r = round(None, None);
        r.impossible.push(Impossible {
            place: r.place.clone(),
            condition: "x < 3".into(),
            reason: "x >= 9".into(),
        });
        let mut h = String::new();
        outline(&mut h, &[r], 0);
        assert!(
            h.contains("<code>x &lt; 3</code>, together with <code>x &gt;= 9</code>"),
            "{h}"
        );
    }
}
