//! What the calls of the source cost on the machine's stack.
//!
//! Idea: bounds that follow values are found on the source, costs stand in the
//! machine code. Each activation in the machine code begins within an
//! activation of the source function that it has its name from, so what one
//! activation of the source can take is at most what the machine functions of
//! its name take. Without the optimiser there is one of them and its calls are
//! met by callee and line; what is not met counts as the deepest of the
//! function. With it a function is all of its clones (`f.part.0`), each call as
//! deep as their deepest, and what has no code of its own is inlined and costs
//! nothing, unless the compiler folds equal functions into one (GCC from -O2):
//! then it costs what the dearest function costs.
//! Alternative: to map inlined frames by the debug information, which says
//! where code came from and not how deep it is. Cost: a look at all calls.

use super::settled::LATER;
use super::Need;
use ep_base::outcome::Place;
use ep_native::machine::{source_name, Call, Code, Function, FunctionId, Target};
use std::collections::{BTreeMap, BTreeSet};

/// What a function takes without the calls of the library that its source makes where
/// it is known, and what these take, by callee and line.
#[derive(Default)]
pub struct Split {
    pub own: u64,
    at: BTreeMap<(String, u32), (u64, u64)>,
}

impl Split {
    /// What a call takes that is not part of `own`: its caller's frame and the whole.
    pub fn at(&self, callee: &str, line: u32) -> Option<(u64, u64)> {
        self.at.get(&(callee.to_string(), line)).copied()
    }
}

/// Costs in bytes, by the names of the source.
pub struct Costs<'a> {
    code: &'a Code,
    library: &'a BTreeMap<String, Need>,
    /// What stands for the entry in the code, and what the source calls it.
    entry: (&'a str, &'a str),
    optimised: bool,
    /// Equal functions may share one body.
    folds: bool,
    /// The most that a library function takes whose address is taken.
    pointed: u64,
    clones: BTreeMap<String, Vec<FunctionId>>,
}

