//! The sources, with what the analysis says about their lines: what lives at
//! the heap's peak, what of the stack's peak calls on from there, which sides of
//! branches were impossible, and what of the heap the run leaves at each line.

use crate::memory::sources::Sources;
use ep_base::memory::{Entry, Expr, Kind, Visited};
use ep_base::outcome::Place;
use ep_base::words::noun;
use ep_report::frame::escaped;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Lines shown around one with a note, where a file is long.
const AROUND: usize = 12;
/// Files with more lines are shown around their notes only.
const WHOLE: usize = 400;
/// A longer condition is counted here and written with its region.
const LONGEST: usize = 80;

type Notes = BTreeMap<String, BTreeMap<usize, BTreeSet<String>>>;

/// A number of bytes, or the expression for one.
fn bytes(e: &Entry, x: &Expr) -> String {
    let one = x.as_number().is_some_and(|n| *n == 1.into());
    format!("{} {}", e.text(x), noun(one, "byte"))
}

/// The files that have something to say.
pub fn listing(h: &mut String, e: &Entry, sources: &mut Sources) {
    for (file, notes) in notes(e) {
        let lines = sources.lines(&file);
        if lines.is_empty() {
            continue;
        }
        let _ = write!(
            h,
            "<details open><summary>{}</summary><div class=source><table>",
            escaped(&file)
        );
        let mut left_out = false;
        for (i, line) in lines.iter().enumerate() {
            let n = i + 1;
            let near = || {
                notes
                    .range(n.saturating_sub(AROUND)..=n + AROUND)
                    .next()
                    .is_some()
            };
            if lines.len() > WHOLE && !near() {
                if !left_out {
                    h.push_str("<tr><td class=line>…<td><td></tr>");
                }
                left_out = true;
                continue;
            }
            left_out = false;
            let own = notes.get(&n);
            let class = if own.is_some() { " class=hit" } else { "" };
            let said: Vec<&str> = own.into_iter().flatten().map(String::as_str).collect();
            let _ = write!(
                h,
                "<tr{class}><td class=line>{n}<td>{}<td class=note>{}</tr>",
                escaped(line),
                escaped(&said.join("; "))
            );
        }
        h.push_str("</table></div></details>");
    }
}

/// What is said, by file and line.
fn notes(e: &Entry) -> Notes {
    let mut all = Notes::new();
    let mut say = |p: &Place, text: String| {
        let Some(line) = usize::try_from(p.line).ok().filter(|n| *n > 0) else {
            return;
        };
        let file = all.entry(p.file.clone()).or_default();
        file.entry(line).or_default().insert(text);
    };
    if let Some(m) = e.mark(Kind::Heap) {
        for l in &m.peak {
            say(
                &l.place,
                format!("lives at the peak: {} ({})", l.what, bytes(e, &l.bytes)),
            );
        }
    }
    if let Some(m) = e.mark(Kind::Stack) {
        // From the entry inwards: so deep the stack is there.
        let mut deep = Expr::zero();
        for l in &m.peak {
            deep = deep.plus(l.bytes.clone());
            say(
                &l.place,
                format!(
                    "on the deepest stack: {} ({}, {} with what is above)",
                    l.what,
                    bytes(e, &l.bytes),
                    e.text(&deep)
                ),
            );
        }
    }
    for (place, conditions) in sides(e) {
        say(place, told(&conditions));
    }
    for (file, line, text) in super::course::notes(e) {
        let place = Place {
            file: file.into(),
            line,
            ..Place::default()
        };
        say(&place, text);
    }
    all
}

/// The first place of a line, and what is said of it by column.
type Sides<'a> = (&'a Place, BTreeSet<(u32, &'a str)>);

/// The sides that were impossible, by line: two branches may stand on one.
fn sides(e: &Entry) -> Vec<(&Place, BTreeSet<(u32, &str)>)> {
    let mut lines: BTreeMap<(&str, u32), Sides<'_>> = BTreeMap::new();
    for (_, n) in e.regions.nodes() {
        if let Visited::Side { place, condition } = &n.state {
            let line = lines.entry((place.file.as_str(), place.line));
            let of = &mut line.or_insert((place, BTreeSet::new())).1;
            of.insert((place.column, condition.as_str()));
        }
    }
    lines.into_values().collect()
}

fn told(conditions: &BTreeSet<(u32, &str)>) -> String {
    match conditions.first() {
        Some((_, c)) if conditions.len() == 1 && c.chars().count() <= LONGEST => {
            format!("impossible: {c}")
        }
        _ if conditions.len() == 1 => "a side that was impossible".into(),
        _ => format!("{} sides that were impossible", conditions.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_condition_is_counted() {
        let long = "n < 3 ? 1 : ".repeat(20);
        assert_eq!(told(&[(1, "n < 3")].into()), "impossible: n < 3");
        assert_eq!(told(&[(1, &long[..])].into()), "a side that was impossible");
        let both = [(1, "n < 3"), (9, "n < 3")].into();
        assert_eq!(told(&both), "2 sides that were impossible");
    }
}
