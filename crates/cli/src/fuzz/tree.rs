//! The tree of inputs, as on page 78 of document 003: each input below the one
//! whose condition was negated to get it, with the number of conditions on the
//! input that hold on its path.

use super::state::{Known, Shared};
use std::collections::HashMap;
use std::fmt::Write;

/// Inputs shown, at most.
const MOST: usize = 400;

/// The tree as text.
pub fn text(s: &Shared<'_>) -> String {
    let by_id: HashMap<usize, usize> = s.known.iter().enumerate().map(|(i, k)| (k.id, i)).collect();
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for (i, k) in s.known.iter().enumerate() {
        let parent = k.parent.and_then(|p| by_id.get(&p).copied());
        children.entry(parent).or_default().push(i);
    }
    let mut out = String::new();
    let mut left = MOST;
    for root in children.get(&None).cloned().unwrap_or_default() {
        node(s, &children, root, "", "", &mut left, &mut out);
    }
    if left == 0 {
        let _ = writeln!(out, "… {} inputs in all", s.known.len());
    }
    out
}

fn node(
    s: &Shared<'_>,
    children: &HashMap<Option<usize>, Vec<usize>>,
    at: usize,
    first: &str,
    rest: &str,
    left: &mut usize,
    out: &mut String,
) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    let _ = writeln!(out, "{first}{}", label(s, &s.known[at]));
    let below = children.get(&Some(at)).cloned().unwrap_or_default();
    for (i, child) in below.iter().enumerate() {
        let last = i + 1 == below.len();
        let (branch, stem) = if last {
            ("└─ ", "   ")
        } else {
            ("├─ ", "│  ")
        };
        let (first, rest) = (format!("{rest}{branch}"), format!("{rest}{stem}"));
        node(s, children, *child, &first, &rest, left, out);
    }
}

fn label(s: &Shared<'_>, k: &Known) -> String {
    let mut out = quoted(&k.input);
    if let Some((held, all)) = k.held {
        let _ = write!(out, "  {held} of {all} hold");
    }
    if let Some(place) = k.place.as_ref().filter(|p| p.line > 0) {
        let _ = write!(out, ", line {} negated", place.line);
    }
    if k.how != "concolic" {
        let _ = write!(out, ", {}", k.how);
    }
    if k.score > 0 {
        let _ = write!(out, ", score {}", k.score);
    }
    if let Some(b) = k.bug {
        let _ = write!(out, "  ** bug {}: {}", b + 1, s.bugs[b].crash.kind.word());
    }
    out
}

/// An input as a short literal.
pub fn quoted(input: &[u8]) -> String {
    const SHOWN: usize = 48;
    let mut out = String::from("\"");
    for b in input.iter().take(SHOWN) {
        match b {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(*b as char);
            }
            b'\n' => out.push_str("\\n"),
            0x20..=0x7e => out.push(*b as char),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out.push('"');
    if input.len() > SHOWN {
        let _ = write!(out, "… ({} bytes)", input.len());
    }
    out
}
