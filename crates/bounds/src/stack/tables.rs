//! The stack of a build for another machine, from tables of its compiler.
//!
//! Idea: where machine code is not read here, `.su` tables (GCC's and clang's
//! `-fstack-usage`) and the section `.stack_sizes` (clang's
//! `-fstack-size-section`) give frames, `.ci` files (GCC's
//! `-fcallgraph-info=su`) frames and calls. The calls of a function that is in
//! no `.ci` are those of the source, also where other files have one. Tables
//! leave parts out, which are added: clang's the return address, arguments
//! that are pushed and what alignment can take; both the red zone of leaf
//! functions on machines with words of 8 bytes. GCC's count the return address
//! on machines whose calls push it. What must never happen: a function that is
//! in no table counts as nothing. Alternative: to read the code of each
//! machine. Cost: linear in the tables.

mod origin;

use super::graph::{self, Arc, Node};
use super::pointers::{base_name, Calls};
use super::{handed_to, Answer, ByValues, Interrupt, Need, ASYNCHRONOUS, KEEP};
use ep_base::memory::{Bound, Edge, Expr, Frame, Gap, Live, Missing, Proof};
use ep_base::outcome::Place;
use ep_ir::{Callee, FuncId, InstKind, Module};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// What leaf functions may use below the stack pointer.
const RED_ZONE: u64 = 128;
/// Arguments that are words and come in registers on machines with words of 8.
const IN_REGISTERS: usize = 6;
/// The alignment of a stack without more being asked for.
const ALIGNED: u64 = 16;

/// Which compiler wrote a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writer {
    /// Lines have columns.
    Gcc,
    /// Lines have none.
    Clang,
}

#[derive(Clone, Debug, Default)]
struct Row {
    name: String,
    place: Place,
    /// None for a function that is only called there.
    bytes: Option<u64>,
    variable: bool,
    clang: bool,
    /// Its calls are in the table too.
    listed: bool,
}

/// Frames and calls of a build.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// By title in a `.ci`, by name and file elsewhere.
    rows: BTreeMap<String, Row>,
    /// Calls: from, to, where.
    edges: Vec<(String, String, Place)>,
}

/// A line that is not as compilers write it: its number and what is wrong.
pub type Wrong = (usize, String);

fn kind(word: &str) -> Option<bool> {
    match word {
        "static" | "dynamic,bounded" | "bounded" => Some(false),
        "dynamic" => Some(true),
        _ => None,
    }
}

impl Tables {
    /// Reads a `.su`: `file:line:column:function`, bytes, kind; clang's lines
    /// have no column.
    ///
    /// # Errors
    /// The first line that is not of this form.
    pub fn su(&mut self, text: &str) -> Result<(), Wrong> {
        for (n, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let wrong = || {
                (
                    n + 1,
                    "want `file:line:function`, bytes, and static or dynamic".to_string(),
                )
            };
            let parts: Vec<&str> = line.split('\t').collect();
            let [at, bytes, word] = parts[..] else {
                return Err(wrong());
            };
            let bytes: u64 = bytes.parse().map_err(|_| wrong())?;
            let variable = kind(word.trim()).ok_or_else(wrong)?;
            // The function comes last; before it one or two numbers.
            let pieces: Vec<&str> = at.split(':').collect();
            let number = |k: usize| -> Option<u32> {
                pieces
                    .len()
                    .checked_sub(k)
                    .and_then(|i| pieces.get(i))?
                    .parse()
                    .ok()
            };
            let name = pieces.last().copied().unwrap_or_default();
            let (line, column, files) = match (number(3), number(2)) {
                (Some(l), Some(c)) => (l, Some(c), pieces.len().saturating_sub(3)),
                (None, Some(l)) => (l, None, pieces.len().saturating_sub(2)),
                _ => return Err(wrong()),
            };
            if name.is_empty() || files == 0 {
                return Err(wrong());
            }
            let file = pieces.get(..files).unwrap_or_default().join(":");
            let place = Place {
                file: file.clone(),
                line,
                column: column.unwrap_or(0),
                function: name.to_string(),
            };
            let row = Row {
                name: name.to_string(),
                place,
                bytes: Some(bytes),
                variable,
                clang: column.is_none(),
                listed: false,
            };
            self.rows
                .entry(format!("{file}:{name}:{line}"))
                .or_insert(row);
        }
        Ok(())
    }

