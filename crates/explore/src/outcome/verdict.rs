//! The outcome of a run from the counts of all workers: the verdict, how exact
//! it is, and what was assumed.

use crate::outcome::totals::Totals;
use crate::outcome::Exploration;
use crate::view::tree::Tree;
use ep_base::outcome::{Bug, CountedBy, Exactness, FileCoverage, Incomplete, Outcome, Verdict};
use ep_base::words::count;
use ep_base::StopReason;
use ep_ir::{DebugType, Module};
use ep_machine::coverage::{Coverage, SourceMap};
use ep_machine::machine::Assumption;
use ep_machine::options::{Arith, Entry, Options, Sizes, NO_BODY};
use ep_machine::world::entry::elements_promised;
use ep_machine::world::pointers::{is_char, parameter_types};
use ep_machine::world::reads::{reads_arguments, reads_environ, reads_own_name};
use ep_machine::world::shape::strip;
use ep_machine::world::sized;
use std::collections::BTreeMap;

/// Everything that was collected.
pub(crate) struct Collected<'a> {
    pub options: &'a Options,
    pub module: &'a Module,
    pub totals: Totals,
    pub bugs: Vec<Bug>,
    pub stopped: Option<StopReason>,
    pub tree: Option<Tree>,
    pub source: SourceMap,
    pub coverage: Coverage,
    /// What the tests cover, if the program counts it.
    pub counted: Option<BTreeMap<String, FileCoverage>>,
}

impl Collected<'_> {
    /// The result.
    pub fn exploration(mut self) -> Exploration {
        for (b, n) in self.bugs.iter_mut().zip(&self.totals.bug_paths) {
            b.paths = *n;
        }
        let verdict = self.verdict();
        let exactness = Exactness {
            over: self.totals.over,
            under: self.totals.under || self.stopped.is_some() || !self.totals.gaps.is_empty(),
        };
        let assumptions = assumptions(self.options, self.module, self.totals.assumptions);
        Exploration {
            outcome: Outcome {
                verdict,
                exactness,
                assumptions,
                bugs: self.bugs,
                hints: hints(self.options, self.module, self.totals.assumptions)
                    .into_iter()
                    .chain(ways_out(self.totals.gaps.keys()))
                    .collect(),
                incomplete: self.totals.gaps.into_iter().collect(),
                statistics: self.totals.statistics,
                counted: match self.counted {
                    Some(_) => CountedBy::Regions,
                    None => CountedBy::Positions,
                },
                coverage: self
                    .counted
                    .unwrap_or_else(|| self.source.files(&self.coverage)),
                measured: None,
                stopped: self.stopped,
            },
            tree: self.tree,
        }
    }

    fn verdict(&self) -> Verdict {
        if self.bugs.iter().any(|b| !b.exactness.over) {
            return Verdict::Violated;
        }
        if !self.bugs.is_empty() {
            return Verdict::Unknown {
                reason: "a violation was found only on paths that are not exact".into(),
            };
        }
        if let Some(r) = self.stopped {
            let why = r.words();
            return Verdict::Unknown {
                reason: format!(
                    "{why} with {}",
                    count(self.totals.statistics.states_waiting, "waiting state")
                ),
            };
        }
        if let Some((g, n)) = self.totals.gaps.iter().max_by_key(|(_, n)| **n) {
            let others = self.totals.gaps.len() - 1;
            let more = if others > 0 {
                format!(" and {}", count(others, "more reason"))
            } else {
                String::new()
            };
            let paths = if *n == 1 {
                "one path".into()
            } else {
                format!("{n} paths")
            };
            return Verdict::Unknown {
                reason: format!("{} on {paths}{more}", g.what),
            };
        }
        if self.totals.statistics.paths_incomplete > 0 || self.totals.statistics.states_waiting > 0
        {
            return Verdict::Unknown {
                reason: "some paths were not followed to their end".into(),
            };
        }
        if self.totals.under {
            return Verdict::Unknown {
                reason: "some behaviours were left out; see the assumptions".into(),
            };
        }
        Verdict::Proved
    }
}

