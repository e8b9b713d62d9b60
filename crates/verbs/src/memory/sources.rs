//! The lines of the program's sources, for those who look: what a block is
//! assigned to, and the page.
//!
//! Idea: `char *b = malloc(c)` names its block `b`; what stands left of the
//! call on its line says it. Alternative: the variables of the debug
//! information, which know no members and elements. Cost: each source is read
//! once. A name is never more than a label: nothing is decided by it.

use ep_base::memory::{Frame, Live};
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

    /// Gives functions the column of their names, as compilers' tables have it; code
    /// knows where bodies begin.
    pub fn columns(&mut self, frames: &mut [Frame]) {
        for f in frames.iter_mut() {
            let line = usize::try_from(f.place.line).ok();
            let Some(line) = line.and_then(|l| l.checked_sub(1)) else {
                continue;
            };
            let name = f.function.split('.').next().unwrap_or_default().to_string();
            let at = (self.lines(&f.place.file).get(line)).and_then(|t| defined_at(t, &name));
            if let Some(n) = at.and_then(|n| u32::try_from(n).ok()) {
                f.place.column = n;
            }
        }
    }

    /// What the call at a place is assigned to, or hands its block out through;
    /// else what is called there.
    fn assigned(&mut self, place: &Place) -> Option<String> {
        let line = usize::try_from(place.line).ok()?.checked_sub(1)?;
        let column = usize::try_from(place.column).ok()?.checked_sub(1)?;
        let text = self.lines(&place.file).get(line)?;
        let (before, call) = (text.get(..column)?, text.get(column..)?);
        let out = handed_out(call);
        // `n = getline(&line, …)` has its block in `line`.
        match out {
            Some(name) => Some(name),
            None => left_of(before).or_else(|| library_call(call)),
        }
    }
}

/// The column, from 1, of a name before its bracket.
fn defined_at(text: &str, name: &str) -> Option<usize> {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut all = text.match_indices(name);
    let found = all.find(|(at, _)| {
        let before = text.get(..*at).and_then(|t| t.chars().next_back());
        let after = text.get(at + name.len()..).unwrap_or_default();
        !word(before) && after.trim_start().starts_with('(')
    });
    found.map(|(at, _)| at + 1)
}

/// Functions that hand a block out through their first argument.
const THROUGH_FIRST: [&str; 5] = [
    "getline",
    "getdelim",
    "asprintf",
    "vasprintf",
    "posix_memalign",
];

/// Functions of the library whose models make blocks at the call of another name.
const SCANS: [&str; 3] = ["scanf", "fscanf", "sscanf"];

/// The word that a text begins with, and what follows its bracket.
fn called(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let rest = text.get(end..)?.trim_start().strip_prefix('(')?;
    Some((text.get(..end)?, rest))
}

/// The variable through which a call hands its block out: `&p` of
/// `asprintf(&p, …)`, and of `sscanf` where one conversion has an `m`.
fn handed_out(text: &str) -> Option<String> {
    let (name, rest) = called(text)?;
    let list = arguments(rest)?;
    if name == "pthread_create" {
        return Some(format!("thread {}", list.get(2)?.trim()));
    }
    let given = if THROUGH_FIRST.contains(&name) {
        list.first()?
    } else {
        let at = match name {
            "scanf" => 0,
            "fscanf" | "sscanf" => 1,
            _ => return None,
        };
        list.get(at + 1 + the_only_block(list.get(at)?)?)?
    };
    let name = given.trim().strip_prefix('&')?.trim();
    let fits = name.chars().count() <= LONGEST
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_[].->+*".contains(c));
    (fits && !name.is_empty()).then(|| name.to_string())
}

/// A function that is called through a model of another name.
fn library_call(text: &str) -> Option<String> {
    let (name, _) = called(text)?;
    (THROUGH_FIRST.contains(&name) || SCANS.contains(&name)).then(|| name.to_string())
}

/// What stands between the commas of a call, up to its end on this line.
fn arguments(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut quote, mut escaped) = (0, 0, None, false);
    let mut out = Vec::new();
    for (at, c) in text.char_indices() {
        if let Some(q) = quote {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == q => quote = None,
                _ => {}
            }
            continue;
        }
        match c {
            '"' | '\'' => quote = Some(c),
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                out.push(text.get(from..at)?);
                return Some(out);
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text.get(from..at)?);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

/// Which argument after the format is the only one that a `%m` fills.
fn the_only_block(format: &str) -> Option<usize> {
    let mut rest = format.chars().peekable();
    let (mut at, mut found) = (0, None);
    while let Some(c) = rest.next() {
        if c != '%' {
            continue;
        }
        if rest.next_if_eq(&'%').is_some() {
            continue;
        }
        let nowhere = rest.next_if_eq(&'*').is_some();
        while rest.next_if(char::is_ascii_digit).is_some() {}
        if rest.next_if_eq(&'m').is_some() && found.replace(at).is_some() {
            return None;
        }
        if rest.peek() == Some(&'[') {
            rest.next();
            rest.next_if_eq(&'^');
            rest.next_if_eq(&']');
            rest.by_ref().find(|c| *c == ']');
        }
        at += usize::from(!nowhere);
    }
    found
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
    use super::{defined_at, handed_out, left_of};

    #[test]
    fn a_function_is_at_its_name() {
        assert_eq!(defined_at("static int leaf(int x) {", "leaf"), Some(12));
        assert_eq!(defined_at("int f(int g) { return af (g); }", "f"), Some(5));
        assert_eq!(defined_at("MAKE(g)", "f"), None);
    }

    #[test]
    fn blocks_are_called_as_what_they_are_handed_out_through() {
        for (text, name) in [
            ("pthread_create(&t[i], 0, w, 0);", "thread w"),
            ("getline(&line, &n, stdin);", "line"),
            ("asprintf(&s->text, \"a, (%d\", f(1, 2))", "s->text"),
            ("sscanf(b, \"%d %m[^]a] %*s\", &k, &w)", "w"),
            ("scanf(\"%%m %ms\", &w[1])", "w[1]"),
        ] {
            assert_eq!(handed_out(text).as_deref(), Some(name), "{text}");
        }
        for text in [
            "getline(line, &n, f)",
            "sscanf(b, \"%ms %ms\", &v, &w)",
            "sscanf(b, \"%s\", &v)",
            "asprintf(&p,",
            "malloc(8)",
        ] {
            assert_eq!(handed_out(text), None, "{text}");
        }
    }

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