    /// Reads a `.ci`: GCC's call graph with frames.
    ///
    /// # Errors
    /// The first line that is not of this form.
    pub fn ci(&mut self, text: &str) -> Result<(), Wrong> {
        let (mut begun, mut open) = (false, false);
        for (n, line) in text.lines().enumerate() {
            let line = line.trim();
            let wrong = || {
                (
                    n + 1,
                    "want a graph, a node or an edge as GCC writes them".to_string(),
                )
            };
            if line.is_empty() {
                continue;
            }
            if line == "}" {
                open = false;
                continue;
            }
            if line.starts_with("graph:") {
                (begun, open) = (true, true);
                continue;
            }
            if !open || !line.ends_with('}') {
                return Err(wrong());
            }
            let of = |key: &str| attribute(line, key);
            if line.starts_with("node:") {
                let (title, label) = of("title").zip(of("label")).ok_or_else(wrong)?;
                let mut lines = label.split("\\n");
                let name = lines.next().unwrap_or_default().to_string();
                let mut row = Row {
                    place: lines.next().map(place).unwrap_or_default(),
                    name,
                    listed: true,
                    ..Row::default()
                };
                for l in lines {
                    let Some((count, rest)) = l.split_once(" bytes (") else {
                        continue;
                    };
                    row.bytes = Some(count.parse().map_err(|_| wrong())?);
                    row.variable = kind(rest.trim_end_matches(')')).ok_or_else(wrong)?;
                }
                let old = self.rows.entry(title).or_default();
                if old.bytes.is_none() {
                    *old = row;
                }
            } else if line.starts_with("edge:") {
                let (from, to) = of("sourcename").zip(of("targetname")).ok_or_else(wrong)?;
                let at = of("label").map(|l| place(&l)).unwrap_or_default();
                self.edges.push((from, to, at));
            } else {
                return Err(wrong());
            }
        }
        match (begun, open) {
            (true, false) => Ok(()),
            // Calls may be missing, which would count as none.
            (true, true) => Err((
                text.lines().count(),
                "the graph has no end: this is half a file".to_string(),
            )),
            (false, _) => Err((1, "want a graph as GCC writes it".to_string())),
        }
    }

    /// Takes the sizes of a section `.stack_sizes`: of the file that it was in,
    /// each function with its names and bytes.
    pub fn sizes(&mut self, file: &str, functions: &[(Vec<String>, u64)]) {
        for (i, (names, bytes)) in functions.iter().enumerate() {
            for name in names {
                let place = Place {
                    file: file.to_string(),
                    function: name.clone(),
                    ..Place::default()
                };
                let row = Row {
                    name: name.clone(),
                    place,
                    bytes: Some(*bytes),
                    variable: false,
                    clang: true,
                    listed: false,
                };
                self.rows
                    .entry(format!("{file}:{name}:#{i}"))
                    .or_insert(row);
            }
        }
    }

    /// Whether there is a frame of this function.
    pub fn has(&self, name: &str) -> bool {
        self.rows
            .values()
            .any(|r| r.name == name && r.bytes.is_some())
    }
}

/// `f.part.0` of `f`, and `f.part.0.constprop.1` of both.
fn is_copy(name: &str, of: &str) -> bool {
    name.strip_prefix(of).is_some_and(|r| r.starts_with('.'))
}

fn attribute(line: &str, key: &str) -> Option<String> {
    let rest = line.split_once(&format!("{key}: \""))?.1;
    Some(rest.split_once('"')?.0.to_string())
}

fn place(text: &str) -> Place {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let line = parts.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    Place {
        file: parts.next().unwrap_or_default().to_string(),
        line,
        column,
        function: String::new(),
    }
}