impl<'a> Costs<'a> {
    /// Of this build; `gcc` where the compiler is not clang.
    pub fn new(
        code: &'a Code,
        library: &'a BTreeMap<String, Need>,
        entry: (&'a str, &'a str),
        (optimised, gcc): (bool, bool),
    ) -> Costs<'a> {
        let mut clones: BTreeMap<String, Vec<FunctionId>> = BTreeMap::new();
        for (name, ids) in &code.by_name {
            let base = name.split('.').next().unwrap_or(name);
            let list = clones.entry(base.to_string()).or_default();
            for id in ids {
                if !list.contains(id) {
                    list.push(*id);
                }
            }
        }
        Costs {
            code,
            library,
            entry,
            optimised,
            folds: optimised && gcc,
            pointed: 0,
            clones,
        }
    }

    /// Calls through pointers may reach these functions: what those of the
    /// library take is part of whoever makes such a call.
    #[must_use]
    pub fn with_taken(mut self, taken: &BTreeSet<String>) -> Costs<'a> {
        let outside = taken.iter().filter(|n| self.code.named(n).is_empty());
        self.pointed = outside.map(|n| self.need(n)).max().unwrap_or(0);
        self
    }

    fn bodies(&self, source: &str) -> Vec<&'a Function> {
        let symbol = match source == self.entry.1 {
            true => self.entry.0,
            false => source,
        };
        let ids = match self.optimised {
            true => (self.clones.get(source_name(symbol))).map_or(&[][..], Vec::as_slice),
            false => self.code.named(symbol),
        };
        ids.iter().filter_map(|id| self.code.get(*id)).collect()
    }

    /// Whether the function has code of its own.
    pub fn has_code(&self, source: &str) -> bool {
        !self.bodies(source).is_empty()
    }

    fn need(&self, name: &str) -> u64 {
        self.library.get(name).map_or(0, |n| n.stack)
    }

    /// The deepest of one body without functions of the program that it calls.
    fn deepest(&self, f: &Function) -> u64 {
        let calls = f.calls.iter().map(|c| match &c.target {
            Target::Library(n) => c.depth.fixed + self.need(n),
            Target::Indirect | Target::PerhapsIndirect => c.depth.fixed + self.pointed,
            Target::Known(_) => c.depth.fixed,
        });
        calls.fold(f.own.fixed, u64::max)
    }

    fn total(&self, bodies: &[&Function]) -> u64 {
        let each = bodies.iter().map(|f| self.deepest(f));
        match self.optimised {
            // Clones of one function can be active at one time.
            true => each.sum(),
            // Static functions of one name in several files.
            false => each.max().unwrap_or(0),
        }
    }

    /// What the function takes itself, library functions included.
    pub fn own(&self, source: &str) -> u64 {
        let bodies = self.bodies(source);
        match bodies.is_empty() && self.folds {
            true => self.dearest(),
            false => self.total(&bodies),
        }
    }

    /// The same, with calls of the library apart where each of the machine code is one
    /// of the source: `calls` are the source's, by callee and line.
    pub fn split(&self, source: &str, calls: &[(&str, u32)]) -> Split {
        let bodies = self.bodies(source);
        let (false, [f]) = (self.optimised, &bodies[..]) else {
            let own = self.own(source);
            return Split {
                own,
                at: BTreeMap::new(),
            };
        };
        let named = |c: &Call| match &c.target {
            Target::Library(n) => Some((n.trim_end_matches(LATER).to_string(), c.place.line)),
            _ => None,
        };
        let mut out = Split {
            own: f.own.fixed,
            ..Split::default()
        };
        for c in &f.calls {
            let beyond = match &c.target {
                Target::Library(n) => self.need(n),
                Target::Known(_) => 0,
                Target::Indirect | Target::PerhapsIndirect => self.pointed,
            };
            let deep = c.depth.fixed + beyond;
            // The compiler makes calls of its own: of a copied structure, of arithmetic.
            let site = named(c).filter(|(n, line)| {
                let machine = f.calls.iter().filter_map(named);
                let machine = machine.filter(|x| x.0 == *n && x.1 == *line).count();
                let ours = calls.iter().filter(|x| x.0 == n && x.1 == *line).count();
                *line != 0 && machine <= ours
            });
            match site {
                Some(site) => {
                    let most = out.at.entry(site).or_default();
                    if deep >= most.1 {
                        *most = (c.depth.fixed, deep);
                    }
                }
                None => out.own = out.own.max(deep),
            }
        }
        out
    }

    fn dearest(&self) -> u64 {
        let all = self.clones.keys().map(|n| self.total(&self.bodies(n)));
        all.max().unwrap_or(0)
    }

    /// How deep the caller is when this callee begins; none for a callee that
    /// a pointer gives. What a library function takes before it calls back is
    /// part of it.
    pub fn call(&self, caller: &str, callee: Option<&str>, place: &Place) -> u64 {
        let bodies = self.bodies(caller);
        if self.optimised {
            return self.own(caller);
        }
        let mut most = 0;
        for f in bodies {
            let fits: Vec<_> = (f.calls.iter())
                .filter(|c| match (&c.target, callee) {
                    (Target::Known(id), Some(name)) => self.is(*id, name),
                    (Target::Library(n), Some(name)) => n == name,
                    (Target::Indirect | Target::PerhapsIndirect, None) => true,
                    _ => false,
                })
                .collect();
            let here: Vec<_> = (fits.iter())
                .filter(|c| c.place.line == place.line && c.place.line != 0)
                .copied()
                .collect();
            let list = if here.is_empty() { fits } else { here };
            let word = self.code.machine.word();
            let deep = list.iter().map(|c| match &c.target {
                Target::Library(n) => c.depth.fixed + self.need(n) + word,
                _ => c.depth.fixed,
            });
            most = most.max(deep.max().unwrap_or_else(|| self.deepest(f) + word));
        }
        most
    }

    fn is(&self, id: FunctionId, source: &str) -> bool {
        let symbol = match source == self.entry.1 {
            true => self.entry.0,
            false => source,
        };
        self.code.named(symbol).contains(&id)
    }

    /// Whether frames of this function depend on values.
    pub fn varies(&self, source: &str) -> bool {
        let varies = |f: &&Function| f.own.variable || f.calls.iter().any(|c| c.depth.variable);
        self.bodies(source).iter().any(varies)
    }

    /// Whether the optimiser ran.
    pub fn optimised(&self) -> bool {
        self.optimised
    }
}
