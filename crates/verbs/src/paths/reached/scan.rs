//! The members of a Java file by their brackets and names, for all of Java.
//!
//! Idea: what a declaration is shows in a few tokens: a bracket behind a name
//! makes a method, `class` a class. Bodies are skipped by matching brackets, so
//! that nothing in them has to be understood. Cost: one walk over the text.

use std::collections::BTreeMap;

/// A token: a word, or one character that is no part of one. Literals are
/// characters `"`, comments are apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Token {
    from: usize,
    to: usize,
    /// Nothing for a word.
    symbol: Option<char>,
}

/// The tokens of a text.
pub struct Tokens<'t> {
    text: &'t str,
    all: Vec<Token>,
    /// The words of contracts, by the token that they stand before.
    contracts: BTreeMap<usize, Vec<&'t str>>,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub kind: Kind,
    /// What it declares.
    pub names: Vec<String>,
    /// Its first and last token.
    pub from: usize,
    pub to: usize,
}

/// What a declaration is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Class(Class),
    Method,
    Constructor,
    /// Whether each object has its own, and whether it begins with a value.
    Field {
        own: bool,
        initialised: bool,
    },
    /// An initialiser, of each object or of the class, with its words.
    Block {
        own: bool,
        words: Vec<String>,
    },
    /// An enumeration, a record, a type of annotations.
    Other,
    /// `package` or `import`.
    Line,
}

/// A class or an interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// The token of its name and that of its `{`.
    name: usize,
    pub open: usize,
    /// What it extends and implements.
    pub above: Vec<String>,
    pub members: Vec<Item>,
}

