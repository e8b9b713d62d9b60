//! Recognises what the trapping sanitizers emit.
//!
//! `{r, o} = llvm.sadd.with.overflow(a, b)` whose overflow bit does nothing
//! but branch to a block that only traps becomes one checked addition. Every
//! other branch to such a block becomes a [`InstKind::Check`] in line. Checks
//! that the checked operation of the ir repeats (division, shift amounts,
//! conversions of floats) are dropped when their operand is not constant: with
//! a constant operand LLVM has folded the operation itself to poison, and the
//! check is all that is left of `1 / 0`. The diamond around the base check of
//! a signed left shift is flattened.

use super::function::FnLower;
use crate::layout::Unsupported;
use crate::llvm::{Bb, Op, Value};
use ep_ir::{BinOp, CheckKind, InstKind, Operand, Overflow, Type};
use llvm_sys::LLVMIntPredicate as P;
use smallvec::smallvec;

/// A branch that traps on one side.
pub struct Trap {
    kind: u8,
    cond: Value,
    /// The check passes when `cond` is this.
    pass: bool,
    pub next: Bb,
}

/// The base check of a signed left shift.
pub struct Shift {
    cond: Value,
    check: Bb,
    pub join: Bb,
    phi: Value,
    and: Value,
    value: Value,
}

/// How a block's terminator is to be read.
pub enum Plan {
    Normal,
    Trap(Trap),
    Shift(Shift),
}

