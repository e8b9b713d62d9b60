//! The lines of the program's sources, for those who look: what a block is
//! assigned to, and the page.
//!
//! Idea: `char *b = malloc(c)` names its block `b`; what stands left of the
//! call on its line says it. Alternative: the variables of the debug
//! information, which know no members and elements. Cost: each source is read
//! once. A name is never more than a label: nothing is decided by it.

use ep_base::memory::Live;
use ep_base::outcome::Place;
use std::collections::BTreeMap;

/// Larger files are not looked at.
const LARGEST: u64 = 4 << 20;
/// Characters of a name.
const LONGEST: usize = 48;

/// Sources that were read.
#[derive(Default)]
pub struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// The lines of a file; none where it cannot be read.
    pub fn lines(&mut self, file: &str) -> &[String] {
        self.files.entry(file.to_string()).or_insert_with(|| {
            let small = std::fs::metadata(file).is_ok_and(|m| m.is_file() && m.len() <= LARGEST);
            let text = match small {
                true => std::fs::read(file).unwrap_or_default(),
                false => Vec::new(),
            };
            let text = String::from_utf8_lossy(&text);
            text.lines().map(str::to_string).collect()
        })
    }

    /// Calls blocks as the source does.
    pub fn name(&mut self, peak: &mut [Live]) {
        for l in peak {
            if let Some(name) = self.assigned(&l.place) {
                l.what = name;
            }
        }
    }

    /// What the call at a place is assigned to.
    fn assigned(&mut self, place: &Place) -> Option<String> {
        let line = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?;
        let text = self.lines(&place.file).get(line)?;
        left_of(text.get(..column)?)
    }
}

/// What an assignment gives its value to, by the text before that value.
fn left_of(text: &str) -> Option<String> {
    let mut rest = text.trim_end();
    // Casts.
    while rest.ends_with(')') {
        rest = rest.get(..opened(rest, '(', ')')?)?.trim_end();
    }
    rest = rest.strip_suffix('=')?;
    if rest.ends_with(['=', '!', '<', '>', '+', '-', '*', '/', '%', '&', '|', '^']) {
        return None;
    }
    rest = rest.trim_end();
    let whole = rest;
    loop {
        if rest.ends_with(']') {
            rest = rest.get(..opened(rest, '[', ']')?)?;
            continue;
        }
        let word = rest.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        if word.len() == rest.len() {
            return None;
        }
        rest = word;
        match (rest.strip_suffix('.'), rest.strip_suffix("->")) {
            (Some(before), _) | (_, Some(before)) if !before.is_empty() => rest = before,
            _ => break,
        }
    }
    let name = whole.get(rest.len()..)?;
    let fits = name.chars().count() <= LONGEST && !name.starts_with(|c: char| c.is_ascii_digit());
    fits.then(|| name.to_string())
}

/// Where the bracket that ends a text was opened.
fn opened(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        depth += i32::from(c == close) - i32::from(c == open);
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::left_of;

    #[test]
    fn blocks_are_called_as_what_they_are_assigned_to() {
        for (text, name) in [
            ("  char *b = ", "b"),
            ("    matrix[i] = ", "matrix[i]"),
            (
                "  t->node[k + 1].next = (struct n *)",
                "t->node[k + 1].next",
            ),
            ("  if (!(p = ", "p"),
            ("  *out = (void *) (char *) ", "out"),
            ("for (p=", "p"),
        ] {
            assert_eq!(left_of(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "  return ",
            "  push(",
            "  if (p == ",
            "  n += ",
            "  struct s x = {",
            "",
            "= ",
            "3 = ",
            "f(x) = ",
        ] {
            assert_eq!(left_of(text), None, "{text}");
        }
    }
}
