//! Measures of loops: read from the transition invariants of a witness, and
//! written as such.
//!
//! Idea: an invariant that shows an end is a disjunction of comparisons of one
//! expression with what it was, so that is what is read; all other forms are
//! refused with what is wrong. What is written is linear over variables in
//! scope, in a type in which the sum fits. Candidates are the measures that
//! `time` found, and what the loop's condition compares. Cost: linear in the
//! text.

use super::falls::Loop;
use super::invariants;
use super::scope::Variable;
use super::tokens::{closing, tokens, Kind, Token};

/// An expression that falls, or rises, which is the same for numbers that are
/// finitely many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// In C, over what is in scope at the loop.
    pub text: String,
    /// It rises, and does not fall.
    pub rises: bool,
}

impl Measure {
    pub(super) fn moved(&self, noted: &str) -> String {
        let sign = if self.rises { '<' } else { '>' };
        format!("{noted} {sign} ({})", self.text)
    }
}

/// Types that a cast of a measure may name.
const TYPES: [&str; 8] = [
    "int", "unsigned", "signed", "char", "short", "long", "__int128", "_Bool",
];

/// The measures of a transition invariant.
///
/// # Errors
/// It is no disjunction of comparisons of one expression with its earlier
/// value.
pub fn measures(value: &str) -> Result<Vec<Measure>, String> {
    let all = tokens(value);
    parts(stripped(&all), "||")
        .into_iter()
        .map(|d| {
            one(value, stripped(d)).ok_or_else(|| {
                let text = d.first().zip(d.last());
                let text = text.map_or("", |(a, b)| &value[a.at..b.at + b.text.len()]);
                format!("`{text}` does not compare an expression with what it was, \\at(x, AnyPrev), by < or >")
            })
        })
        .collect()
}

/// Without parentheses around all of it.
fn stripped<'t, 'a>(mut all: &'t [Token<'a>]) -> &'t [Token<'a>] {
    while all.first().is_some_and(|t| t.is('(')) && closing(all, 0) == Some(all.len() - 1) {
        all = &all[1..all.len() - 1];
    }
    all
}

/// Cut at an operator that stands in no parentheses.
fn parts<'t, 'a>(all: &'t [Token<'a>], operator: &str) -> Vec<&'t [Token<'a>]> {
    let marks: Vec<char> = operator.chars().collect();
    let (mut out, mut from, mut depth, mut i) = (Vec::new(), 0, 0i64, 0);
    while i < all.len() {
        match all[i].kind {
            Kind::Mark('(' | '[') => depth += 1,
            Kind::Mark(')' | ']') => depth -= 1,
            _ => {}
        }
        let here = (0..marks.len()).all(|j| all.get(i + j).is_some_and(|t| t.is(marks[j])));
        if depth == 0 && here {
            out.push(&all[from..i]);
            i += marks.len();
            from = i;
            continue;
        }
        i += 1;
    }
    out.push(&all[from..]);
    out
}

fn one(value: &str, all: &[Token<'_>]) -> Option<Measure> {
    let (less, more) = (parts(all, "<"), parts(all, ">"));
    let (left, right, less) = match (&less[..], &more[..]) {
        ([a, b], [_]) => (*a, *b, true),
        ([_], [a, b]) => (*a, *b, false),
        _ => return None,
    };
    // `<=`, `->` and the like.
    if right.first()?.is('=') || left.last()?.is('-') {
        return None;
    }
    let looks_back = |s: &[Token<'_>]| s.iter().any(|t| t.is('\\'));
    let (old, now, rises) = match (looks_back(left), looks_back(right)) {
        (true, false) => (left, right, less),
        (false, true) => (right, left, !less),
        _ => return None,
    };
    let then = earlier(old)?;
    let words: Vec<&str> = now.iter().map(|t| t.text).collect();
    if bare(&then) != bare(&words) {
        return None;
    }
    let (a, b) = (now.first()?, now.last()?);
    Some(Measure {
        text: value[a.at..b.at + b.text.len()].to_string(),
        rises,
    })
}

/// The words of an expression whose variables are all earlier ones, as if they
/// were not.
fn earlier<'a>(all: &[Token<'a>]) -> Option<Vec<&'a str>> {
    let mut out = Vec::new();
    let mut i = 0;
    while i < all.len() {
        if all[i].is('\\') {
            let [_, at, open, name, comma, when, close, ..] = all.get(i..)? else {
                return None;
            };
            let shape = at.text == "at"
                && open.is('(')
                && name.kind == Kind::Word
                && comma.is(',')
                && when.text == "AnyPrev"
                && close.is(')');
            if !shape {
                return None;
            }
            out.push(name.text);
            i += 7;
            continue;
        }
        if all[i].kind == Kind::Word && !TYPES.contains(&all[i].text) {
            return None;
        }
        out.push(all[i].text);
        i += 1;
    }
    Some(out)
}

