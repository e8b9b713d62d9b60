//! Where the scope of a block's local begins and ends.
//!
//! C ends an object with its block (C17 6.2.4), so a pointer to it that is used
//! later is an error. Clang stamps each instruction with the innermost block
//! that is open while it is emitted, so at -O0 the borders are exactly the
//! places where control goes from an instruction inside a block to one outside
//! or back. Only locals whose address is stored, passed or computed with are
//! watched: the others can only be used by instructions that name them.
//! Alternative: clang's lifetime markers, which at -O0 bring a cleanup switch
//! with every `break` and `return`. Cost: nothing where nothing is watched.
//! A compound literal belongs to the innermost block around all its uses, which
//! is its own or one around that (C17 6.5.2.5, 5).
//! A local that control never declares (in front of the first `case`, behind a
//! jump) has no position. Its block is one around all its uses that a `case` or
//! a label leads into, since nothing else makes what follows reachable: the
//! outermost such block, so that a local is never ended too early. It has no
//! value where its block is entered (C17 6.2.4, 6), and no initialiser runs.
//! A computed goto leads to many places by one edge: what can be entered by it
//! begins before the jump, and what is left by it ends where it arrives.
//! Not seen: other objects without a name, which end with their expression; a
//! store of such an address is reported as unsupported (`memory.rs`).

use super::function::FnLower;
use crate::llvm::{Bb, Md, Op, Value};
use ep_ir::{InstKind, Operand};
use rustc_hash::{FxHashMap, FxHashSet};

/// What clang calls the local behind a compound literal.
const LITERAL: &str = ".compoundliteral";

/// What clang makes without a name in the source, beside what has a point or
/// a dash in it.
const UNNAMED: [&str; 5] = ["retval", "saved_stack", "__vla_expr", "cleanup", "coerce"];

/// A local that ends before its function does.
struct Watched {
    alloca: Value,
    block: Md,
}

/// The watched locals of a function and the scopes at the ends of its blocks.
#[derive(Default)]
pub struct Scopes {
    watched: Vec<Watched>,
    ends: FxHashMap<Bb, (Md, Md)>,
    /// Positions that belong to a block that they are not stamped with.
    late: FxHashMap<Md, Md>,
    /// The blocks that jump to a label by its address, and the labels.
    dispatch: FxHashSet<Bb>,
    labels: Vec<Bb>,
    /// The scopes in which a computed goto stands.
    jumps: Vec<Md>,
}

impl Scopes {
    /// The scope at the first instruction of a block.
    pub fn at_start(&self, bb: Bb) -> Md {
        self.ends.get(&bb).map_or(Md::NONE, |e| e.0)
    }

    /// The scope at the last instruction of a block.
    pub fn at_end(&self, bb: Bb) -> Md {
        self.ends.get(&bb).map_or(Md::NONE, |e| e.1)
    }

    /// The scope of an instruction; `before` where it has none of its own.
    pub fn of(&self, v: Value, before: Md) -> Md {
        if self.watched.is_empty() {
            return before;
        }
        self.stamped(v).unwrap_or(before)
    }

    /// The scope that an instruction has of its own.
    fn stamped(&self, v: Value) -> Option<Md> {
        let late = self.late.get(&v.location()).copied();
        late.or_else(|| own_scope(v))
    }
}

fn own_scope(v: Value) -> Option<Md> {
    let scope = v.location().scope();
    (!scope.is_none()).then_some(scope)
}

/// Whether it is a block in a function: a subprogram has no scope around it,
/// and its locals end with it.
fn is_block(scope: Md) -> bool {
    !scope.is_none() && !scope.scope().is_none()
}

/// Whether `scope` is `block` or lies in it.
fn inside(mut scope: Md, block: Md) -> bool {
    while !scope.is_none() {
        if scope == block {
            return true;
        }
        scope = scope.scope();
    }
    false
}

/// The blocks around all uses of an object, the innermost one first.
fn blocks_of_uses(address: Value) -> Vec<Md> {
    let mut around: Option<Vec<Md>> = None;
    for user in address.users() {
        let mut scope = match own_scope(user) {
            Some(s) => s,
            None => continue,
        };
        let mut chain = Vec::new();
        while !scope.is_none() {
            chain.push(scope);
            scope = scope.scope();
        }
        match &mut around {
            None => around = Some(chain),
            Some(a) => a.retain(|s| chain.contains(s)),
        }
    }
    around.unwrap_or_default()
}

