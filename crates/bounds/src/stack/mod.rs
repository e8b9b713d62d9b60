//! The stack that a build can need, whatever its input.
//!
//! Frames and calls are those of the machine code ([`ep_native::machine`]);
//! where the code computes an address, the source says which functions it can
//! be ([`pointers`]); the heaviest path of that graph is the bound
//! ([`graph`]). Library functions come with a number (given, or measured and
//! marked so) or make the mark unknown. Source: document 000, section 7.2, for
//! what is compared with; the method is the one of tools that add up frames,
//! with what they leave out: return addresses, pushed arguments, red zone,
//! alignment, tail calls, callbacks, interrupts.

mod answer;
pub mod blocks;
pub mod costs;
pub mod failed;
pub mod graph;
pub mod pointers;
pub mod refine;
pub mod settled;
pub mod sorting;
pub mod tables;

use ep_base::memory::{Bound, Edge, Expr, Frame, Gap, Live, Missing, Proof, Resolution, Resolved};
use ep_base::outcome::Place;
use ep_native::machine::{Code, Function, FunctionId, Target};
use graph::{Arc, Node};
use num_bigint::BigInt;
use pointers::{base_name, Calls};
use std::collections::{BTreeMap, BTreeSet};

/// What a library function takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    /// Bytes below its return address.
    pub stack: u64,
    /// How that is known.
    pub proof: Proof,
}

/// A function that can fire between any two instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interrupt {
    /// The handler.
    pub function: String,
    /// Higher ones interrupt lower ones; equal ones wait.
    pub priority: u32,
    /// What the machine pushes.
    pub frame: u64,
}

/// The targets of one call, as the user says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenCall {
    /// The last part of the file's path.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The functions.
    pub functions: Vec<String>,
}

/// What is asked.
pub struct Question<'a> {
    /// The build.
    pub code: &'a Code,
    /// Its calls, as the source has them.
    pub calls: &'a Calls,
    /// Needs of library functions, by symbol.
    pub library: &'a BTreeMap<String, Need>,
    /// `--depth`.
    pub depths: &'a BTreeMap<String, u64>,
    /// `--calls`.
    pub given: &'a [GivenCall],
    /// The arrays that the number of `qsort` is for; none for a million elements.
    pub sorted: &'a [sorting::Sorted],
    /// `--interrupt`.
    pub interrupts: &'a [Interrupt],
    /// What stands for the entry in the code, and what users call it.
    pub entry: (&'a str, &'a str),
}

/// What is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The bound, return address of the entry included.
    pub bound: Bound,
    /// The calls of the heaviest path.
    pub peak: Vec<Live>,
    /// What it rests on.
    pub assumptions: Vec<String>,
    /// How indirect calls were resolved.
    pub resolved: Vec<Resolved>,
    /// Every function that was reached.
    pub frames: Vec<Frame>,
    /// Every call that was reached.
    pub edges: Vec<Edge>,
    /// The largest alignment that a reached frame gives itself; 0 for none.
    pub realigns: u64,
    /// What following values can add.
    pub by_values: ByValues,
}

/// What [`refine`] can find out where the graph of calls is at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByValues {
    /// Something is missing that no value says, or runs that no call leads to count.
    Nothing,
    /// Which of the calls are made: there is a bound.
    Less,
    /// How deep recursions go, or how large arrays on the stack are: all that is
    /// missing.
    Number,
}

/// Library functions that are called.
pub fn libraries(code: &Code, calls: &Calls) -> Vec<String> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for f in &code.functions {
        for c in &f.calls {
            if let Target::Library(n) = &c.target {
                names.insert(n.clone());
            }
        }
    }
    names.extend(
        calls
            .taken
            .iter()
            .filter(|n| code.named(n).is_empty())
            .cloned(),
    );
    if !handed_to(calls, &KEEP).is_empty() {
        names.insert("exit".into());
    }
    names.into_iter().collect()
}

/// Functions that end a run whose behaviour is undefined by then.
const AFTER_UNDEFINED: [&str; 1] = ["__stack_chk_fail"];

/// Functions that make code run that nothing calls.
const ASYNCHRONOUS: [&str; 4] = ["signal", "sigaction", "bsd_signal", "sysv_signal"];

