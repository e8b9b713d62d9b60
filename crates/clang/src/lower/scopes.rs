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
//! Not seen: other objects without a name (results of calls that are
//! structures), and functions with a computed goto.

use super::function::FnLower;
use crate::llvm::{Bb, Md, Op, Value};
use ep_ir::InstKind;
use llvm_sys::core::*;
use rustc_hash::FxHashMap;

/// What clang calls the local behind a compound literal.
const LITERAL: &str = ".compoundliteral";

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
        own_scope(v).unwrap_or(before)
    }
}

fn own_scope(v: Value) -> Option<Md> {
    let scope = v.location().scope();
    (!scope.is_none()).then_some(scope)
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

/// The innermost block around all uses of an object.
fn block_of_uses(address: Value) -> Md {
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
    let around = around.unwrap_or_default();
    around.first().copied().unwrap_or(Md::NONE)
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
                let callee = Value(unsafe { LLVMGetCalledValue(user.0) });
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
        for bb in order {
            for v in bb.insts() {
                if v.opcode() == Op::LLVMIndirectBr {
                    self.scopes.watched.clear();
                    return;
                }
                let literal = v.opcode() == Op::LLVMAlloca && v.name().starts_with(LITERAL);
                let (address, block) = match v.declare() {
                    Some((address, var)) => (address, var.scope()),
                    None if literal => (v, block_of_uses(v)),
                    None => continue,
                };
                // A subprogram has no scope around it: its locals end with it.
                if !block.is_none()
                    && !block.scope().is_none()
                    && self.is_static_alloca(address)
                    && !self.promoted.contains_key(&address)
                    && escapes(address)
                {
                    self.scopes.watched.push(Watched {
                        alloca: address,
                        block,
                    });
                }
            }
        }
        if self.scopes.watched.is_empty() {
            return;
        }
        let mut before: FxHashMap<Bb, Md> = FxHashMap::default();
        for bb in order {
            let mut first = None;
            let mut last = None;
            for scope in bb.insts().filter_map(own_scope) {
                first.get_or_insert(scope);
                last = Some(scope);
            }
            let inherited = before.get(bb).copied().unwrap_or(Md::NONE);
            let ends = (first.unwrap_or(inherited), last.unwrap_or(inherited));
            self.scopes.ends.insert(*bb, ends);
            for s in self.effective_successors(*bb) {
                before.entry(s).or_insert(ends.1);
            }
        }
    }

    /// Emits what begins and ends between two scopes; the second one.
    pub fn cross(&mut self, from: Md, to: Md) -> Md {
        if from == to || self.scopes.watched.is_empty() {
            return to;
        }
        let pending = std::mem::take(&mut self.pending);
        for i in 0..self.scopes.watched.len() {
            let Watched { alloca, block } = self.scopes.watched[i];
            let (was, is) = (inside(from, block), inside(to, block));
            if was == is {
                continue;
            }
            if let Some([ptr]) = self.vals.get(&alloca).map(|p| p.as_slice()) {
                let ptr = *ptr;
                self.emit(InstKind::Lifetime { ptr, end: was });
            }
        }
        self.pending = pending;
        to
    }
}