/// What is asked.
pub struct Question<'a> {
    pub tables: &'a Tables,
    pub module: &'a Module,
    pub calls: &'a Calls,
    pub library: &'a BTreeMap<String, Need>,
    pub depths: &'a BTreeMap<String, u64>,
    pub interrupts: &'a [Interrupt],
    /// The entry's name.
    pub entry: &'a str,
    /// Bytes of a return address.
    pub word: u64,
}

struct Builder<'a> {
    q: &'a Question<'a>,
    nodes: Vec<Node>,
    rows: Vec<Row>,
    places: Vec<Vec<Place>>,
    by_key: BTreeMap<String, usize>,
    missing: BTreeSet<Missing>,
    edges: BTreeSet<Edge>,
}

/// The bound of the stack of one entry.
pub fn analyse(q: &Question<'_>) -> Answer {
    let mut b = Builder {
        q,
        nodes: Vec::new(),
        rows: Vec::new(),
        places: Vec::new(),
        by_key: BTreeMap::new(),
        missing: BTreeSet::new(),
        edges: BTreeSet::new(),
    };
    let root = b.named(q.entry, &Place::default());
    let kept = handed_to(q.calls, &KEEP);
    if q.entry == "main" && !kept.is_empty() {
        let list: Vec<&str> = kept.iter().map(String::as_str).collect();
        let what = format!(
            "`{}` runs after `main` has returned (atexit), which is not counted",
            list.join("`, `")
        );
        b.lacks(Gap::Unsupported, Place::default(), what);
    }
    let mut early = Vec::new();
    if q.entry == "main" {
        for name in &q.calls.constructors {
            early.push(b.named(name, &Place::default()));
        }
    }
    let found = graph::heaviest(&b.nodes, root);
    let mut bytes = found.bytes.clone();
    b.cycles(&found.cycles);
    // They are called from no deeper than `main` is.
    for n in early {
        let own = graph::heaviest(&b.nodes, n);
        b.cycles(&own.cycles);
        bytes = bytes.max(own.bytes);
    }
    let mut levels: BTreeMap<u32, BigInt> = BTreeMap::new();
    for i in q.interrupts {
        let n = b.named(&i.function, &Place::default());
        if found.totals.contains_key(&n) {
            let what = format!(
                "the interrupt `{}` is also called by the program",
                i.function
            );
            b.lacks(Gap::Unsupported, Place::default(), what);
        }
        let own = graph::heaviest(&b.nodes, n);
        b.cycles(&own.cycles);
        let level = levels.entry(i.priority).or_default();
        *level = level.clone().max(own.bytes + i.frame);
    }
    bytes += levels.into_values().sum::<BigInt>();
    let (frames, peak) = (b.frames(&found), b.peak(&found));
    let missing: Vec<Missing> = std::mem::take(&mut b.missing).into_iter().collect();
    Answer {
        bound: match missing.is_empty() {
            true => Bound::Known(Expr::Number(bytes)),
            false => Bound::Unknown {
                missing,
                without: Some(Expr::Number(bytes)),
            },
        },
        peak,
        assumptions: b.assumptions(),
        resolved: Vec::new(),
        frames,
        edges: b.edges.into_iter().collect(),
        realigns: 0,
        by_values: ByValues::Nothing,
    }
}