/// Functions that the program hands out to be run at any time, or later.
pub fn anytime(calls: &Calls) -> BTreeSet<String> {
    let mut out = handed_to(calls, &KEEP);
    out.extend(handed_to(calls, &ASYNCHRONOUS));
    out.extend(handed_to(calls, &THREADS));
    out
}

/// Functions of threads that call nothing of the program on this stack, though
/// what they are given may lead to its functions.
const THREADS: [&str; 16] = [
    "pthread_create",
    "pthread_join",
    "pthread_detach",
    "pthread_self",
    "pthread_mutex_init",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_mutex_destroy",
    "pthread_cond_init",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_cond_destroy",
    "pthread_attr_init",
    "pthread_attr_setstacksize",
];

/// Functions that keep what they are given for later.
const KEEP: [&str; 3] = ["atexit", "on_exit", "__cxa_atexit"];

struct Builder<'a> {
    q: &'a Question<'a>,
    nodes: Vec<Node>,
    names: Vec<String>,
    places: Vec<Place>,
    proofs: Vec<Proof>,
    variable: Vec<bool>,
    /// Frames without the return addresses of callees, of functions with code: as
    /// they are told, and as compilers' tables have them.
    frames: Vec<Option<(u64, u64)>>,
    sites: Vec<Vec<Place>>,
    functions: BTreeMap<FunctionId, usize>,
    libraries: BTreeMap<String, usize>,
    missing: BTreeSet<Missing>,
    resolved: BTreeMap<(String, u32, u32), Resolved>,
    edges: BTreeSet<Edge>,
    measured: BTreeMap<String, u64>,
    given: BTreeSet<String>,
    /// What a function that is called at the end can run.
    at_exit: BTreeSet<String>,
    realigns: u64,
    undefined: bool,
    /// There is code through which the stack pointer was not followed.
    followed_badly: bool,
}

/// Bounds the stack of one entry.
pub fn analyse(q: &Question<'_>) -> Answer {
    let mut b = Builder {
        q,
        nodes: Vec::new(),
        names: Vec::new(),
        places: Vec::new(),
        proofs: Vec::new(),
        variable: Vec::new(),
        frames: Vec::new(),
        sites: Vec::new(),
        functions: BTreeMap::new(),
        libraries: BTreeMap::new(),
        missing: BTreeSet::new(),
        resolved: BTreeMap::new(),
        edges: BTreeSet::new(),
        measured: BTreeMap::new(),
        given: BTreeSet::new(),
        at_exit: handed_to(q.calls, &KEEP),
        realigns: 0,
        undefined: false,
        followed_badly: false,
    };
    b.run()
}

fn handed_to(calls: &Calls, names: &[&str]) -> BTreeSet<String> {
    let to = calls
        .handed
        .iter()
        .filter(|h| names.contains(&h.callee.as_str()));
    to.flat_map(|h| h.functions.iter().cloned()).collect()
}

