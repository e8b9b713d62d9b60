//! States that were met before: a path ends where it comes to one.
//!
//! Idea: at the head of a loop that may read an input a state is written down in a form
//! in which two states are one text exactly where the program does the same in both:
//! the activations with the registers that are read again, all objects that exist, and
//! of the path condition what speaks of the variables in them. What is named by the way
//! to a state has the name that follows from the state: objects their rank (the order of
//! their addresses), variables the order in which they occur. What follows a state with
//! a text that was written before was followed there, or waits to be. So a loop that
//! reads for ever over few states has finitely many paths. Source: G. Holzmann, "The
//! model checker SPIN", IEEE TSE 1997 (states that were seen, here by a digest of 256
//! bits, of which no two texts with one value are known); the renaming of R. Iosif,
//! "Symmetry reduction criteria for software model checking", SPIN 2002. Alternative:
//! entailment of what a state needs by an interpolant, which cuts more and has to be
//! computed backwards. Cost: the size of the state per visit; a head where nothing is
//! met is asked more and more rarely.
//!
//! What must never happen: two states with one text that differ in something a check
//! can look at. Which bytes are initialised, which objects exist, sizes, alignment, the
//! stack in use, what was read of the inputs are in the text; a state with something
//! that is not (below: `None`) has none. And a state that is run again from its
//! decisions meets its own text: until it is where it was it is not asked.

use super::driver::{Forking, Frame, State};
use ep_base::outcome::ErrorKind;
use ep_ir::analysis::{Cfg, Live, Order};
use ep_ir::{BlockId, Callee, FuncId, Function, InstKind, Module};
use ep_machine::assumption::Assumption;
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::{Entry, Object, ObjectKind, Size};
use ep_machine::options::Options;
use ep_machine::value::{ObjectId, Value};
use ep_machine::world::tried::Tried;
use ep_term::{Pool, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};
use std::hash::{Hash, Hasher};

/// Visits in vain before a head is asked more rarely.
const PATIENCE: u32 = 32;
/// The rarest: one visit of so many.
const RAREST: u32 = 1 << 12;
/// Bytes of a text. What is larger changes in each round more often than not.
const LARGEST: usize = 1 << 20;
/// Conjuncts of a path of which those that matter are looked for.
const MOST_CONJUNCTS: usize = 2_000;

/// The marks that a run with these options has in its program. Decisions are checked by
/// where they were made, so who walks a path of it again needs the same.
pub(crate) fn marks(module: &Module, options: &Options) -> Vec<Order> {
    if options.merge {
        return module
            .functions
            .iter()
            .map(|(_, f)| Order::new(f))
            .collect();
    }
    // Where the tree or each path is wanted no path stands for another, and what is lost
    // before a loop without end would never be looked for. A state that a limit ends stands
    // for none that it does not.
    let each = options.all_tests || options.tree || options.max_depth.is_some();
    let lost = [ErrorKind::Leak, ErrorKind::UnfreedMemory].map(|k| options.checks.has(k));
    match options.subsumption && !each && lost == [false; 2] {
        true => heads(module),
        false => Vec::new(),
    }
}

/// Where states are compared: per function the heads of loops that may read an input.
fn heads(module: &Module) -> Vec<Order> {
    let ask = asking(module);
    let of = |f: &Function| {
        let mut order = Order::new(f);
        let n = f.blocks.len();
        let file = module.locs.get(f.loc).map(|p| &module.files[p.file]);
        let own = !module.from_source || file.is_some_and(|f| !f.is_empty());
        order.joins = vec![false; n];
        order.tests = vec![Vec::new(); n];
        for l in order.loops.iter().filter(|_| own) {
            let inside = |b: BlockId| {
                let at = order.position.get(b.0 as usize);
                at.is_some_and(|p| (l.first..=l.last).contains(p))
            };
            let mut blocks = f.blocks.iter().filter(|(b, _)| inside(*b));
            if blocks.any(|(_, b)| b.insts.iter().any(|i| calls(&i.kind, &ask))) {
                order.joins[l.head.0 as usize] = true;
            }
        }
        order
    };
    module.functions.iter().map(|(_, f)| of(f)).collect()
}

/// Whether it may lead out of the program.
fn calls(kind: &InstKind, ask: &[bool]) -> bool {
    match kind {
        InstKind::Call { callee, .. } => match callee {
            Callee::Direct(f) => ask.get(f.0 as usize).copied().unwrap_or(true),
            _ => true,
        },
        _ => false,
    }
}