/// Without parentheses around single names and numbers, and around the whole.
fn bare<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut out: Vec<&str> = words.to_vec();
    loop {
        let single = out.windows(3).position(|w| {
            w[0] == "(" && w[2] == ")" && !TYPES.contains(&w[1]) && !["(", ")"].contains(&w[1])
        });
        let Some(i) = single else { return out };
        out.remove(i + 2);
        out.remove(i);
    }
}

/// The words of measures for a witness: of this expression, over variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    terms: Vec<(i64, Variable)>,
}

impl Linear {
    /// What is compared, and with what.
    pub fn measure(&self, m32: bool) -> Measure {
        match &self.terms[..] {
            [(1, v)] => Measure {
                text: v.name.clone(),
                rises: false,
            },
            [(-1, v)] => Measure {
                text: v.name.clone(),
                rises: true,
            },
            _ => Measure {
                text: self.text(m32, |n| n.to_string()),
                rises: false,
            },
        }
    }

    fn text(&self, m32: bool, name: impl Fn(&str) -> String) -> String {
        let mut out = String::new();
        let wide = self.terms.iter().any(|(_, v)| v.bits(m32) > 32);
        let cast = if wide { "__int128" } else { "long long" };
        for (i, (k, v)) in self.terms.iter().enumerate() {
            out.push_str(match (i, *k < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            });
            if k.abs() != 1 {
                out.push_str(&format!("{} * ", k.abs()));
            }
            out.push_str(&format!("({cast}){}", name(&v.name)));
        }
        out
    }

    /// The disjunct of a transition invariant.
    pub fn disjunct(&self, m32: bool) -> String {
        let old = |n: &str| format!("\\at({n}, AnyPrev)");
        match &self.terms[..] {
            [(1, v)] => format!("{} > {}", old(&v.name), v.name),
            [(-1, v)] => format!("{} < {}", old(&v.name), v.name),
            _ => format!(
                "{} > {}",
                self.text(m32, old),
                self.text(m32, |n| n.to_string())
            ),
        }
    }

    /// What `time` says of a measure, in its words: `2*n - i + 3`, and limits
    /// of types as `INT_MAX`.
    fn read(text: &str, scope: &[Variable]) -> Option<Linear> {
        let all = tokens(text);
        let mut terms: Vec<(i64, Variable)> = Vec::new();
        let (mut sign, mut i) = (1i64, 0);
        while i < all.len() {
            let (mut factor, mut name) = (1i64, None);
            match all[i].kind {
                Kind::Mark('+') => (sign, i) = (1, i + 1),
                Kind::Mark('-') => (sign, i) = (-1, i + 1),
                _ if i > 0 => return None,
                _ => {}
            }
            let t = all.get(i)?;
            match t.kind {
                Kind::Number => {
                    factor = t.text.parse().ok()?;
                    i += 1;
                    if all.get(i).is_some_and(|m| m.is('*')) {
                        name = Some(all.get(i + 1)?.text);
                        i += 2;
                    }
                }
                Kind::Word => {
                    name = Some(t.text);
                    i += 1;
                }
                _ => return None,
            }
            // Numbers are the same before and after.
            let Some(name) = name else { continue };
            // An input by its number.
            if all.get(i).is_some_and(|t| t.is('#')) {
                i += 2;
                continue;
            }
            if name.ends_with("_MAX") || name.ends_with("_MIN") {
                continue;
            }
            let v = scope.iter().find(|v| v.name == name)?;
            terms.push((sign * factor, v.clone()));
        }
        Linear::of(terms)
    }