/// What the pointers of an entry are taken to be.
fn pointer_sentence(name: &str, heap: &ep_machine::options::HeapLimits, chars: bool) -> String {
    let null = match heap.null {
        true => "",
        false => "are not null (--may-be-null explores null) and ",
    };
    let (apart, how) = match heap.alias {
        true => ("", ""),
        false => ("separate ", " (--may-alias lets them meet)"),
    };
    let n = heap.buffer;
    let elements = count(n, "element");
    let text = match (heap.strings, chars) {
        (true, _) => format!(
            ", those to `char` and `signed char` to strings of at most {}",
            count(n.saturating_sub(1), "byte")
        ),
        (false, true) => ", which need not end like strings (--strings ends them)".into(),
        (false, false) => String::new(),
    };
    if heap.open {
        return format!("pointer parameters of `{name}` {null}point to {apart}buffers of any size{how}{text}; runs get {elements}");
    }
    format!("pointer parameters of `{name}` {null}point to {apart}buffers of {elements}{how}{text}; structures with pointers come one by one, with {elements} of a flexible array")
}

/// What bounds the surroundings of a path; `made` are its assumptions.
pub(crate) fn bound(made: u32) -> Option<u64> {
    let has = |a: Assumption| made & a as u32 != 0;
    let short =
        has(Assumption::Arguments) || has(Assumption::FileSize) || has(Assumption::VariableSize);
    match (short, has(Assumption::ReadSize)) {
        (true, _) => Some(ep_machine::options::OPEN_BYTES),
        (false, true) => Some(64),
        (false, false) => None,
    }
}

/// What the program has read of its surroundings and was not given, so that a
/// proof would hold for one of many environments; how to give it.
pub(crate) fn given(o: &Options, m: &Module, made: u32) -> Option<String> {
    let mut out = Vec::new();
    if let Entry::Main { args } = &o.entry {
        if args.is_empty() && reads_arguments(m) {
            out.push("no arguments (--sym-args 0 2 8)");
        }
    }
    if matches!(o.entry, Entry::Main { .. }) && reads_environ(m) {
        out.push("the array of all variables is as given (--env)");
    }
    if matches!(o.entry, Entry::Main { .. }) && reads_own_name(m) {
        out.push("glibc's copies of the name of the program are fixed");
    }
    for (a, text) in [
        (
            Assumption::EmptyInput,
            "standard input is empty (--stdin 16)",
        ),
        (
            Assumption::Environment,
            "no other variables (--env NAME=sym:16)",
        ),
        (Assumption::Files, "no other files (--file NAME 16)"),
        (Assumption::Clock, "the clock is fixed"),
    ] {
        if made & a as u32 != 0 {
            out.push(text);
        }
    }
    (!out.is_empty()).then(|| format!("{}; --closed takes it for all there is", out.join(", ")))
}

/// What a search could look at besides: the program reads it, and was not
/// given it.
pub(crate) fn hints(o: &Options, m: &Module, made: u32) -> Vec<String> {
    let mut out: Vec<&str> = Vec::new();
    if let Entry::Main { args } = &o.entry {
        if args.is_empty() && reads_arguments(m) {
            out.push("it looks at its arguments, and has none: --sym-args 0 2 8");
        }
        if o.environment.is_empty() && reads_environ(m) {
            out.push("it goes through the variables of the environment, of which there are none: --env NAME=sym:16");
        }
    }
    for (a, text) in [
        (
            Assumption::EmptyInput,
            "it reads standard input, which is empty: --stdin 16",
        ),
        (
            Assumption::Environment,
            "it asks for variables of the environment that are not set: --env NAME=sym:16",
        ),
        (
            Assumption::Files,
            "it looks for files that are not there: --file NAME 16",
        ),
        (
            Assumption::Clock,
            "it reads the clock, which starts at one time: everypath check takes any",
        ),
    ] {
        if made & a as u32 != 0 {
            out.push(text);
        }
    }
    out.into_iter().map(str::to_string).collect()
}