/// The calls of `cleanup` functions with a local of this block: the source names it
/// nowhere outside, but clang stamps them so, though they come before it ends.
fn cleanups(address: Value, block: Md) -> impl Iterator<Item = Value> {
    let outside = move |user: &Value| {
        let call = user.is_instruction() && user.opcode() == Op::LLVMCall && !user.is_debug();
        call && own_scope(*user).is_some_and(|s| !inside(s, block))
    };
    address.users().into_iter().filter(outside)
}

/// Whether it stands where the source has a label.
fn is_label(v: Value) -> bool {
    v.is_debug() && {
        let callee = v.called();
        callee.is_function() && callee.name().starts_with("llvm.dbg.label")
    }
}

/// Whether a local that no declaration stands for has a name in the source, and
/// all its uses have positions.
fn named(alloca: Value) -> bool {
    let name = alloca.name();
    let own = !name.is_empty() && !name.contains(['.', '-']);
    own && !UNNAMED.iter().any(|u| name.starts_with(u))
        && alloca.users().into_iter().all(|u| own_scope(u).is_some())
}

/// Whether the address goes anywhere but into plain accesses.
fn escapes(address: Value) -> bool {
    address.users().into_iter().any(|user| {
        if !user.is_instruction() {
            return true;
        }
        match user.opcode() {
            Op::LLVMLoad => false,
            Op::LLVMStore => user.operand(0) == address,
            Op::LLVMGetElementPtr => escapes(user),
            Op::LLVMCall => {
                let callee = user.called();
                let harmless = ["llvm.memcpy.", "llvm.memset.", "llvm.memmove.", "llvm.dbg."];
                !(callee.is_function() && harmless.iter().any(|p| callee.name().starts_with(p)))
            }
            _ => true,
        }
    })
}