impl Item {
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t str) -> Tokens<'t> {
        let mut out = Tokens {
            text,
            all: Vec::new(),
            contracts: BTreeMap::new(),
        };
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|r| r.chars().next()) {
            at = out.token(at, c);
        }
        out
    }

    /// Takes what begins at `at`; where it ends.
    fn token(&mut self, at: usize, c: char) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        let comment = match rest.get(..2) {
            Some("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            Some("/*") => {
                let end = rest.get(2..).and_then(|r| r.find("*/"));
                Some(end.map_or(rest.len(), |n| n + 4))
            }
            _ => None,
        };
        if let Some(len) = comment {
            let inside = rest.get(2..len).unwrap_or_default();
            if inside.starts_with('@') {
                let words = inside.split(|c| !is_word(c)).filter(|w| !w.is_empty());
                let at = self.all.len();
                self.contracts.entry(at).or_default().extend(words);
            }
            return at + len;
        }
        if c.is_whitespace() {
            return at + c.len_utf8();
        }
        let (len, symbol) = if is_word(c) {
            let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            (len, None)
        } else if rest.starts_with("\"\"\"") {
            (closed(rest, 3, "\"\"\""), Some('"'))
        } else if c == '"' || c == '\'' {
            let end = if c == '"' { "\"" } else { "'" };
            (closed(rest, 1, end), Some('"'))
        } else {
            (c.len_utf8(), Some(c))
        };
        self.all.push(Token {
            from: at,
            to: at + len,
            symbol,
        });
        at + len
    }

    pub fn start(&self, k: usize) -> usize {
        self.all.get(k).map_or(self.text.len(), |t| t.from)
    }

    pub fn end(&self, k: usize) -> usize {
        self.all.get(k).map_or(self.text.len(), |t| t.to)
    }

    pub fn word(&self, k: usize) -> Option<&'t str> {
        let t = self.all.get(k).filter(|t| t.symbol.is_none())?;
        self.text.get(t.from..t.to)
    }

    fn symbol(&self, k: usize) -> Option<char> {
        self.all.get(k)?.symbol
    }

    /// The words of a stretch, those of its contracts too.
    pub fn words(&self, from: usize, to: usize) -> Vec<String> {
        let contracts = self.contracts.range(from..=to).flat_map(|(_, w)| w);
        let own = (from..=to).filter_map(|k| self.word(k));
        own.chain(contracts.copied()).map(String::from).collect()
    }

    /// The words of a member that may name something beside it: a parameter hides the
    /// field of its name wherever nothing and a dot stand before it.
    pub fn mentioned(&self, m: &Item) -> Vec<String> {
        let called = |k: &usize| self.word(*k) == Some(m.name()) && self.symbol(k + 1) == Some('(');
        let open = match m.kind {
            Kind::Method | Kind::Constructor => (m.from..=m.to).find(called).map(|k| k + 1),
            _ => None,
        };
        let close = open.and_then(|o| self.matching(o));
        let (Some(open), Some(close)) = (open, close) else {
            return self.words(m.from, m.to);
        };
        let ends = |k: usize| matches!(self.symbol(k), Some(',' | ')'));
        let parameters: Vec<&str> = (open..close)
            .filter(|k| {
                ends(k + 1) && self.word(k - 1).is_some() || self.symbol(k - 1) == Some(']')
            })
            .filter_map(|k| self.word(k))
            .collect();
        let hidden = |k: usize| {
            let named = self.word(k).is_some_and(|w| parameters.contains(&w));
            named && self.symbol(k - 1) != Some('.')
        };
        let contracts = self.contracts.range(m.from..=m.to).flat_map(|(_, w)| w);
        let own = (m.from..=m.to).filter(|k| !hidden(*k));
        let own = own.filter_map(|k| self.word(k));
        own.chain(contracts.copied()).map(String::from).collect()
    }

    /// The words before a bracket in a stretch. In a contract every word may be one.
    pub fn called(&self, from: usize, to: usize) -> Vec<String> {
        let contracts = self.contracts.range(from..=to).flat_map(|(_, w)| w);
        let before = (from..=to).filter(|k| self.symbol(k + 1) == Some('('));
        let own = before.filter_map(|k| self.word(k));
        own.chain(contracts.copied()).map(String::from).collect()
    }

    /// Where a word stands in a stretch.
    pub fn those<'a>(
        &'a self,
        from: usize,
        to: usize,
        word: &'a str,
    ) -> impl Iterator<Item = usize> + 'a {
        (from..=to).filter(move |k| self.word(*k) == Some(word))
    }

    /// Annotations with their values.
    pub fn annotations(&self) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        for k in 0..self.all.len() {
            if let Some(end) = self.annotation(k) {
                out.push((k, end - 1));
            }
        }
        out
    }

    /// Behind the annotation that begins here.
    fn annotation(&self, k: usize) -> Option<usize> {
        let named = self.symbol(k) == Some('@') && self.word(k + 1).is_some();
        if !named || self.word(k + 1) == Some("interface") {
            return None;
        }
        let mut k = k + 2;
        while self.symbol(k) == Some('.') && self.word(k + 1).is_some() {
            k += 2;
        }
        match self.symbol(k) {
            Some('(') => self.matching(k),
            _ => Some(k),
        }
    }

    /// Behind the bracket that closes the one here.
    fn matching(&self, k: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in k..self.all.len() {
            match self.symbol(at) {
                Some('(' | '[' | '{') => depth += 1,
                Some(')' | ']' | '}') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Behind the `>` that closes the `<` here, in a type.
    fn angles(&self, k: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let mut at = k;
        loop {
            match self.symbol(at) {
                Some('<') => depth += 1,
                Some('>') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                Some('.' | ',' | '?' | '&' | '[' | ']') => {}
                Some('@') => {
                    at = self.annotation(at)?;
                    continue;
                }
                Some(_) => return None,
                None if at >= self.all.len() => return None,
                None => {}
            }
            at += 1;
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of a literal; one without an end goes to the end of its line.
fn closed(rest: &str, open: usize, end: &str) -> usize {
    let mut at = open;
    while let Some(tail) = rest.get(at..).filter(|t| !t.is_empty()) {
        if tail.starts_with(end) {
            return at + end.len();
        }
        if end.len() == 1 && tail.starts_with('\n') {
            return at;
        }
        let mut chars = tail.chars();
        let escaped = chars.next() == Some('\\');
        at += 1;
        if escaped {
            at += chars.next().map_or(0, char::len_utf8);
        }
        while !rest.is_char_boundary(at) {
            at += 1;
        }
    }
    rest.len()
}

/// One name in a list of supertypes.
struct Above {
    from: usize,
    /// Its last token, arguments of the type left out.
    to: usize,
    /// Its last token with them.
    end: usize,
    stays: bool,
}

impl Class {
    /// What in its head says nothing here: type parameters that nobody names,
    /// arguments of types, and interfaces that there are not.
    pub fn idle(
        &self,
        tokens: &Tokens<'_>,
        named: &dyn Fn(&str) -> bool,
        there: &dyn Fn(&str) -> bool,
    ) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        let mut k = self.name + 1;
        if let Some(end) = tokens.arguments(k) {
            let first = |p: &usize| matches!(tokens.symbol(p - 1), Some('<' | ','));
            let mut words = (k + 1..end).filter(first).filter_map(|p| tokens.word(p));
            if !words.any(named) {
                out.push((k, end - 1));
            }
            k = end;
        }
        let interface = tokens.word(self.name - 1) == Some("interface");
        while k < self.open {
            let Some(clause) = tokens.word(k) else {
                k += 1;
                continue;
            };
            let optional = clause == "implements" || interface;
            let (list, next) = tokens.list(k + 1, self.open, &|n| !optional || there(n));
            if !list.iter().any(|a| a.stays) && optional {
                out.push((k, k));
            }
            let mut first = true;
            for (n, a) in list.iter().enumerate() {
                if n > 0 && (!a.stays || first) {
                    // The comma before it.
                    out.push((a.from - 1, a.from - 1));
                }
                match a.stays {
                    false => out.push((a.from, a.end)),
                    true if a.end > a.to => out.push((a.to + 1, a.end)),
                    true => {}
                }
                first &= !a.stays;
            }
            k = next.max(k + 1);
        }
        out
    }
}

impl Tokens<'_> {
    /// Behind the arguments or parameters of a type, if they begin here.
    fn arguments(&self, k: usize) -> Option<usize> {
        self.angles(k).filter(|_| self.symbol(k) == Some('<'))
    }

    /// The names of a list, and where it ends.
    fn list(&self, from: usize, to: usize, stays: &dyn Fn(&str) -> bool) -> (Vec<Above>, usize) {
        let mut out = Vec::new();
        let mut k = from;
        while k < to {
            if let Some(behind) = self.annotation(k) {
                k = behind;
                continue;
            }
            let Some(mut last) = self.word(k) else { break };
            let from = k;
            while self.symbol(k + 1) == Some('.') && self.word(k + 2).is_some() {
                k += 2;
                last = self.word(k).unwrap_or_default();
            }
            let behind = self.arguments(k + 1).unwrap_or(k + 1);
            out.push(Above {
                from,
                to: k,
                end: behind - 1,
                stays: stays(last),
            });
            k = behind;
            match self.symbol(k) {
                Some(',') => k += 1,
                _ => break,
            }
        }
        (out, k)
    }
}

/// The declarations of a file; nothing where brackets do not match.
pub fn unit(tokens: &Tokens<'_>) -> Option<Vec<Item>> {
    let mut out = Vec::new();
    let mut k = 0;
    while k < tokens.all.len() {
        if tokens.symbol(k) == Some(';') {
            k += 1;
            continue;
        }
        let item = match tokens.word(k) {
            Some("package" | "import") => {
                let end = (k..tokens.all.len()).find(|e| tokens.symbol(*e) == Some(';'))?;
                Item {
                    kind: Kind::Line,
                    names: Vec::new(),
                    from: k,
                    to: end,
                }
            }
            _ => tokens.declaration(k, "")?,
        };
        k = item.to + 1;
        out.push(item);
    }
    Some(out)
}

impl Tokens<'_> {
    /// The declaration that begins here, in the class of this name.
    fn declaration(&self, from: usize, class: &str) -> Option<Item> {
        let mut k = from;
        let mut own = true;
        // Modifiers and annotations.
        loop {
            if let Some(behind) = self.annotation(k) {
                k = behind;
                continue;
            }
            match self.word(k) {
                Some("static") => own = false,
                Some(
                    "public" | "protected" | "private" | "final" | "abstract" | "native"
                    | "synchronized" | "transient" | "volatile" | "strictfp" | "default" | "sealed",
                ) => {}
                // `non-sealed`
                Some("non") if self.symbol(k + 1) == Some('-') => k += 2,
                _ => break,
            }
            k += 1;
        }
        if self.symbol(k) == Some('{') {
            let to = self.matching(k)? - 1;
            let words = self.words(k, to);
            return Some(Item {
                kind: Kind::Block { own, words },
                names: Vec::new(),
                from,
                to,
            });
        }
        if let Some(item) = self.type_here(from, k) {
            return item;
        }
        if self.symbol(k) == Some('<') {
            k = self.angles(k)?;
        }
        self.member(from, k, own, class)
    }

    /// A class or what is like one, if that stands at `k`.
    fn type_here(&self, from: usize, k: usize) -> Option<Option<Item>> {
        let (at, other) = match (self.word(k), self.word(k + 1)) {
            (Some("class" | "interface"), Some(_)) => (k + 1, false),
            (Some("enum"), Some(_)) => (k + 1, true),
            (Some("record"), Some(_)) if matches!(self.symbol(k + 2), Some('(' | '<')) => {
                (k + 1, true)
            }
            (None, Some("interface")) if self.symbol(k) == Some('@') => (k + 2, true),
            _ => return None,
        };
        let name = self.word(at)?.to_owned();
        let open = (at..self.all.len()).find(|k| self.symbol(*k) == Some('{'));
        let to = open.and_then(|o| self.matching(o)).map(|e| e - 1);
        let (Some(open), Some(to)) = (open, to) else {
            return Some(None);
        };
        let kind = match other {
            true => Kind::Other,
            false => {
                let Some(members) = self.members(open + 1, to, &name) else {
                    return Some(None);
                };
                Kind::Class(Class {
                    name: at,
                    open,
                    above: self.above(at + 1, open),
                    members,
                })
            }
        };
        Some(Some(Item {
            kind,
            names: vec![name],
            from,
            to,
        }))
    }

    /// What a head names behind `extends` and `implements`.
    fn above(&self, from: usize, open: usize) -> Vec<String> {
        let mut k = self.arguments(from).unwrap_or(from);
        let mut out = Vec::new();
        while k < open {
            let (list, next) = self.list(k + 1, open, &|_| true);
            out.extend(
                list.iter()
                    .filter_map(|a| self.word(a.to))
                    .map(String::from),
            );
            k = next.max(k + 1);
        }
        out
    }

    fn members(&self, from: usize, to: usize, class: &str) -> Option<Vec<Item>> {
        let mut out = Vec::new();
        let mut k = from;
        while k < to {
            if self.symbol(k) == Some(';') {
                k += 1;
                continue;
            }
            let item = self.declaration(k, class)?;
            k = item.to + 1;
            out.push(item);
        }
        Some(out)
    }

    /// A method, a constructor or fields of one type.
    fn member(&self, from: usize, start: usize, own: bool, class: &str) -> Option<Item> {
        let mut k = start;
        let mut name = None;
        loop {
            match self.symbol(k) {
                None => {
                    name = Some(self.word(k)?);
                    k += 1;
                }
                Some('<') => k = self.angles(k)?,
                Some('.' | '[' | ']') => k += 1,
                Some('@') => k = self.annotation(k)?,
                Some('(') => return self.method(from, k, name?, k == start + 1, class),
                Some('=' | ',' | ';') => break,
                Some(_) => return None,
            }
        }
        let mut names = vec![name?.to_owned()];
        let mut initialised = false;
        loop {
            match self.symbol(k) {
                Some('(' | '[' | '{') => {
                    k = self.matching(k)?;
                    continue;
                }
                Some('=') => initialised = true,
                Some(',') => names.extend(self.word(k + 1).map(String::from)),
                Some(';') => break,
                Some(_) => {}
                None if k >= self.all.len() => return None,
                None => {}
            }
            k += 1;
        }
        Some(Item {
            kind: Kind::Field { own, initialised },
            names,
            from,
            to: k,
        })
    }

    fn method(
        &self,
        from: usize,
        open: usize,
        name: &str,
        alone: bool,
        class: &str,
    ) -> Option<Item> {
        let mut k = self.matching(open)?;
        while !matches!(self.symbol(k), Some('{' | ';')) {
            if k >= self.all.len() {
                return None;
            }
            // The value of a member of an annotation, or an annotation.
            k = match self.symbol(k) {
                Some('(' | '[') => self.matching(k)?,
                _ => k + 1,
            };
        }
        let to = match self.symbol(k) {
            Some('{') => self.matching(k)? - 1,
            _ => k,
        };
        let kind = match alone && name == class {
            true => Kind::Constructor,
            false => Kind::Method,
        };
        Some(Item {
            kind,
            names: vec![name.to_owned()],
            from,
            to,
        })
    }
}