impl Builder<'_> {
    fn run(&mut self) -> Answer {
        let word = self.q.code.machine.word();
        let root = self.by_symbol(self.q.entry.0, None);
        let Some(root) = root else {
            let what = format!(
                "the build has no code of `{}`: it was left out or inlined everywhere",
                self.q.entry.1
            );
            return self.nothing(what);
        };
        if let Some(n) = self.names.get_mut(root) {
            *n = self.q.entry.1.to_string();
        }
        let mut unknown = Vec::new();
        let early = self.constructors(&mut unknown);
        let late = self.at_the_end(root, &mut unknown);
        let found = graph::heaviest(&self.nodes, root);
        let mut bytes = found.bytes.clone() + word;
        self.cycles(&found.cycles);
        // The library calls them from no deeper than it calls `main`.
        bytes = bytes.max(early.clone().unwrap_or_default());
        bytes = bytes.max(late.clone().unwrap_or_default());
        let handlers = self.interrupts(&found, word);
        bytes += handlers.iter().map(|(_, b)| b).sum::<BigInt>();
        let missing = std::mem::take(&mut self.missing).into_iter();
        // What stands for the entry in the build is not what its author calls it.
        let (symbol, name) = (
            format!("`{}`", self.q.entry.0),
            format!("`{}`", self.q.entry.1),
        );
        let mut missing: BTreeSet<Missing> = missing
            .map(|m| Missing {
                what: m.what.replace(&symbol, &name),
                ..m
            })
            .collect();
        for v in found.unknown.iter().chain(&unknown) {
            if !missing.iter().any(|m| {
                self.names
                    .get(*v)
                    .is_some_and(|n| m.what.contains(&format!("`{n}`")))
            }) {
                missing.insert(Missing {
                    gap: Gap::MissingFrame,
                    place: self.places.get(*v).cloned().unwrap_or_default(),
                    what: format!(
                        "`{}` has no frame",
                        self.names.get(*v).cloned().unwrap_or_default()
                    ),
                });
            }
        }
        let called = self.q.interrupts.is_empty()
            && !self.followed_badly
            && early.is_none()
            && late.is_none();
        let of_values = |m: &Missing| matches!(m.gap, Gap::UnboundedRecursion | Gap::VariableFrame);
        let by_values = match (called, missing.is_empty()) {
            (true, true) => ByValues::Less,
            (true, false) if missing.iter().all(of_values) => ByValues::Number,
            _ => ByValues::Nothing,
        };
        let bound = if missing.is_empty() {
            Bound::Known(Expr::Number(bytes))
        } else {
            Bound::Unknown {
                missing: missing.into_iter().collect(),
                without: Some(Expr::Number(bytes)),
            }
        };
        Answer {
            bound,
            peak: self.peak(&found, word, &handlers),
            assumptions: self.assumptions(),
            resolved: std::mem::take(&mut self.resolved).into_values().collect(),
            frames: self.frames(&found, word),
            edges: std::mem::take(&mut self.edges).into_iter().collect(),
            realigns: self.realigns,
            by_values,
        }
    }

    /// The most that a function which runs before `main` takes, its return
    /// address included, and those without a frame; none where there is none
    /// or another entry is asked for.
    fn constructors(&mut self, unknown: &mut Vec<usize>) -> Option<BigInt> {
        if self.q.entry.1 != "main" {
            return None;
        }
        let word = self.q.code.machine.word();
        let mut most = None;
        for name in &self.q.calls.constructors {
            let Some(n) = self.by_symbol(name, None) else {
                continue;
            };
            let own = graph::heaviest(&self.nodes, n);
            self.cycles(&own.cycles);
            unknown.extend(own.unknown);
            most = most.max(Some(own.bytes + word));
        }
        most
    }

    /// The most that a function takes which runs when `main` has returned:
    /// `exit`, called from where `main` was, and what that calls; none where
    /// the program hands it nothing or another entry is asked for.
    fn at_the_end(&mut self, root: usize, unknown: &mut Vec<usize>) -> Option<BigInt> {
        if self.at_exit.is_empty() || self.q.entry.1 != "main" {
            return None;
        }
        let word = self.q.code.machine.word();
        let place = self.places.get(root).cloned().unwrap_or_default();
        let exit = self.library("exit", &place);
        let own = self.nodes.get(exit).and_then(|n| n.own).unwrap_or_default();
        let mut most = BigInt::from(0);
        for name in self.at_exit.clone() {
            let Some(n) = self.by_symbol(&name, None) else {
                let what =
                    format!("`{name}` runs at the end (atexit), and the build has no code of it");
                self.lacks(Gap::MissingFrame, &place, what);
                continue;
            };
            let handler = graph::heaviest(&self.nodes, n);
            self.cycles(&handler.cycles);
            unknown.extend(handler.unknown);
            most = most.max(handler.bytes + word);
        }
        Some(most + own + word)
    }

    fn nothing(&mut self, what: String) -> Answer {
        let missing = Missing {
            gap: Gap::MissingFrame,
            place: Place::default(),
            what,
        };
        Answer {
            bound: Bound::Unknown {
                missing: vec![missing],
                without: None,
            },
            peak: Vec::new(),
            assumptions: Vec::new(),
            resolved: Vec::new(),
            frames: Vec::new(),
            edges: Vec::new(),
            realigns: 0,
            by_values: ByValues::Nothing,
        }
    }

    fn node(&mut self, name: &str, own: Option<u64>, place: Place, proof: Proof) -> usize {
        let depth = self.q.depths.get(name).copied();
        self.nodes.push(Node {
            own,
            calls: Vec::new(),
            depth,
        });
        self.names.push(name.to_string());
        self.places.push(place);
        self.proofs.push(proof);
        self.variable.push(false);
        self.frames.push(None);
        self.sites.push(Vec::new());
        self.nodes.len() - 1
    }

    fn lacks(&mut self, gap: Gap, place: &Place, what: String) {
        self.missing.insert(Missing {
            gap,
            place: place.clone(),
            what,
        });
    }

    fn call(&mut self, from: usize, to: usize, depth: u64, place: Place, indirect: bool) {
        if let (Some(n), Some(s)) = (self.nodes.get_mut(from), self.sites.get_mut(from)) {
            n.calls.push(Arc { to, depth });
            s.push(place.clone());
        }
        let name = |i: usize| self.names.get(i).cloned().unwrap_or_default();
        let edge = Edge {
            from: name(from),
            to: name(to),
            place,
            indirect,
        };
        self.edges.insert(edge);
    }

    /// All functions of this symbol as one callee.
    fn by_symbol(&mut self, name: &str, place: Option<&Place>) -> Option<usize> {
        let ids = self.q.code.named(name).to_vec();
        match ids[..] {
            [] => place.map(|p| self.library(name, p)),
            [one] => Some(self.function(one)),
            // Static functions of one name in several files: the deepest.
            _ => {
                let all = self.node(name, Some(0), Place::default(), Proof::Proved);
                for id in ids {
                    let to = self.function(id);
                    self.call(all, to, 0, Place::default(), false);
                }
                Some(all)
            }
        }
    }

    /// A function of the code and everything that it calls.
    fn function(&mut self, id: FunctionId) -> usize {
        if let Some(n) = self.functions.get(&id) {
            return *n;
        }
        let mut work = vec![id];
        let mut first = None;
        while let Some(id) = work.pop() {
            let n = match self.functions.get(&id) {
                Some(n) => *n,
                None => self.declare(id),
            };
            first.get_or_insert(n);
            let Some(f) = self.q.code.get(id) else {
                continue;
            };
            if self.nodes.get(n).is_some_and(|x| !x.calls.is_empty()) || f.calls.is_empty() {
                continue;
            }
            for c in &f.calls {
                if self.ends_the_run(f, &c.target) {
                    continue;
                }
                let mut targets: Vec<(usize, bool)> = Vec::new();
                // Library functions that this call can reach.
                let mut outside: Vec<String> = Vec::new();
                match &c.target {
                    Target::Known(to) => {
                        if !self.functions.contains_key(to) {
                            self.declare(*to);
                            work.push(*to);
                        }
                        targets.extend(self.functions.get(to).map(|t| (*t, false)));
                    }
                    Target::Library(name) => {
                        targets.push((self.library(name, &c.place), false));
                        outside.push(name.clone());
                    }
                    Target::Indirect | Target::PerhapsIndirect => {
                        let perhaps = c.target == Target::PerhapsIndirect;
                        for name in self.indirect(&c.place, perhaps) {
                            let ids = self.q.code.named(&name).to_vec();
                            if ids.is_empty() {
                                targets.push((self.library(&name, &c.place), true));
                                outside.push(name.clone());
                            }
                            for to in ids {
                                if !self.functions.contains_key(&to) {
                                    self.declare(to);
                                    work.push(to);
                                }
                                targets.extend(self.functions.get(&to).map(|t| (*t, true)));
                            }
                        }
                    }
                }
                for (to, indirect) in targets {
                    self.call(n, to, c.depth.fixed, c.place.clone(), indirect);
                }
                for name in outside {
                    work.extend(self.called_back(n, &name, c.depth.fixed, &c.place));
                }
            }
        }
        first.unwrap_or(0)
    }

    /// The functions by which a harness asks for inputs leave a run that does
    /// not fit its record, or whose assumptions do not hold: that is no run of
    /// the program.
    fn ends_the_run(&self, f: &Function, target: &Target) -> bool {
        let Target::Known(to) = target else {
            return false;
        };
        let in_harness = |f: &Function| {
            f.place.file.contains("/everypath-measure-") && f.place.file.ends_with("/replay.c")
        };
        in_harness(f)
            && self
                .q
                .code
                .get(*to)
                .is_some_and(|t| in_harness(t) && !t.returns)
    }

    fn declare(&mut self, id: FunctionId) -> usize {
        let (mut own, mut name, mut place) = (None, String::new(), Place::default());
        if let Some(f) = self.q.code.get(id) {
            own = Some(f.own.fixed);
            name.clone_from(&f.name);
            place = f.place.clone();
            self.realigns = self.realigns.max(f.realigns);
            for p in &f.problems {
                own = None;
                self.followed_badly = true;
                let at = if p.place.line > 0 { &p.place } else { &f.place };
                self.missing.insert(Missing {
                    gap: p.gap,
                    place: at.clone(),
                    what: format!("`{}`: {} (at {:#x})", f.name, p.what, p.address),
                });
            }
            let grows = f.own.variable || f.calls.iter().any(|c| c.depth.variable);
            if grows {
                own = None;
                self.missing.insert(Missing {
                    gap: Gap::VariableFrame,
                    place: f.place.clone(),
                    what: format!(
                        "the frame of `{}` depends on values (alloca, or an array of variable length): {} bytes come without it",
                        f.name, f.own.fixed
                    ),
                });
            }
        }
        let n = self.node(&name, own, place, Proof::Proved);
        if let (Some(slot), Some(f)) = (self.frames.get_mut(n), self.q.code.get(id)) {
            let told = if f.red_zone { f.own } else { f.frame };
            *slot = Some((told.fixed, f.frame.fixed));
        }
        if own.is_none() {
            // What is known without the part that is missing.
            if let (Some(v), Some(f)) = (self.variable.get_mut(n), self.q.code.get(id)) {
                *v = f.own.variable;
            }
        }
        self.functions.insert(id, n);
        n
    }

    fn library(&mut self, name: &str, place: &Place) -> usize {
        if let Some(n) = self.libraries.get(name) {
            return *n;
        }
        let (own, proof) = match self.q.library.get(name) {
            Some(need) => {
                match need.proof {
                    Proof::Measured => {
                        self.measured.insert(name.to_string(), need.stack);
                    }
                    Proof::Given => {
                        self.given.insert(name.to_string());
                    }
                    Proof::Proved => {}
                }
                (Some(need.stack), need.proof)
            }
            None if AFTER_UNDEFINED.contains(&name) => {
                self.undefined = true;
                (Some(0), Proof::Given)
            }
            None => {
                let (gap, what) = match name {
                    n if n.contains("longjmp") || n.contains("setjmp") => (
                        Gap::Unsupported,
                        format!("`{n}` leaves functions without returning: not modelled"),
                    ),
                    "pthread_create" => (
                        Gap::Unsupported,
                        "`pthread_create` starts a thread: ask for it with --thread, and give what the call takes with --library".into(),
                    ),
                    n if ep_native::measure::measurable(n) => (
                        Gap::MissingFrame,
                        format!("`{n}` was not measured: more time, or --library, gives its stack"),
                    ),
                    n => (
                        Gap::MissingFrame,
                        format!("`{n}` has no source and no number: give its stack with --library"),
                    ),
                };
                self.lacks(gap, place, what);
                (None, Proof::Measured)
            }
        };
        let n = self.node(name, own, Place::default(), proof);
        self.libraries.insert(name.to_string(), n);
        let handled = self
            .q
            .interrupts
            .iter()
            .map(|i| i.function.as_str())
            .collect::<BTreeSet<_>>();
        if ASYNCHRONOUS.contains(&name) {
            let handlers = handed_to(self.q.calls, &ASYNCHRONOUS);
            for h in handlers.iter().filter(|h| !handled.contains(h.as_str())) {
                let what = format!("`{h}` can run at any time: name it with --interrupt {h}");
                self.lacks(Gap::Unsupported, place, what);
            }
        }
        n
    }

    /// Functions that a library function calls, being given them.
    fn called_back(
        &mut self,
        from: usize,
        name: &str,
        depth: u64,
        place: &Place,
    ) -> Vec<FunctionId> {
        let mut functions: BTreeSet<String> = BTreeSet::new();
        if name == "exit" {
            functions.extend(self.at_exit.iter().cloned());
        } else if ![&KEEP[..], &ASYNCHRONOUS, &THREADS]
            .iter()
            .any(|l| l.contains(&name))
        {
            functions = self.q.calls.handed_at(name, place);
        }
        let mut more = Vec::new();
        let own = self.q.library.get(name).map_or(0, |n| n.stack);
        let word = self.q.code.machine.word();
        for f in functions {
            for id in self.q.code.named(&f).to_vec() {
                let to = match self.functions.get(&id) {
                    Some(n) => *n,
                    None => {
                        more.push(id);
                        self.declare(id)
                    }
                };
                self.call(from, to, depth + own + word, place.clone(), true);
            }
        }
        more
    }

    /// The functions that an indirect call can reach.
    fn indirect(&mut self, place: &Place, perhaps: bool) -> BTreeSet<String> {
        let file = base_name(&place.file);
        let key = (file.clone(), place.line, place.column);
        let by_user = (self.q.given.iter()).find(|g| g.file == file && g.line == place.line);
        let here: Vec<&pointers::Site> = (self.q.calls.sites.iter())
            .filter(|s| base_name(&s.place.file) == file && s.place.line == place.line)
            .collect();
        if perhaps && here.is_empty() && by_user.is_none() && place.line > 0 {
            return BTreeSet::new();
        }
        let (targets, how): (BTreeSet<String>, Resolution) = match by_user {
            Some(g) => (g.functions.iter().cloned().collect(), Resolution::Given),
            None if here.is_empty() => (self.q.calls.taken.clone(), Resolution::Signature),
            None => (
                here.iter()
                    .flat_map(|s| s.targets.iter().cloned())
                    .collect(),
                here.iter()
                    .map(|s| s.how)
                    .max()
                    .unwrap_or(Resolution::Signature),
            ),
        };
        // A body that the compiler left out cannot be called.
        let targets: BTreeSet<String> = targets
            .into_iter()
            .filter(|t| {
                !self.q.code.named(t).is_empty()
                    || self.q.library.contains_key(t)
                    || self.is_outside(t)
            })
            .collect();
        if targets.is_empty() {
            let what = "no function is known that this call can reach: give them with --calls FILE:LINE=f,g";
            self.lacks(Gap::UnresolvedCall, place, what.to_string());
        }
        let shown = Resolved {
            place: place.clone(),
            targets: targets.iter().cloned().collect(),
            how,
        };
        self.resolved.insert(key, shown);
        targets
    }

    /// A function that the program only declares.
    fn is_outside(&self, name: &str) -> bool {
        self.q.code.functions.iter().any(|f| {
            f.calls
                .iter()
                .any(|c| matches!(&c.target, Target::Library(n) if n == name))
        })
    }

    fn cycles(&mut self, cycles: &[Vec<usize>]) {
        for c in cycles {
            let mut names: Vec<String> = c
                .iter()
                .filter_map(|v| self.names.get(*v).cloned())
                .collect();
            names.sort();
            let first = names.first().cloned().unwrap_or_default();
            let place = c
                .first()
                .and_then(|v| self.places.get(*v))
                .cloned()
                .unwrap_or_default();
            let around = match names.len() {
                1 => format!("`{first}` calls itself"),
                _ => format!("`{}` call each other", names.join("`, `")),
            };
            let what = format!("{around} without a bound that is known: give --depth {first}=N");
            self.lacks(Gap::UnboundedRecursion, &place, what);
        }
    }

    /// What interrupts put on top: of each priority the heaviest, by its node.
    fn interrupts(&mut self, found: &graph::Found, word: u64) -> Vec<(usize, BigInt)> {
        let mut levels: BTreeMap<u32, (usize, BigInt)> = BTreeMap::new();
        for i in self.q.interrupts {
            let ids = self.q.code.named(&i.function).to_vec();
            if ids.is_empty() {
                let what = format!("the interrupt `{}` is not in the build", i.function);
                self.lacks(Gap::MissingFrame, &Place::default(), what);
            }
            // Static functions of one name: any of them.
            for id in ids {
                let n = self.function(id);
                let place = self.places.get(n).cloned().unwrap_or_default();
                if found.totals.contains_key(&n) {
                    let what = format!(
                        "the interrupt `{}` is also called by the program",
                        i.function
                    );
                    self.lacks(Gap::Unsupported, &place, what);
                }
                let own = graph::heaviest(&self.nodes, n);
                self.cycles(&own.cycles);
                let bytes = own.bytes.clone() + i.frame + word;
                let level = levels
                    .entry(i.priority)
                    .or_insert_with(|| (n, bytes.clone()));
                if bytes > level.1 {
                    *level = (n, bytes);
                }
            }
        }
        levels.into_values().collect()
    }
}
