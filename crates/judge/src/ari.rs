//! The ARI form of integer transition systems, read for comparison with a
//! certificate.
//!
//! Idea: a file of this form is a sequence of lists, which the reader of
//! certificates takes apart already; what a rule means is read here, apart from
//! the reader that the provers use, so that a slip of one of them is a refusal
//! and not a proof about another system. Names between bars are read without
//! them. What a quantifier says exists is a temporary, where the condition is asked
//! for and not denied. Source: the page "Integer Transition Systems" of
//! termination-portal.org, SMT-LIB 2.6 for names and connectives. Cost: one pass; a
//! condition becomes its cases, of which there are at most 4,096, and the sides of an
//! equivalence are read twice.

use crate::koat::{position, File, Rule};
use crate::names::{Atom, Cx};
use crate::poly::{Poly, Sym};
use crate::refusal::{About, Checked, Refusal};
use crate::text::{Args, Doc, View};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

/// Above, the provers' readers make steps of a condition, and no cases.
const MAX_CASES: usize = 1024;

/// A condition as its cases.
type Cases = Vec<Vec<Atom>>;

/// Whether a text is of this form.
pub fn is(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut code = lines.filter(|l| !l.is_empty() && !l.starts_with(';'));
    let first = code.next().and_then(|l| l.strip_prefix('('));
    first.is_some_and(|l| l.trim_start().starts_with("format"))
}

/// Reads a file.
pub fn read(cx: &Cx, text: &str) -> Checked<File> {
    inner(cx, text).map_err(|e| Refusal {
        about: About::File,
        ..e
    })
}

fn inner(cx: &Cx, text: &str) -> Checked<File> {
    let doc = Doc::with_bars(text)?;
    let mut start = None;
    let mut arities: FxHashMap<Sym, usize> = FxHashMap::default();
    let mut shown: Vec<View> = Vec::new();
    for form in doc.top() {
        let (head, mut args) = form.form("(fun …), (entrypoint …) or (rule …)")?;
        match head {
            "format" | "theory" => {
                let word = args.need("a name")?;
                let fits = ["LCTRS", "Ints"].iter().any(|w| word.word() == Some(w));
                if !fits {
                    return Err(word.refuse("only LCTRS over Ints is compared"));
                }
            }
            "fun" => {
                let name = symbol(cx, args.need("a function symbol")?)?;
                let sort = args.need("a sort")?;
                let arity = match sort.items() {
                    Some(items) => items.count().saturating_sub(2),
                    None => 0,
                };
                args.done()?;
                if arities.insert(name, arity).is_some() {
                    return Err(form.refuse("this symbol is declared twice"));
                }
            }
            "entrypoint" => {
                let name = symbol(cx, args.need("a function symbol")?)?;
                args.done()?;
                if start.replace(name).is_some() {
                    return Err(form.refuse("a second entrypoint"));
                }
            }
            "rule" => shown.push(form),
            _ => return Err(form.refuse("(fun …), (entrypoint …) or (rule …) is awaited")),
        }
    }
    let Some(start) = start else {
        return Err(doc.top().refuse("there is no entrypoint"));
    };
    let arity = arities.values().copied().max().unwrap_or(0);
    let mut rules = Vec::new();
    for form in shown {
        let read = Reader::new(cx, &arities).rule(form)?;
        rules.extend(read);
    }
    Ok(File {
        start,
        rules,
        arity,
    })
}

/// A symbol, without the bars around it.
fn symbol(cx: &Cx, v: View) -> Checked<Sym> {
    let word = v.word().ok_or_else(|| v.refuse("a symbol is awaited"))?;
    let bare = word.strip_prefix('|').and_then(|w| w.strip_suffix('|'));
    Ok(cx.sym(bare.unwrap_or(word)))
}

struct Reader<'c> {
    cx: &'c Cx,
    arities: &'c FxHashMap<Sym, usize>,
    /// What names on the left stand for.
    scope: FxHashMap<Sym, Sym>,
    temps: Vec<Sym>,
    /// Equivalences around what is read, whose sides have both values.
    doubled: usize,
}

/// How deep equivalences go: each level doubles the work.
const MAX_DOUBLED: usize = 8;
/// The greatest number of sides of `distinct`: each two of them are two cases.
const MAX_DISTINCT: usize = 10;