/// The functions that may lead out of the program.
fn asking(module: &Module) -> Vec<bool> {
    let outside = |f: &Function| f.is_declaration() && !f.name.starts_with("llvm.");
    let mut ask: Vec<bool> = module.functions.iter().map(|(_, f)| outside(f)).collect();
    loop {
        let mut changed = false;
        for (id, f) in module.functions.iter() {
            if ask[id.0 as usize] {
                continue;
            }
            let mut insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
            if insts.any(|i| calls(&i.kind, &ask)) {
                ask[id.0 as usize] = true;
                changed = true;
            }
        }
        if !changed {
            return ask;
        }
    }
}

/// What is known of one head.
#[derive(Default)]
struct Head {
    digests: FxHashSet<[u8; 32]>,
    /// Visits since something was met.
    vain: u32,
    /// One visit of so many is asked about, and how many are left out until then.
    every: u32,
    left: u32,
}

impl Head {
    /// Whether this visit is asked about.
    fn asks(&mut self) -> bool {
        if self.left > 0 {
            self.left -= 1;
            return false;
        }
        self.left = self.every;
        true
    }

    fn met(&mut self, digest: [u8; 32]) -> bool {
        if !self.digests.insert(digest) {
            (self.vain, self.every, self.left) = (0, 0, 0);
            return true;
        }
        self.is_in_vain();
        false
    }

    fn is_in_vain(&mut self) {
        self.vain += 1;
        if self.vain >= PATIENCE {
            self.vain = 0;
            self.every = (self.every * 2 + 1).min(RAREST);
        }
    }
}

/// The states that a worker met.
#[derive(Default)]
pub(crate) struct Met {
    heads: FxHashMap<(FuncId, BlockId), Head>,
    /// Registers that are read again where a call of this function has returned.
    live: FxHashMap<(FuncId, u32), Option<Vec<bool>>>,
}

impl Met {
    /// Whether a state at the head of a loop is one that was met there.
    pub fn was_met(&mut self, m: &Machine<Forking>, orders: &[Order], st: &State) -> bool {
        let block = m.program.block_at(st.top.func, st.top.ip);
        let key = (st.top.func, block);
        if !self.heads.entry(key).or_default().asks() {
            return false;
        }
        let text = self.text(m, orders, st, block);
        let head = self.heads.entry(key).or_default();
        match text {
            Some(t) => head.met(Sha256::digest(&t.bytes).into()),
            // As one that is met by none.
            None => {
                head.is_in_vain();
                false
            }
        }
    }

    /// The state as a text; none where something in it has no words.
    fn text<'a>(
        &mut self,
        m: &'a Machine<Forking>,
        orders: &[Order],
        st: &'a State,
        block: BlockId,
    ) -> Option<Text<'a>> {
        let layout = st.assumptions & Assumption::Layout as u32 != 0;
        let numbers = m.addresses.any_marked();
        let tried = st.tried != Tried::default();
        let asked = tried || st.allocation_decided || !st.initial_heap.is_untouched();
        // What was read can be read once more: it is in the inputs and not in memory.
        if layout || numbers || asked || st.stdin_at != 0 || st.replaying() {
            return None;
        }
        let mut t = Text::new(m, st);
        t.number(u64::from(st.exactness.over) | u64::from(st.exactness.under) << 1);
        t.name_objects();
        let live = orders
            .get(st.top.func.0 as usize)?
            .live
            .get(block.0 as usize)?;
        t.frame(&st.top, Some(live))?;
        let mut next = st.top.caller.as_deref();
        while let Some(f) = next {
            let live = self.live_behind(m, f);
            t.frame(f, live.as_ref())?;
            next = f.caller.as_deref();
        }
        t.objects()?;
        t.condition()?;
        Some(t)
    }

    /// The registers of a caller that are read again, where that is known.
    fn live_behind(&mut self, m: &Machine<Forking>, f: &Frame) -> Option<Vec<bool>> {
        let known = self.live.entry((f.func, f.ip)).or_insert_with(|| {
            let function = m.program.function(f.func);
            let code = m.program.code.get(f.func.0 as usize)?;
            let at = *code.insts.get(f.ip as usize)? as usize;
            let live = Live::new(function, &Cfg::new(function));
            Some(live.before(function, m.program.block_at(f.func, f.ip), at))
        });
        known.clone()
    }
}

/// A state on its way to a text.
struct Text<'a> {
    m: &'a Machine<Forking>,
    st: &'a State,
    bytes: Vec<u8>,
    /// The rank of each object that exists.
    ranks: FxHashMap<ObjectId, u32>,
    /// The order in which variables and terms occur.
    vars: FxHashMap<VarId, u32>,
    terms: FxHashMap<TermId, u32>,
}

/// What is hashed is written.
struct Written<'a>(&'a mut Vec<u8>);