impl FnLower<'_> {
    /// The handler number of a block that does nothing but trap.
    pub fn trap_kind(&mut self, bb: Bb) -> Option<u8> {
        if let Some(&known) = self.traps.get(&bb) {
            return known;
        }
        let mut insts = bb.insts().filter(|v| !v.is_debug());
        let kind = (|| {
            let call = insts.next()?;
            let kind = ubsan_trap(call)?;
            (insts.next()?.opcode() == Op::LLVMUnreachable).then_some(kind)
        })();
        self.traps.insert(bb, kind);
        kind
    }

    /// What the end of `bb` means.
    pub fn plan(&mut self, bb: Bb) -> Plan {
        let Some(term) = bb.terminator() else {
            return Plan::Normal;
        };
        if term.opcode() != Op::LLVMBr || !term.is_conditional() {
            return Plan::Normal;
        }
        let to = term.successors();
        let cond = term.operand(0);
        let kinds = (self.trap_kind(to[0]), self.trap_kind(to[1]));
        match kinds {
            (None, Some(kind)) => {
                return Plan::Trap(Trap {
                    kind,
                    cond,
                    pass: true,
                    next: to[0],
                })
            }
            (Some(kind), None) => {
                return Plan::Trap(Trap {
                    kind,
                    cond,
                    pass: false,
                    next: to[1],
                })
            }
            _ => {}
        }
        match self.shift_diamond(bb, term) {
            Some(shift) => Plan::Shift(shift),
            None => Plan::Normal,
        }
    }

    fn shift_diamond(&self, bb: Bb, term: Value) -> Option<Shift> {
        let nosanitize = self.lw.nosanitize;
        if !term.has_metadata(nosanitize) {
            return None;
        }
        let to = term.successors();
        let (check, join) = (to[0], to[1]);
        let cond = term.operand(0);
        let mut insts = join.insts().filter(|v| !v.is_debug());
        let phi = insts.next().filter(|v| v.opcode() == Op::LLVMPHI)?;
        let and = insts.next().filter(|v| v.opcode() == Op::LLVMAnd)?;
        if and.operand(0) != cond || and.operand(1) != phi || phi.single_user() != Some(and) {
            return None;
        }
        let incoming = phi.incoming();
        let [(first, from), (value, through)] = incoming.as_slice() else {
            return None;
        };
        let is_true = first.constant_bits() == Some((1, 1));
        if *from != bb || *through != check || !is_true {
            return None;
        }
        let check_term = check.terminator()?;
        if check_term.opcode() != Op::LLVMBr || check_term.is_conditional() {
            return None;
        }
        if check_term.successors() != [join] {
            return None;
        }
        let as_value = check.as_value();
        let branches = as_value.users();
        if branches
            .iter()
            .filter(|u| u.is_instruction() && u.opcode() == Op::LLVMBr)
            .count()
            != 1
        {
            return None;
        }
        let simple = check.insts().all(|v| {
            v.has_metadata(nosanitize)
                && matches!(
                    v.opcode(),
                    Op::LLVMSub | Op::LLVMLShr | Op::LLVMICmp | Op::LLVMBr
                )
        });
        simple.then_some(Shift {
            cond,
            check,
            join,
            phi,
            and,
            value: *value,
        })
    }

    /// Successors when every check passes.
    pub fn effective_successors(&mut self, bb: Bb) -> Vec<Bb> {
        match self.plan(bb) {
            Plan::Normal => match bb.terminator().and_then(|end| self.counted_side(end)) {
                Some((to, ..)) => vec![to],
                None => bb.successors(),
            },
            Plan::Trap(trap) => vec![trap.next],
            Plan::Shift(shift) => vec![shift.join],
        }
    }

    /// Emits the check of a trapping branch unless it is redundant.
    pub fn check(&mut self, trap: &Trap) -> Result<(), Unsupported> {
        let kind = match check_kind(trap.kind) {
            CheckKind::Shift if checks_base(trap.cond) => CheckKind::ShiftBase,
            other => other,
        };
        let ok = self.one(trap.cond)?;
        let ok = if trap.pass { ok } else { self.negate(ok) };
        match ok {
            Operand::Int(1) => return Ok(()),
            Operand::Int(0) => {}
            _ if self.is_repeated_by(kind, trap) => return Ok(()),
            _ => {}
        }
        self.emit(InstKind::Check { kind, ok });
        Ok(())
    }

    /// Flattens the diamond: the amount is checked, then the base.
    pub fn shift_check(&mut self, shift: &Shift) -> Result<(), Unsupported> {
        let ok = self.one(shift.cond)?;
        if ok != Operand::Int(1) {
            self.emit(InstKind::Check {
                kind: CheckKind::Shift,
                ok,
            });
        }
        for v in shift.check.insts() {
            if v.opcode() != Op::LLVMBr {
                self.loc = self.location(v);
                self.instruction(v);
            }
        }
        let mut value = self.parts(shift.value)?;
        // Behind an amount that is too much, which nobody may have asked
        // about, the value is not looked at.
        if let ([fits], Operand::Reg(_)) = (&value[..], ok) {
            let excused = self.negate(ok);
            value = smallvec![self.either(excused, *fits)];
        }
        self.aliased.insert(shift.phi);
        self.vals.insert(shift.phi, value.clone());
        self.vals.insert(shift.and, value);
        Ok(())
    }

    pub fn negate(&mut self, cond: Operand) -> Operand {
        if let Operand::Int(n) = cond {
            return Operand::Int(n ^ 1);
        }
        let dst = self.new_reg(Type::Int(1));
        self.emit(InstKind::Bin {
            op: BinOp::Xor,
            flags: Overflow::default(),
            dst,
            a: cond,
            b: Operand::Int(1),
        });
        Operand::Reg(dst)
    }

    fn either(&mut self, a: Operand, b: Operand) -> Operand {
        let dst = self.new_reg(Type::Int(1));
        self.emit(InstKind::Bin {
            op: BinOp::Or,
            flags: Overflow::default(),
            dst,
            a,
            b,
        });
        Operand::Reg(dst)
    }

    /// Whether the operation behind the check makes the same check itself.
    fn is_repeated_by(&mut self, kind: CheckKind, trap: &Trap) -> bool {
        if trap.cond.is_constant_int() {
            return false;
        }
        match kind {
            CheckKind::FloatCast => true,
            CheckKind::Division => trap
                .next
                .insts()
                .find(|v| !v.is_debug())
                .is_some_and(|v| is_division(v.opcode())),
            CheckKind::Shift => self.shift_amount_check(trap),
            _ => false,
        }
    }

    /// `icmp ule amount, width - 1` right before a shift by `amount`.
    fn shift_amount_check(&mut self, trap: &Trap) -> bool {
        let cmp = trap.cond;
        if !trap.pass || !cmp.is_instruction() || cmp.opcode() != Op::LLVMICmp {
            return false;
        }
        if cmp.int_predicate() != P::LLVMIntULE {
            return false;
        }
        let amount = cmp.operand(0);
        let Some((_, limit)) = cmp.operand(1).constant_bits() else {
            return false;
        };
        let mut same = amount;
        for v in trap.next.insts().filter(|v| !v.is_debug()) {
            match v.opcode() {
                Op::LLVMZExt if v.operand(0) == amount => same = v,
                Op::LLVMShl | Op::LLVMLShr | Op::LLVMAShr => {
                    return v.operand(1) == same
                        && matches!(self.scalar(v), Ok(Type::Int(w)) if u128::from(w) == limit + 1);
                }
                _ => return false,
            }
        }
        false
    }

    /// The checked operation behind an overflow intrinsic whose bit only
    /// leads to a trap; `None` when the bit is used otherwise.
    pub fn fused_overflow(&mut self, call: Value, name: &str) -> Option<(BinOp, Overflow)> {
        if !self.lw.module.from_source {
            return None;
        }
        let (op, signed) = match name {
            "sadd" => (BinOp::Add, true),
            "ssub" => (BinOp::Sub, true),
            "smul" => (BinOp::Mul, true),
            "uadd" => (BinOp::Add, false),
            "usub" => (BinOp::Sub, false),
            "umul" => (BinOp::Mul, false),
            _ => return None,
        };
        for user in call.users() {
            if !user.is_instruction() || user.opcode() != Op::LLVMExtractValue {
                return None;
            }
            if user.indices() == [0] {
                continue;
            }
            let mut bit = user.single_user()?;
            let mut trap_when = true;
            if bit.opcode() == Op::LLVMXor {
                trap_when = false;
                bit = bit.single_user()?;
            }
            if bit.opcode() != Op::LLVMBr || bit.block() != call.block() {
                return None;
            }
            let to = bit.successors();
            self.trap_kind(to[usize::from(!trap_when)])?;
        }
        Some((
            op,
            Overflow {
                nsw: signed,
                nuw: !signed,
                exact: false,
            },
        ))
    }
}