impl<'c> Reader<'c> {
    fn new(cx: &'c Cx, arities: &'c FxHashMap<Sym, usize>) -> Self {
        Reader {
            cx,
            arities,
            scope: FxHashMap::default(),
            temps: Vec::new(),
            doubled: 0,
        }
    }

    fn rule(mut self, form: View) -> Checked<Vec<Rule>> {
        let cx = self.cx;
        cx.meter.at(form.line());
        cx.meter.spend(64)?;
        let mut args = form.called("rule")?;
        let (source, variables) = self.term(args.need("a term")?)?;
        let mut same = Vec::new();
        for (i, v) in variables.into_iter().enumerate() {
            let here = position(cx, i);
            let name = symbol(cx, v)?;
            match self.scope.get(&name) {
                Some(first) => {
                    let p = Poly::var(*first).minus(&Poly::var(here), &cx.meter)?;
                    same.push(Atom::zero(p));
                }
                None => {
                    self.scope.insert(name, here);
                }
            }
        }
        let (target, values) = self.term(args.need("a term")?)?;
        let values = values
            .into_iter()
            .map(|v| self.sum(v))
            .collect::<Checked<Vec<_>>>()?;
        let mut cases = vec![Vec::new()];
        let mut cost = Poly::int(1);
        while let Some(key) = args.next() {
            let value = args.need("what the key stands for")?;
            match key.word() {
                Some(":guard") => cases = self.cases(value, true)?,
                Some(":cost") => {
                    let n = cx.read_index(value, "a natural number")?;
                    cost = Poly::int(BigInt::from(n));
                }
                // What is free is any integer, said or not.
                Some(":var") => {}
                _ => return Err(key.refuse(":guard, :cost or :var is awaited")),
            }
        }
        let rule = |case: Vec<Atom>| Rule {
            source,
            guard: same.iter().cloned().chain(case).collect(),
            lower: cost.clone(),
            upper: cost.clone(),
            arms: vec![(target, values.clone())],
            temps: self.temps.clone(),
        };
        Ok(cases.into_iter().map(rule).collect())
    }