impl Hasher for Written<'_> {
    fn finish(&self) -> u64 {
        0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

impl<'a> Text<'a> {
    fn new(m: &'a Machine<Forking>, st: &'a State) -> Text<'a> {
        Text {
            m,
            st,
            bytes: Vec::with_capacity(4096),
            ranks: FxHashMap::default(),
            vars: FxHashMap::default(),
            terms: FxHashMap::default(),
        }
    }

    fn pool(&self) -> &'a Pool {
        &self.m.cx.pool
    }

    fn tag(&mut self, t: u8) {
        self.bytes.push(t);
    }

    fn number(&mut self, n: u64) {
        self.bytes.extend_from_slice(&n.to_le_bytes());
    }

    fn plain(&mut self, x: &impl Hash) {
        x.hash(&mut Written(&mut self.bytes));
    }

    /// Ranks in the order of addresses, so that comparisons of them come out the same.
    fn name_objects(&mut self) {
        let mut n = 0;
        for (id, e) in self.st.heap.entries() {
            if matches!(e, Entry::Live(_) | Entry::OutOfScope(_) | Entry::Former(_)) {
                self.ranks.insert(id, n);
                n += 1;
            }
        }
    }

    /// An object that exists; a pointer to one that is gone has no words.
    fn object_name(&mut self, o: ObjectId) -> Option<()> {
        let rank = *self.ranks.get(&o)?;
        self.number(u64::from(rank));
        Some(())
    }

    fn frame(&mut self, f: &Frame, live: Option<&Vec<bool>>) -> Option<()> {
        if f.contract.is_some() || !f.varargs.is_empty() {
            return None;
        }
        self.tag(b'F');
        self.number(u64::from(f.func.0) << 32 | u64::from(f.ip));
        self.number(u64::from(f.depth));
        self.plain(&f.in_registers);
        self.number(f.stack.bytes);
        self.value(f.stack.more)?;
        if f.stack.has_marks() {
            return None;
        }
        let regs = f.registers(&self.m.program);
        for (r, v) in regs.iter().enumerate() {
            match live.is_some_and(|l| l.get(r) == Some(&false)) {
                true => {}
                false => {
                    self.number(r as u64);
                    self.value(*v)?;
                }
            }
        }
        self.number(u64::MAX);
        self.tag(b'A');
        self.number(f.allocas.len() as u64);
        for o in &f.allocas {
            self.object_name(*o)?;
        }
        Some(())
    }

    fn value(&mut self, v: Value) -> Option<()> {
        match v {
            Value::Int(n) => {
                self.tag(b'i');
                self.number(n);
            }
            Value::Term(t) => {
                self.tag(b't');
                self.term(t);
            }
            Value::Ptr(o, k) => {
                self.tag(b'p');
                self.object_name(o)?;
                self.number(k as u64);
            }
            Value::SymPtr(o, t) => {
                self.tag(b's');
                self.object_name(o)?;
                self.term(t);
            }
            Value::Func(f) => {
                self.tag(b'f');
                self.number(u64::from(f.0));
            }
            Value::Label(f, b) => {
                self.tag(b'l');
                self.number(u64::from(f.0) << 32 | u64::from(b.0));
            }
            Value::Undef => self.tag(b'u'),
            Value::Choice(_) | Value::Lazy(_) => return None,
        }
        Some(())
    }

    /// A term by what it is made of, each once.
    fn term(&mut self, t: TermId) {
        let pool = self.pool();
        let mut todo = vec![(t, false)];
        while let Some((t, arguments_are_there)) = todo.pop() {
            if let Some(n) = self.terms.get(&t).copied() {
                if !arguments_are_there {
                    self.tag(b'=');
                    self.number(u64::from(n));
                }
                continue;
            }
            // Terms without variables are the same in all states of a worker.
            if pool.vars(t).is_empty() {
                self.tag(b'c');
                self.number(u64::from(t.0));
                continue;
            }
            if let Some(v) = pool.as_var(t) {
                let n = self.vars.len() as u32;
                let n = *self.vars.entry(v).or_insert(n);
                self.tag(b'v');
                self.number(u64::from(n));
                self.plain(&pool.var_sort(v));
                // To decide by what nobody wrote is an error.
                self.tag(u8::from(self.m.input_table.is_uninit(v)));
                continue;
            }
            if arguments_are_there {
                self.tag(b'o');
                self.plain(&pool.op(t));
                self.plain(&pool.sort(t));
                self.number(pool.args(t).len() as u64);
                let n = self.terms.len() as u32;
                self.terms.insert(t, n);
            } else {
                todo.push((t, true));
                todo.extend(pool.args(t).iter().rev().map(|a| (*a, false)));
            }
        }
        self.tag(b';');
    }

    fn objects(&mut self) -> Option<()> {
        for (_, e) in self.st.heap.entries() {
            match e {
                Entry::Live(o) => {
                    self.tag(b'L');
                    self.object(o)?;
                }
                Entry::OutOfScope(o) => {
                    self.tag(b'O');
                    self.shape(o)?;
                }
                Entry::Former(x) => {
                    self.tag(b'R');
                    self.number(x.size);
                }
                Entry::Vacant | Entry::Freed { .. } | Entry::Dead => {}
            }
            if self.bytes.len() > LARGEST {
                return None;
            }
        }
        Some(())
    }

    /// All of an object but what it holds.
    fn shape(&mut self, o: &Object) -> Option<()> {
        match o.kind {
            ObjectKind::Global(g) => {
                self.tag(b'g');
                self.number(u64::from(g.0));
            }
            ObjectKind::Stack(f) => {
                self.tag(b's');
                self.number(u64::from(f.0));
            }
            ObjectKind::Heap(f, at) => {
                self.tag(b'h');
                self.number(u64::from(f.0) << 32 | u64::from(at.0));
            }
            ObjectKind::Environment => self.tag(b'e'),
            ObjectKind::Device | ObjectKind::Initial | ObjectKind::Arguments => return None,
        }
        match o.size {
            Size::Known(n) => self.number(n),
            Size::Symbolic { term, max } => {
                self.tag(b'?');
                self.number(max);
                self.term(term);
            }
        }
        self.number(u64::from(o.align));
        self.tag(u8::from(o.constant) | u8::from(o.uninit) << 1);
        match o.swept() {
            Some(_) => None,
            None => Some(()),
        }
    }

    fn object(&mut self, o: &Object) -> Option<()> {
        self.shape(o)?;
        // Nobody writes to it.
        if o.constant && matches!(o.kind, ObjectKind::Global(_)) {
            return Some(());
        }
        let present = o.present();
        if present > LARGEST {
            return None;
        }
        // What was never written is as it was made, whether it is present or not.
        let untouched = match o.uninit {
            true => ByteKind::Uninit,
            false => ByteKind::Concrete,
        };
        let mut last = None;
        for at in 0..present {
            let (kind, byte) = o.byte(at);
            let byte = match kind {
                ByteKind::Concrete => byte,
                _ => 0,
            };
            if kind == untouched && byte == 0 {
                continue;
            }
            // Bytes of one word follow each other.
            self.number(at as u64);
            match kind {
                ByteKind::Concrete => {
                    self.tag(b'b');
                    self.tag(byte);
                }
                ByteKind::Uninit => self.tag(b'u'),
                ByteKind::Term(t, k) => {
                    self.tag(b't');
                    self.tag(k);
                    match last == Some(kind_of(kind)) {
                        true => self.tag(b'='),
                        false => self.term(t),
                    }
                }
                ByteKind::Address(entry, k) => {
                    self.tag(b'a');
                    self.tag(k);
                    match last == Some(kind_of(kind)) {
                        true => self.tag(b'='),
                        false => self.value(self.m.addresses.get(entry))?,
                    }
                }
            }
            last = Some(kind_of(kind));
        }
        // No byte stands there.
        self.number(u64::MAX);
        Some(())
    }

    /// What the path condition says of the variables that occur, and of those that it
    /// relates them to. The rest is true of some values whatever these are.
    fn condition(&mut self) -> Option<()> {
        let pool = self.pool();
        if self.vars.is_empty() {
            return Some(());
        }
        if self.st.pc.len() > MOST_CONJUNCTS {
            return None;
        }
        let all: Vec<TermId> = self.st.pc.conjuncts().collect();
        let mut known: FxHashSet<VarId> = self.vars.keys().copied().collect();
        let mut taken = vec![false; all.len()];
        loop {
            let mut changed = false;
            for (c, taken) in all.iter().zip(&mut taken) {
                if !*taken && pool.vars(*c).iter().any(|v| known.contains(v)) {
                    *taken = true;
                    changed = true;
                    known.extend(pool.vars(*c));
                }
            }
            if !changed {
                break;
            }
        }
        self.tag(b'C');
        for (c, _) in all.iter().zip(&taken).filter(|(_, t)| **t) {
            self.term(*c);
        }
        Some(())
    }
}

/// What a byte is a part of.
fn kind_of(k: ByteKind) -> (bool, u32) {
    match k {
        ByteKind::Term(t, _) => (false, t.0),
        ByteKind::Address(e, _) => (true, e),
        ByteKind::Concrete | ByteKind::Uninit => (false, u32::MAX),
    }
}

impl super::engine::Engine<'_> {
    /// Whether a state that is at the head of a loop ends there.
    pub(crate) fn is_repeated(&mut self, st: &mut State) -> bool {
        // It was here before it was rebuilt.
        if st.instructions <= st.extra.known_until {
            return false;
        }
        let orders = self.machine.driver.heads.clone();
        let met = self.met.was_met(&self.machine, &orders, st);
        met && !st.extra.goes_on(&mut st.new_coverage)
    }
}