    /// With the least factors.
    fn of(mut terms: Vec<(i64, Variable)>) -> Option<Linear> {
        let gcd = |a: i64, b: i64| {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        // What is added before what is taken away.
        terms.sort_by_key(|(k, _)| *k < 0);
        let common = terms.iter().fold(0, |g, (k, _)| gcd(g, *k));
        if common == 0 {
            return None;
        }
        terms.iter_mut().for_each(|(k, _)| *k /= common);
        let small = terms.iter().all(|(k, _)| (1..1 << 20).contains(&k.abs()));
        small.then_some(Linear { terms })
    }

    /// The sum, where no variable is in both.
    fn plus(&self, other: &Linear) -> Option<Linear> {
        let both = |v: &Variable| other.terms.iter().any(|(_, o)| o == v);
        if self.terms.iter().any(|(_, v)| both(v)) {
            return None;
        }
        Linear::of([&self.terms[..], &other.terms[..]].concat())
    }
}

/// The most candidates of one loop.
const MOST: usize = 16;

/// Measures that a loop could have, the first that differs falls: those that
/// `time` found there, what its condition compares, and what it speaks of.
pub fn candidates(text: &str, l: &Loop, found: &[String], m32: bool) -> Vec<Vec<Linear>> {
    let all = tokens(text);
    let mut scope = invariants::visible(&all, &l.condition);
    scope.retain(|v| v.bits(m32) <= 32 || !m32);
    let mut told: Vec<Linear> = Vec::new();
    for f in found {
        let Some(f) = f.strip_suffix(" falls") else {
            continue;
        };
        told.extend(f.split(", then ").filter_map(|m| Linear::read(m, &scope)));
    }
    let mut out: Vec<Vec<Linear>> = told.iter().map(|m| vec![m.clone()]).collect();
    // Of several each is one of some ways through the loop.
    for (i, a) in told.iter().enumerate().take(3) {
        for b in told.iter().take(3).skip(i + 1).filter(|b| *b != a) {
            out.extend(a.plus(b).map(|s| vec![s]));
            out.push(vec![a.clone(), b.clone()]);
            out.push(vec![b.clone(), a.clone()]);
        }
    }
    let c = &l.condition;
    let head: Vec<&Token<'_>> = (all.iter())
        .filter(|t| c.from <= t.at && t.at < c.to)
        .collect();
    let variable = |t: Option<&&Token<'_>>| {
        let t = t?;
        match t.kind {
            Kind::Number => Some(None),
            Kind::Word => scope.iter().find(|v| v.name == t.text).cloned().map(Some),
            _ => None,
        }
    };
    let mut put = |terms: Vec<(i64, Option<Variable>)>| {
        let terms = terms.into_iter().filter_map(|(k, v)| Some((k, v?)));
        out.extend(Linear::of(terms.collect()).map(|l| vec![l]));
    };
    for (i, t) in head.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|p| variable(head.get(p)));
        let double = head.get(i + 1).is_some_and(|n| n.is('='));
        let after = variable(head.get(i + 1 + usize::from(double)));
        let (Some(a), Some(b)) = (before, after) else {
            continue;
        };
        match t.kind {
            Kind::Mark('<') => put(vec![(1, b), (-1, a)]),
            Kind::Mark('>') => put(vec![(1, a), (-1, b)]),
            Kind::Mark('!') => {
                put(vec![(1, b.clone()), (-1, a.clone())]);
                put(vec![(1, a.clone()), (-1, b.clone())]);
                put(vec![(1, a), (1, b)]);
            }
            _ => {}
        }
    }
    let spoken = |v: &&Variable| {
        let range = all.get(c.token..l.body.1).unwrap_or_default();
        range.iter().any(|t| t.text == v.name)
    };
    for v in scope.iter().filter(spoken) {
        for k in [1, -1] {
            put(vec![(k, Some(v.clone()))]);
        }
    }
    let mut kept: Vec<Vec<Linear>> = Vec::new();
    for c in out {
        if !kept.contains(&c) && kept.len() < MOST {
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::falls::loops;
    use super::*;

    #[test]
    fn an_invariant_is_a_disjunction_of_measures() {
        let m = |v: &str| measures(v).unwrap();
        assert_eq!(m("\\at(i, AnyPrev) < i")[0].text, "i");
        assert!(m("\\at(i, AnyPrev) < i")[0].rises);
        assert!(!m("i < \\at(i, AnyPrev)")[0].rises);
        let two = m("((__int128)\\at(n, AnyPrev) - (\\at(i, AnyPrev)) > (__int128)n - i) || (\\at(j, AnyPrev) > (j))");
        assert_eq!(two[0].text, "(__int128)n - i");
        assert_eq!((two.len(), two[1].text.as_str()), (2, "(j)"));
        for bad in [
            "",
            "1",
            "i > 0",
            "\\at(i, AnyPrev) >= i",
            "\\at(i, AnyPrev) != i",
            "\\at(i, AnyPrev) > j",
            "\\at(i, AnyPrev) > i + 1",
            "\\at(i, AnyPrev) - j > i - j",
            "\\at(i, LastPrev) > i",
            "\\at(i, AnyPrev) > \\at(i, AnyPrev)",
            "\\at(a[0], AnyPrev) > a[0]",
            "\\at(i, AnyPrev) > i && 1",
            "\\at(i, AnyPrev) > i || 1",
            "!(\\at(i, AnyPrev) > i)",
            "\\at(i, AnyPrev) >> i",
        ] {
            assert!(measures(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_time_says_is_read() {
        let text = "int main(void) {\n  unsigned long n = 3; int i = 0;\n  while (i < n) i++;\n}\n";
        let l = &loops(text)[0];
        let found = ["ULONG_MAX + 2*n - i + 3 falls".to_string()];
        let all = candidates(text, l, &found, false);
        assert_eq!(
            all[0][0].disjunct(false),
            "2 * (__int128)\\at(n, AnyPrev) - (__int128)\\at(i, AnyPrev) > 2 * (__int128)n - (__int128)i"
        );
        let rises = |c: &Vec<Linear>| c[0].disjunct(false) == "\\at(i, AnyPrev) < i";
        assert!(all.iter().any(rises));
        for c in all.iter().flatten() {
            let back = measures(&c.disjunct(false)).unwrap();
            assert_eq!(back, [c.measure(false)]);
        }
    }
}