impl FnLower<'_> {
    /// Finds the locals to watch, after promotion. `order` is reverse
    /// post-order, so that a block without positions takes the scope in which
    /// a predecessor ended.
    pub fn find_scopes(&mut self, order: &[Bb]) {
        if !self.lw.in_source_order {
            return;
        }
        let mut declared = FxHashSet::default();
        for bb in order {
            for v in bb.insts() {
                if v.opcode() == Op::LLVMIndirectBr {
                    self.scopes.dispatch.insert(*bb);
                    self.scopes.labels.extend(v.successors());
                }
                declared.extend(v.declare().map(|(address, _)| address));
            }
        }
        let mut hidden = Vec::new();
        for bb in order {
            for v in bb.insts() {
                let alloca = v.opcode() == Op::LLVMAlloca;
                let literal = alloca && v.name().starts_with(LITERAL);
                if alloca && !declared.contains(&v) && named(v) && self.is_static_alloca(v) {
                    hidden.push(v);
                }
                let (address, block) = match v.declare() {
                    Some((address, var)) => (address, var.scope()),
                    None if literal => {
                        let block = blocks_of_uses(v).first().copied();
                        (v, block.unwrap_or(Md::NONE))
                    }
                    None => continue,
                };
                if is_block(block)
                    && self.is_static_alloca(address)
                    && !self.promoted.contains_key(&address)
                    && escapes(address)
                {
                    // What leads to the call has its position, too.
                    let late = cleanups(address, block).map(|call| (call.location(), block));
                    self.scopes.late.extend(late);
                    self.scopes.watched.push(Watched {
                        alloca: address,
                        block,
                    });
                }
            }
        }
        if self.scopes.watched.is_empty() && hidden.is_empty() {
            return;
        }
        let mut before: FxHashMap<Bb, Md> = FxHashMap::default();
        for bb in order {
            let mut first = None;
            let mut last = None;
            for scope in bb.insts().filter_map(|v| self.scopes.stamped(v)) {
                first.get_or_insert(scope);
                last = Some(scope);
            }
            let inherited = before.get(bb).copied().unwrap_or(Md::NONE);
            let ends = (first.unwrap_or(inherited), last.unwrap_or(inherited));
            self.scopes.ends.insert(*bb, ends);
            for s in self.effective_successors(*bb) {
                before.entry(s).or_insert(ends.1);
                if self.scopes.dispatch.contains(&s) {
                    self.scopes.jumps.push(ends.1);
                }
            }
        }
        self.find_hidden(order, &hidden);
        let own = |bb: &Bb| bb.insts().any(|v| own_scope(v).is_some());
        let plain = !self.scopes.dispatch.iter().any(own) && self.scopes.labels.iter().all(own);
        if !plain {
            self.scopes.watched.clear();
        }
    }

    /// Watches the locals that control never declares.
    fn find_hidden(&mut self, order: &[Bb], hidden: &[Value]) {
        if hidden.is_empty() {
            return;
        }
        // Where control arrives by a label or a case, and where it comes from.
        let mut arrivals = Vec::new();
        for bb in order {
            let labels = bb.insts().filter(|v| is_label(*v));
            arrivals.extend(labels.filter_map(own_scope).map(|s| (Md::NONE, s)));
            let switch = |t: &Value| t.opcode() == Op::LLVMSwitch;
            if let Some(t) = bb.terminator().filter(switch) {
                let from = self.scopes.at_end(*bb);
                let to = t.successors().into_iter();
                arrivals.extend(to.map(|s| (from, self.scopes.at_start(s))));
            }
        }
        for &alloca in hidden {
            let leads_into = |block: &Md| {
                let into = |(from, to): &(Md, Md)| inside(*to, *block) && !inside(*from, *block);
                is_block(*block) && arrivals.iter().any(into)
            };
            let blocks = blocks_of_uses(alloca);
            if let Some(&block) = blocks.iter().rev().find(|b| leads_into(b)) {
                self.scopes.watched.push(Watched { alloca, block });
            }
        }
    }

    /// Emits what begins and ends on the edge between two blocks. One that
    /// leads to a computed goto leads to all labels: a local that some label is
    /// in the block of begins here, and ends at the others.
    pub fn cross_edge(&mut self, from: Bb, to: Bb) {
        if self.scopes.dispatch.contains(&from) {
            return;
        }
        let was = self.scopes.at_end(from);
        if !self.scopes.dispatch.contains(&to) {
            self.cross(was, self.scopes.at_start(to));
            return;
        }
        for i in 0..self.scopes.watched.len() {
            let block = self.scopes.watched[i].block;
            let mut labels = self.scopes.labels.iter();
            if !inside(was, block) && labels.any(|l| inside(self.scopes.at_start(*l), block)) {
                self.border(i, false);
            }
        }
    }

    /// Where a computed goto can arrive: what it may have left ends. On other
    /// ways that has happened already, and changes nothing.
    pub fn arrive(&mut self, bb: Bb) {
        if !self.scopes.labels.contains(&bb) {
            return;
        }
        let is = self.scopes.at_start(bb);
        for i in 0..self.scopes.watched.len() {
            let block = self.scopes.watched[i].block;
            let mut jumps = self.scopes.jumps.iter();
            if !inside(is, block) && jumps.any(|j| inside(*j, block)) {
                self.border(i, true);
            }
        }
    }

    /// Begins or ends a local.
    fn border(&mut self, i: usize, end: bool) {
        let alloca = self.scopes.watched[i].alloca;
        let pending = std::mem::take(&mut self.pending);
        if let Some(&dst) = self.promoted.get(&alloca) {
            if !end {
                let src = Operand::Undef;
                self.emit(InstKind::Copy { dst, src });
            }
        } else if let Some([ptr]) = self.vals.get(&alloca).map(|p| p.as_slice()) {
            let ptr = *ptr;
            self.emit(InstKind::Lifetime { ptr, end });
        }
        self.pending = pending;
    }

    /// Emits what begins and ends between two scopes; the second one.
    pub fn cross(&mut self, from: Md, to: Md) -> Md {
        if from == to || self.scopes.watched.is_empty() {
            return to;
        }
        for i in 0..self.scopes.watched.len() {
            let block = self.scopes.watched[i].block;
            let (was, is) = (inside(from, block), inside(to, block));
            if was != is {
                self.border(i, was);
            }
        }
        to
    }
}