    /// A function symbol with as many arguments as it has.
    fn term<'a>(&self, v: View<'a>) -> Checked<(Sym, Vec<View<'a>>)> {
        let (head, given) = match v.items() {
            Some(mut args) => (args.need("a function symbol")?, args.collect()),
            None => (v, Vec::new()),
        };
        let name = self.known(head, v)?;
        match self.arities.get(&name) {
            Some(n) if *n == given.len() => Ok((name, given)),
            _ => Err(v.refuse(format!(
                "`{}` is declared with another number of arguments",
                self.cx.name(name)
            ))),
        }
    }

    fn known(&self, head: View, whole: View) -> Checked<Sym> {
        let name = symbol(self.cx, head)?;
        match self.arities.contains_key(&name) {
            true => Ok(name),
            false => Err(whole.refuse(format!("`{}` is not declared", self.cx.name(name)))),
        }
    }

    fn variable(&mut self, name: Sym) -> Sym {
        match self.scope.get(&name) {
            Some(s) => *s,
            None => {
                self.scope.insert(name, name);
                self.temps.push(name);
                name
            }
        }
    }

    fn sum(&mut self, v: View) -> Checked<Poly> {
        let cx = self.cx;
        let m = &cx.meter;
        m.spend(4)?;
        let Some(word) = v.word() else {
            let (op, mut args) = v.form("an expression")?;
            let first = self.sum(args.need("an argument")?)?;
            let single = args.peek().is_none();
            let mut rest = args;
            return match op {
                "-" if single => first.negated(m),
                "-" => rest.try_fold(first, |p, a| p.minus(&self.sum(a)?, m)),
                "+" => rest.try_fold(first, |p, a| p.plus(&self.sum(a)?, m)),
                "*" => rest.try_fold(first, |p, a| p.times(&self.sum(a)?, m)),
                _ => Err(v.refuse(format!("`{op}` is not known in expressions"))),
            };
        };
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Poly::int(cx.read_int(v, "a number")?));
        }
        Ok(Poly::var(self.variable(symbol(cx, v)?)))
    }

    /// The cases of a condition, or of its opposite.
    fn cases(&mut self, v: View, positive: bool) -> Checked<Cases> {
        let truth = |yes: bool| if yes { vec![Vec::new()] } else { Vec::new() };
        match v.word() {
            Some("true") => return Ok(truth(positive)),
            Some("false") => return Ok(truth(!positive)),
            _ => {}
        }
        let (op, mut args) = v.form("a condition")?;
        match op {
            "and" | "or" => {
                let all = (op == "and") == positive;
                let mut out = truth(all);
                for a in args {
                    let next = self.cases(a, positive)?;
                    out = match all {
                        true => both(self.cx, v, &out, &next)?,
                        false => [out, next].concat(),
                    };
                    self.limit(v, &out)?;
                }
                Ok(out)
            }
            "not" => {
                let inner = args.need("a condition")?;
                args.done()?;
                self.cases(inner, !positive)
            }
            "=>" => {
                let all: Vec<View> = args.collect();
                let Some((last, premises)) = all.split_last().filter(|(_, p)| !p.is_empty()) else {
                    return Err(v.refuse("`=>` takes two conditions"));
                };
                let mut parts = Vec::new();
                for p in premises {
                    parts.push(self.cases(*p, !positive)?);
                }
                parts.push(self.cases(*last, positive)?);
                let mut out = truth(!positive);
                for p in parts {
                    out = match positive {
                        true => [out, p].concat(),
                        false => both(self.cx, v, &out, &p)?,
                    };
                    self.limit(v, &out)?;
                }
                Ok(out)
            }
            "ite" => {
                let c = args.need("a condition")?;
                let (a, b) = (args.need("a condition")?, args.need("a condition")?);
                args.done()?;
                let (yes, no) = self.decided(v, c)?;
                let (a, b) = (self.cases(a, positive)?, self.cases(b, positive)?);
                self.either(v, [(&yes, &a), (&no, &b)])
            }
            "xor" => {
                let (a, b) = (args.need("a condition")?, args.need("a condition")?);
                args.done()?;
                self.alike(v, a, b, !positive)
            }
            "=" | "distinct" if args.peek().is_some_and(is_condition) => {
                let all: Vec<View> = args.collect();
                let fits = all.len() == 2 || (op == "=" && all.len() > 2);
                if !fits {
                    return Err(v.refuse(format!("`{op}` takes two conditions")));
                }
                let mut out = truth(positive);
                for pair in all.windows(2) {
                    let [a, b] = pair else { continue };
                    let next = self.alike(v, *a, *b, (op == "=") == positive)?;
                    out = match positive {
                        true => both(self.cx, v, &out, &next)?,
                        false => [out, next].concat(),
                    };
                    self.limit(v, &out)?;
                }
                Ok(out)
            }
            "exists" | "forall" => {
                if self.doubled > 0 || (op == "exists") != positive {
                    return Err(v.refuse(format!("`{op}` cannot stand here")));
                }
                let (bound, body) = (args.need("variables")?, args.need("a condition")?);
                args.done()?;
                self.bound(bound, body, positive)
            }
            _ => self.relation(v, op, args, positive),
        }
    }

    /// The cases in which a condition holds, and those in which it does not.
    fn decided(&mut self, at: View, v: View) -> Checked<(Cases, Cases)> {
        if self.doubled >= MAX_DOUBLED {
            let why = format!("over {MAX_DOUBLED} equivalences or cases inside each other");
            return Err(at.refuse(why));
        }
        self.doubled += 1;
        let out = (self.cases(v, true)?, self.cases(v, false)?);
        self.doubled -= 1;
        Ok(out)
    }

    /// Two conditions that are both true or both false, or just one of them.
    fn alike(&mut self, v: View, a: View, b: View, alike: bool) -> Checked<Cases> {
        let (a, not_a) = self.decided(v, a)?;
        let (b, not_b) = self.decided(v, b)?;
        match alike {
            true => self.either(v, [(&a, &b), (&not_a, &not_b)]),
            false => self.either(v, [(&a, &not_b), (&not_a, &b)]),
        }
    }

    fn either(&self, v: View, pairs: [(&Cases, &Cases); 2]) -> Checked<Cases> {
        let mut out = Vec::new();
        for (a, b) in pairs {
            out.extend(both(self.cx, v, a, b)?);
        }
        self.limit(v, &out)?;
        Ok(out)
    }

    /// A condition on further numbers, each a temporary of its own.
    fn bound(&mut self, list: View, body: View, positive: bool) -> Checked<Cases> {
        let mut hidden = Vec::new();
        for b in list.list("variables with their sorts")? {
            let mut pair = b.list("a variable with its sort")?;
            let name = symbol(self.cx, pair.need("a name")?)?;
            let sort = pair.need("a sort")?;
            if sort.word() != Some("Int") {
                return Err(sort.refuse("variables are of sort Int"));
            }
            pair.done()?;
            // A name that no text has, so that two of one name are two.
            let own = self.cx.sym(&format!("\"bound {}", self.temps.len()));
            self.temps.push(own);
            hidden.push((name, self.scope.insert(name, own)));
        }
        let out = self.cases(body, positive)?;
        for (name, outer) in hidden.into_iter().rev() {
            match outer {
                Some(s) => self.scope.insert(name, s),
                None => self.scope.remove(&name),
            };
        }
        Ok(out)
    }

    fn limit(&self, v: View, cases: &Cases) -> Checked<()> {
        let atoms: usize = cases.iter().map(Vec::len).sum();
        self.cx.meter.spend(atoms as u64 * 16)?;
        match cases.len() > MAX_CASES {
            true => Err(v.refuse(format!("a condition with more than {MAX_CASES} cases"))),
            false => Ok(()),
        }
    }

    /// Numbers that are compared, two or a chain of them.
    fn relation(&mut self, v: View, op: &str, args: Args, positive: bool) -> Checked<Cases> {
        let mut sides = Vec::new();
        for a in args {
            sides.push(self.sum(a)?);
        }
        let all_differ = op == "distinct";
        if sides.len() < 2 || (all_differ && sides.len() > MAX_DISTINCT) {
            return Err(v.refuse(format!(
                "`{op}` takes two numbers, or a few more that stand in a chain"
            )));
        }
        let mut out = None;
        for (i, a) in sides.iter().enumerate() {
            let reach = if all_differ { sides.len() } else { 1 };
            for b in sides.iter().skip(i + 1).take(reach) {
                let next = self.compared(v, op, (a, b), positive)?;
                let next = match out {
                    None => next,
                    Some(before) if positive => both(self.cx, v, &before, &next)?,
                    Some(before) => [before, next].concat(),
                };
                self.limit(v, &next)?;
                out = Some(next);
            }
        }
        Ok(out.unwrap_or_default())
    }

    fn compared(
        &self,
        v: View,
        op: &str,
        (left, right): (&Poly, &Poly),
        positive: bool,
    ) -> Checked<Cases> {
        let m = &self.cx.meter;
        let (up, down) = (left.minus(right, m)?, right.minus(left, m)?);
        let over = Atom::at_least_zero(up.minus(&Poly::int(1), m)?);
        let under = Atom::at_least_zero(down.minus(&Poly::int(1), m)?);
        let one = |a: Atom| Ok(vec![vec![a]]);
        match (op, positive) {
            (">=", true) | ("<", false) => one(Atom::at_least_zero(up)),
            ("<=", true) | (">", false) => one(Atom::at_least_zero(down)),
            (">", true) | ("<=", false) => one(over),
            ("<", true) | (">=", false) => one(under),
            ("=", true) | ("distinct", false) => one(Atom::zero(up)),
            ("=", false) | ("distinct", true) => Ok(vec![vec![over], vec![under]]),
            _ => Err(v.refuse(format!("`{op}` is not known in conditions"))),
        }
    }
}

/// Whether this is a condition by its form, and no number.
fn is_condition(v: View) -> bool {
    if let Some(word) = v.word() {
        return matches!(word, "true" | "false");
    }
    let Ok((head, mut args)) = v.form("a condition") else {
        return false;
    };
    match head {
        "ite" => args.nth(1).is_some_and(is_condition),
        _ => matches!(
            head,
            "and"
                | "or"
                | "not"
                | "=>"
                | "xor"
                | "exists"
                | "forall"
                | "="
                | "distinct"
                | "<"
                | "<="
                | ">"
                | ">="
        ),
    }
}

fn both(cx: &Cx, v: View, a: &Cases, b: &Cases) -> Checked<Cases> {
    if a.len().saturating_mul(b.len()) > MAX_CASES {
        return Err(v.refuse(format!("a condition with more than {MAX_CASES} cases")));
    }
    cx.meter.spend((a.len() * b.len()) as u64)?;
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    Ok(pairs.map(|(x, y)| [x.as_slice(), y].concat()).collect())
}