/// How to go on where functions are called that are not there.
pub(crate) fn ways_out<'g>(gaps: impl Iterator<Item = &'g Incomplete>) -> Option<String> {
    let name = |g: &'g Incomplete| g.what.strip_prefix("call to `")?.strip_suffix(NO_BODY);
    let mut names: Vec<&str> = gaps.filter_map(name).collect();
    names.sort_unstable();
    names.dedup();
    let first = names.iter().take(3).map(|n| format!("`{n}"));
    let first = first.collect::<Vec<_>>().join(", ");
    let (it, more) = match names.len() {
        0 => return None,
        1 => ("it", String::new()),
        2 | 3 => ("them", String::new()),
        n => ("them", format!(" and {} more", n - 3)),
    };
    // The headers of GMP give its functions names of their own; nobody writes stubs of
    // numbers.
    let gmp = match names.iter().any(|n| n.starts_with("__gmp")) {
        true => "; GMP's functions come from its sources, `mini-gmp.c` among the files or the library built with `everypath cc` (docs/inputs.md, Libraries)",
        false => "",
    };
    Some(format!(
        "{first}{more}: name the file that defines {it}, write a stub, or let {it} return anything (--external havoc){gmp}"
    ))
}

/// What the pointers of an entry are taken to lead to, one sentence each.
pub fn pointer_assumptions(o: &Options, m: &Module) -> Vec<String> {
    let mut out = Vec::new();
    let Entry::Function { name, heap } = &o.entry else {
        return out;
    };
    let f = m.function(name);
    let types = f.map_or_else(Vec::new, |f| parameter_types(m, &m.functions[f]));
    let variable = types.iter().rev().take(heap.variable as usize);
    let pointers = f.is_some_and(|f| {
        let mut params = m.functions[f].params.iter();
        params.any(|p| p.ty == ep_ir::Type::Ptr)
    }) || variable
        .into_iter()
        .any(|t| matches!(strip(m, *t), DebugType::Pointer { .. }));
    if pointers {
        let chars = types.iter().any(|t| match strip(m, *t) {
            DebugType::Pointer { to, .. } => is_char(m, *to),
            _ => false,
        });
        let mut heap = *heap;
        heap.buffer = f.map_or(heap.buffer, |f| elements_promised(m, f, heap.buffer));
        let sized = f.and_then(|f| Some((f, sized::pairs(m, f, &o.sized).ok()?)));
        let (f, pairs) = sized.map_or((None, Vec::new()), |(f, p)| (Some(f), p));
        let is_pointer = |t: &&_| matches!(strip(m, **t), DebugType::Pointer { .. });
        if types.iter().filter(is_pointer).count() > pairs.len() {
            out.push(pointer_sentence(name, &heap, chars));
        }
        let names = f.map_or_else(Vec::new, |f| sized::names(m, f));
        for p in pairs {
            let name = |i: u32| names.get(i as usize).map_or("", String::as_str);
            let how = match o.sized {
                Sizes::Pairs(_) => "--sized",
                _ => "as fuzzers call it",
            };
            out.push(format!(
                "`{}` is not null and points to `{}` elements, at most {} ({how}; --buffer)",
                name(p.data),
                name(p.size),
                heap.buffer
            ));
        }
    }
    out
}

/// What was assumed, one sentence each; `made` are the bits of the paths.
pub(crate) fn assumptions(o: &Options, m: &Module, made: u32) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(o.chosen.iter().cloned());
    if o.arith == Arith::Math {
        out.push("integers are mathematical integers, and conversions between integer types keep the value (--arith math)".to_string());
    }
    out.extend(pointer_assumptions(o, m));
    if let Entry::Function { name, heap } = &o.entry {
        let f = m.function(name);
        if f.is_some_and(|f| m.functions[f].variadic) {
            out.push(match heap.variable {
                0 => format!(
                    "`{name}` is called without variable arguments (--varargs gives it some)"
                ),
                1 => format!("`{name}` is called with the one variable argument of --varargs, whatever it asks for"),
                n => format!("`{name}` is called with the {n} variable arguments of --varargs, whatever it asks for"),
            });
        }
    }
    if let Some(n) = o.stdin {
        out.push(format!("standard input has exactly {}", count(n, "byte")));
    }
    if let Entry::Main { args } = &o.entry {
        let f = m.function("main");
        if args.is_empty() && f.is_some_and(|f| !m.functions[f].params.is_empty()) {
            out.push("`main` is called without arguments (--args gives it some)".to_string());
        }
    }
    for a in Assumption::ALL {
        if made & a as u32 != 0 {
            let mut text = a.sentence().to_string();
            if let (Assumption::Depth, Entry::Function { heap, .. }) = (a, &o.entry) {
                text = text.replace(
                    "--pointer-depth",
                    &format!("--pointer-depth {}", heap.depth),
                );
            }
            out.push(text);
        }
    }
    out
}
