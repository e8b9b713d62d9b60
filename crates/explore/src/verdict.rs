//! The outcome of a run from the counts of all workers: the verdict, how exact
//! it is, and what was assumed.

use crate::coverage::{Coverage, SourceMap};
use crate::engine::Exploration;
use crate::entry::elements_promised;
use crate::journal::Totals;
use crate::machine::Assumption;
use crate::options::{Arith, Entry, Options};
use crate::pointers::{is_char, parameter_types};
use crate::shape::strip;
use crate::tree::Tree;
use ep_base::outcome::{Bug, Exactness, Outcome, Verdict};
use ep_base::StopReason;
use ep_ir::{DebugType, Module};

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
                incomplete: self.totals.gaps.into_iter().collect(),
                statistics: self.totals.statistics,
                coverage: self.source.files(&self.coverage),
                measured: None,
                hints: hints(self.options, self.module, self.totals.assumptions),
            },
            tree: self.tree,
            stopped: self.stopped,
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
            let why = stopped(r);
            return Verdict::Unknown {
                reason: format!(
                    "{why} with {} waiting states",
                    self.totals.statistics.states_waiting
                ),
            };
        }
        if let Some((g, n)) = self.totals.gaps.iter().max_by_key(|(_, n)| **n) {
            let others = self.totals.gaps.len() - 1;
            let more = if others > 0 {
                format!(" and {others} more reasons")
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

/// Why a run ended before its time.
pub(crate) fn stopped(r: StopReason) -> &'static str {
    match r {
        StopReason::Timeout => "the time limit was reached",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Paths => "the limit on paths was reached",
        StopReason::Instructions => "the limit on instructions or rounds was reached",
        StopReason::Interrupted => "interrupted",
        StopReason::FirstBug => "stopped at the first bug",
    }
}

/// What the pointers of an entry are taken to be.
fn pointer_sentence(name: &str, heap: &crate::options::HeapLimits, chars: bool) -> String {
    let null = match heap.null {
        true => "",
        false => "are not null (--may-be-null explores null) and ",
    };
    let (apart, how) = match heap.alias {
        true => ("", ""),
        false => ("separate ", " (--may-alias lets them meet)"),
    };
    let n = heap.buffer;
    let text = match (heap.strings, chars) {
        (true, _) => format!(
            ", those to `char` and `signed char` to strings of at most {} bytes",
            n.saturating_sub(1)
        ),
        (false, true) => ", which need not end like strings (--strings ends them)".into(),
        (false, false) => String::new(),
    };
    format!("pointer parameters of `{name}` {null}point to {apart}buffers of {n} elements{how}{text}; structures with pointers come one by one, with {n} elements of a flexible array")
}

/// What bounds the surroundings of a path; `made` are its assumptions.
pub(crate) fn bound(made: u32) -> Option<u64> {
    let has = |a: Assumption| made & a as u32 != 0;
    let short =
        has(Assumption::Arguments) || has(Assumption::FileSize) || has(Assumption::VariableSize);
    match (short, has(Assumption::ReadSize)) {
        (true, _) => Some(crate::options::OPEN_BYTES),
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

/// Whether the program reads the array of variables itself.
fn reads_environ(m: &Module) -> bool {
    if reads_parameters(m, 2) {
        return true;
    }
    let found = m.globals.iter().find(|(_, g)| g.name == "environ");
    let Some((environ, _)) = found else {
        return false;
    };
    let address = ep_ir::RelocTarget::Global(environ);
    let contents = m.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    if contents
        .flat_map(|i| &i.relocs)
        .any(|r| r.target == address)
    {
        return true;
    }
    let used = |o: &mut ep_ir::Operand| matches!(o, ep_ir::Operand::Global(g, _) if *g == environ);
    let others = m.functions.iter().filter(|(_, f)| !is_getenv(m, f));
    others.flat_map(|(_, f)| f.blocks.iter()).any(|(_, b)| {
        let mut found = false;
        for i in &b.insts {
            ep_ir::visit::uses_mut(&mut i.kind.clone(), &mut |o| found |= used(o));
        }
        ep_ir::visit::term_uses_mut(&mut b.term.clone(), &mut |o| found |= used(o));
        found
    })
}

/// Whether it is the model of `getenv`, which the engine answers; models have
/// no positions, and a program without positions may not be one of them.
fn is_getenv(m: &Module, f: &ep_ir::Function) -> bool {
    let named = f.name.starts_with("ep_getenv") || f.name == "getenv" || f.name == "secure_getenv";
    let insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    let mut lines = insts.filter_map(|i| m.locs.get(i.loc));
    named && lines.all(|l| l.line == 0)
}

/// Whether `main` does anything with its parameters but to keep them.
pub(crate) fn reads_arguments(m: &Module) -> bool {
    reads_parameters(m, 0)
}

/// The same of those from a number on.
fn reads_parameters(m: &Module, from: usize) -> bool {
    let Some(main) = m.function("main") else {
        return false;
    };
    let f = &m.functions[main];
    let mut held: rustc_hash::FxHashSet<ep_ir::Reg> =
        f.params.iter().skip(from).map(|p| p.reg).collect();
    loop {
        let before = held.len();
        for (_, block) in f.blocks.iter() {
            for inst in &block.insts {
                let mut kind = inst.kind.clone();
                if let ep_ir::InstKind::Copy { dst, src } = kind {
                    if matches!(src, ep_ir::Operand::Reg(r) if held.contains(&r)) {
                        held.insert(dst);
                    }
                    continue;
                }
                let mut read = false;
                ep_ir::visit::uses_mut(&mut kind, &mut |o| {
                    read |= matches!(o, ep_ir::Operand::Reg(r) if held.contains(r));
                });
                if read {
                    return true;
                }
            }
            let mut read = false;
            ep_ir::visit::term_uses_mut(&mut block.term.clone(), &mut |o| {
                read |= matches!(o, ep_ir::Operand::Reg(r) if held.contains(r));
            });
            if read {
                return true;
            }
        }
        if held.len() == before {
            return false;
        }
    }
}

/// What was assumed, one sentence each; `made` are the bits of the paths.
pub(crate) fn assumptions(o: &Options, m: &Module, made: u32) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(o.chosen.iter().cloned());
    if o.arith == Arith::Math {
        out.push("integers are mathematical integers, and conversions between integer types keep the value (--arith math)".to_string());
    }
    if let Entry::Function { name, heap } = &o.entry {
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
            out.push(pointer_sentence(name, &heap, chars));
        }
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
        out.push(format!("standard input has exactly {n} bytes"));
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