/// The handler number of a call of `llvm.ubsantrap`.
pub fn ubsan_trap(call: Value) -> Option<u8> {
    if call.opcode() != Op::LLVMCall {
        return None;
    }
    let callee = call.called();
    if !callee.is_function() || callee.name() != "llvm.ubsantrap" {
        return None;
    }
    let (_, kind) = call.operand(0).constant_bits()?;
    u8::try_from(kind).ok()
}

fn is_division(op: Op) -> bool {
    matches!(
        op,
        Op::LLVMSDiv | Op::LLVMUDiv | Op::LLVMSRem | Op::LLVMURem
    )
}

/// Whether a condition of clang's check of shifts looks at the shifted value
/// and not only at the amount. Where it does, the two parts meet in a `phi`,
/// and an `and` with the amount's part unless that is constant.
fn checks_base(cond: Value) -> bool {
    let phi = |v: Value| v.is_instruction() && v.opcode() == Op::LLVMPHI;
    phi(cond)
        || cond.is_instruction()
            && cond.opcode() == Op::LLVMAnd
            && (phi(cond.operand(0)) || phi(cond.operand(1)))
}

/// Numbers of clang's `SanitizerHandler`, as of LLVM 19.
pub fn check_kind(handler: u8) -> CheckKind {
    match handler {
        0 | 12 | 13 | 21 => CheckKind::SignedOverflow,
        1 | 11 => CheckKind::Unreachable,
        3 => CheckKind::Division,
        5 => CheckKind::FloatCast,
        8 => CheckKind::Builtin,
        14..=17 => CheckKind::NonNull,
        18 => CheckKind::Bounds,
        20 => CheckKind::Shift,
        24 => CheckKind::VlaBound,
        _ => CheckKind::Trap,
    }
}