impl Builder<'_> {
    fn lacks(&mut self, gap: Gap, place: Place, what: String) {
        self.missing.insert(Missing { gap, place, what });
    }

    fn node(&mut self, key: String, row: Row, own: Option<u64>) -> usize {
        let depth = self.q.depths.get(&row.name).copied();
        let n = self.nodes.len();
        self.nodes.push(Node {
            own,
            calls: Vec::new(),
            depth,
        });
        self.rows.push(row);
        self.places.push(Vec::new());
        self.by_key.insert(key, n);
        n
    }

    fn call(&mut self, from: usize, to: usize, depth: u64, place: &Place, indirect: bool) {
        let name = |i: usize| self.rows.get(i).map(|r| r.name.clone()).unwrap_or_default();
        let edge = Edge {
            from: name(from),
            to: name(to),
            place: place.clone(),
            indirect,
        };
        self.edges.insert(edge);
        if let Some(n) = self.nodes.get_mut(from) {
            n.calls.push(Arc { to, depth });
        }
        if let Some(p) = self.places.get_mut(from) {
            p.push(place.clone());
        }
    }

    /// A function by its name: of all that have it, the deepest.
    fn named(&mut self, name: &str, place: &Place) -> usize {
        let key = format!("={name}");
        if let Some(n) = self.by_key.get(&key) {
            return *n;
        }
        let rows = || (self.q.tables.rows.iter()).filter(|(_, r)| r.bytes.is_some());
        let mut keys: Vec<String> = rows()
            .filter(|(_, r)| r.name == name || is_copy(&r.name, name))
            .map(|(k, _)| k.clone())
            .collect();
        // What has a list of its calls reaches its copies by that.
        if rows().any(|(_, r)| r.name == name && r.listed) {
            keys.retain(|k| self.q.tables.rows.get(k).is_some_and(|r| r.name == name));
        }
        match &keys[..] {
            [] => self.outside(name, place),
            [one] => {
                let n = self.function(one.clone());
                self.by_key.insert(key, n);
                n
            }
            _ => {
                let row = Row {
                    name: name.into(),
                    ..Row::default()
                };
                let all = self.node(key, row, Some(0));
                for k in keys {
                    let to = self.function(k);
                    self.call(all, to, 0, &Place::default(), false);
                }
                all
            }
        }
    }

    /// A function without a frame in the tables.
    fn outside(&mut self, name: &str, place: &Place) -> usize {
        let own = self.q.library.get(name).map(|n| n.stack + self.q.word);
        if own.is_none() {
            let what = match self.q.tables.rows.values().any(|r| r.listed) {
                true => format!("`{name}` is in no table: give its stack with --library"),
                false => format!("`{name}` is in no table: give its stack with --library, or the .ci if it was inlined"),
            };
            self.lacks(Gap::MissingFrame, place.clone(), what);
        }
        if ASYNCHRONOUS.contains(&name) {
            let known: Vec<&str> = self
                .q
                .interrupts
                .iter()
                .map(|i| i.function.as_str())
                .collect();
            for h in handed_to(self.q.calls, &ASYNCHRONOUS) {
                if !known.contains(&h.as_str()) {
                    let what = format!("`{h}` can run at any time: name it with --interrupt {h}");
                    self.lacks(Gap::Unsupported, place.clone(), what);
                }
            }
        }
        let row = Row {
            name: name.into(),
            ..Row::default()
        };
        self.node(format!("={name}"), row, own)
    }

    /// A function of the tables and what it calls.
    fn function(&mut self, key: String) -> usize {
        if let Some(n) = self.by_key.get(&key) {
            return *n;
        }
        let row = self.q.tables.rows.get(&key).cloned().unwrap_or_default();
        let calls = match row.listed {
            true => self.of_table(&key),
            false => {
                let mut all = self.of_source(&row.name);
                all.extend(self.parts(&row));
                all
            }
        };
        let leaf = calls.is_empty();
        let more = self.left_out(&row, leaf);
        let frame = row.bytes.unwrap_or(0) + more;
        if row.variable {
            let what = format!(
                "the frame of `{}` depends on values (alloca, or an array of variable length): {frame} bytes come without it",
                row.name
            );
            self.lacks(Gap::VariableFrame, row.place.clone(), what);
        }
        let own = row.bytes.filter(|_| !row.variable).map(|b| b + more);
        let n = self.node(key, row, own);
        for (to, place, indirect) in calls {
            let m = match &to {
                To::Key(k) => self.function(k.clone()),
                To::Name(f) => self.named(f, &place),
            };
            self.call(n, m, frame, &place, indirect);
            if let To::Name(f) = &to {
                self.called_back(n, f, frame, &place);
            }
        }
        n
    }

    /// Functions that a library function is given and may call.
    fn called_back(&mut self, n: usize, library: &str, frame: u64, place: &Place) {
        if KEEP.contains(&library) || ASYNCHRONOUS.contains(&library) || self.q.tables.has(library)
        {
            return;
        }
        let own = self.q.library.get(library).map_or(0, |x| x.stack) + self.q.word;
        for f in self.q.calls.handed_at(library, place) {
            let to = self.named(&f, place);
            self.call(n, to, frame + own, place, true);
        }
    }

    fn of_table(&self, key: &str) -> Vec<(To, Place, bool)> {
        let mut out = Vec::new();
        let own = self.q.tables.edges.iter().filter(|e| e.0 == key);
        for (_, to, place) in own {
            if to == "__indirect_call" {
                for f in self.targets(place) {
                    out.push((To::Name(f), place.clone(), true));
                }
                continue;
            }
            let row = self.q.tables.rows.get(to);
            match row.filter(|r| r.bytes.is_some()) {
                Some(_) => out.push((To::Key(to.clone()), place.clone(), false)),
                None => {
                    let name = row.map_or(to.clone(), |r| r.name.clone());
                    out.push((To::Name(name), place.clone(), false));
                }
            }
        }
        out
    }

    /// The functions that the source says for an indirect call of this line.
    fn targets(&self, place: &Place) -> BTreeSet<String> {
        let file = base_name(&place.file);
        let here = |s: &&super::pointers::Site| {
            base_name(&s.place.file) == file && s.place.line == place.line
        };
        let found: BTreeSet<String> = (self.q.calls.sites.iter().filter(here))
            .flat_map(|s| s.targets.iter().cloned())
            .collect();
        match found.is_empty() {
            true => self.q.calls.taken.clone(),
            false => found,
        }
    }

    fn bodies(&self, name: &str) -> impl Iterator<Item = (FuncId, &ep_ir::Function)> {
        let name = name.split('.').next().unwrap_or(name).to_string();
        (self.q.module.functions.iter()).filter(move |(_, f)| f.name == name && !f.is_declaration())
    }

    /// Functions that a compiler made of this one, which it may call: the part
    /// behind a branch that is seldom taken (`.part.0`).
    fn parts(&self, row: &Row) -> Vec<(To, Place, bool)> {
        let rows = self.q.tables.rows.iter();
        rows.filter(|(_, r)| {
            r.bytes.is_some() && r.place.file == row.place.file && is_copy(&r.name, &row.name)
        })
        .map(|(k, r)| (To::Key(k.clone()), r.place.clone(), false))
        .collect()
    }

    fn of_source(&self, name: &str) -> Vec<(To, Place, bool)> {
        let mut out = Vec::new();
        for (id, f) in self.bodies(name) {
            for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
                // Copies can become calls.
                let copied = match &inst.kind {
                    InstKind::MemCopy { may_overlap, .. } => Some(match may_overlap {
                        true => "memmove",
                        false => "memcpy",
                    }),
                    InstKind::MemSet { .. } => Some("memset"),
                    _ => None,
                };
                let at = ep_explore::outcome::describe::place(self.q.module, id, inst.loc);
                if let Some(name) = copied {
                    out.push((To::Name(name.into()), at, false));
                    continue;
                }
                let InstKind::Call { callee, .. } = &inst.kind else {
                    continue;
                };
                match callee {
                    Callee::Direct(g) => {
                        let g = self.q.module.functions.get(*g);
                        let g = g.map(|g| g.name.clone()).unwrap_or_default();
                        out.push((To::Name(g), at, false));
                    }
                    Callee::Indirect(_) => {
                        for f in self.targets(&at) {
                            out.push((To::Name(f), at.clone(), true));
                        }
                    }
                }
            }
        }
        out
    }

    /// What a table leaves out of a frame.
    fn left_out(&self, row: &Row, leaf: bool) -> u64 {
        let word = self.q.word;
        let mut more = 0;
        if leaf && word == 8 {
            more += RED_ZONE;
        }
        if !row.clang {
            return more;
        }
        more += word;
        let (mut pushed, mut aligned) = (0u64, 0u64);
        for (_, f) in self.bodies(&row.name) {
            for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
                match &inst.kind {
                    InstKind::Alloca { align, .. } => {
                        aligned = aligned.max(u64::from(*align));
                    }
                    InstKind::Call { args, .. } => {
                        let copied = args
                            .iter()
                            .filter_map(|a| a.byval)
                            .map(|b| b.0.next_multiple_of(16));
                        let words = args.iter().filter(|a| a.byval.is_none()).count();
                        let registers = if word == 8 { IN_REGISTERS } else { 0 };
                        // A number of up to 16 bytes each.
                        let words = words.saturating_sub(registers) as u64 * 16;
                        let all = copied.sum::<u64>() + words;
                        pushed = pushed.max(if all > 0 { all + ALIGNED } else { 0 });
                    }
                    _ => {}
                }
            }
        }
        more + pushed + if aligned > ALIGNED { aligned } else { 0 }
    }

    fn cycles(&mut self, cycles: &[Vec<usize>]) {
        for c in cycles {
            let mut names: Vec<String> = (c.iter())
                .filter_map(|v| self.rows.get(*v).map(|r| r.name.clone()))
                .collect();
            names.sort();
            let first = names.first().cloned().unwrap_or_default();
            let place = c
                .first()
                .and_then(|v| self.rows.get(*v))
                .map(|r| r.place.clone());
            let around = match names.len() {
                1 => format!("`{first}` calls itself"),
                _ => format!("`{}` call each other", names.join("`, `")),
            };
            let what = format!("{around} without a bound that is known: give --depth {first}=N");
            self.lacks(Gap::UnboundedRecursion, place.unwrap_or_default(), what);
        }
    }

    fn frames(&self, found: &graph::Found) -> Vec<Frame> {
        let recursive: BTreeSet<usize> = found.cycles.iter().flatten().copied().collect();
        (self.rows.iter().enumerate())
            .map(|(v, r)| Frame {
                function: r.name.clone(),
                place: r.place.clone(),
                bytes: self.nodes.get(v).and_then(|n| n.own),
                listed: r.bytes,
                proof: Proof::Given,
                total: (found.totals.get(&v))
                    .filter(|_| !recursive.contains(&v))
                    .cloned(),
                variable: r.variable,
            })
            .collect()
    }

    fn peak(&self, found: &graph::Found) -> Vec<Live> {
        let mut path: Vec<Place> = Vec::new();
        let mut out = Vec::new();
        for (v, call) in &found.path {
            let Some(row) = self.rows.get(*v) else {
                continue;
            };
            let site = call.and_then(|c| self.places.get(*v)?.get(c).cloned());
            let mut place = site.unwrap_or_else(|| row.place.clone());
            place.function.clone_from(&row.name);
            path.push(place.clone());
            let arc = call.and_then(|c| self.nodes.get(*v)?.calls.get(c));
            let own = self.nodes.get(*v).and_then(|n| n.own).unwrap_or(0);
            out.push(Live {
                what: row.name.clone(),
                place,
                count: Expr::number(1),
                bytes: Expr::number(arc.map_or(own, |a| a.depth)),
                path: path.clone(),
            });
        }
        out
    }

    fn assumptions(&self) -> Vec<String> {
        let clang = self.q.tables.rows.values().any(|r| r.clang);
        let added = match clang {
            true => "return addresses, pushed arguments, alignment and red zones are added to what clang wrote",
            false => "red zones are added to what GCC wrote",
        };
        let mut out = vec![format!("frames are those of --frames; {added}")];
        if self.rows.iter().any(|r| r.bytes.is_some() && !r.listed) {
            out.push("the compiler makes no calls that the source does not have (division, floating point): a .ci names them".into());
        }
        for (f, n) in self.q.depths {
            out.push(format!(
                "`{f}` is active at most {} at one time (--depth)",
                ep_base::words::count(*n, "time")
            ));
        }
        let given: Vec<&str> = (self.q.library.keys())
            .filter(|n| self.by_key.contains_key(&format!("={n}")))
            .map(String::as_str)
            .collect();
        if !given.is_empty() {
            out.push(format!(
                "library functions take what --library says: {}",
                given.join(", ")
            ));
        }
        out
    }
}

/// A callee.
enum To {
    /// By its title in the table.
    Key(String),
    Name(String),
}
