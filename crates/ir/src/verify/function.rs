//! Rules on functions, operands and terminators.

use super::{Checker, Rule};
use crate::debug::VarStorage;
use crate::scalar::mask128;
use crate::{BlockId, FloatFormat, FuncId, Function, Operand, Reg, Terminator, Type};
use std::collections::HashSet;

impl Checker<'_> {
    pub(super) fn function(&mut self, f: &Function) {
        self.loc(f.loc);
        self.debug_type(f.ty);
        for (_, t) in f.regs.iter() {
            self.width(*t);
        }
        for t in &f.rets {
            self.width(*t);
        }
        let mut seen = HashSet::new();
        for p in &f.params {
            // Declarations have no registers.
            if !f.is_declaration() {
                let ok = f.regs.get(p.reg) == Some(&p.ty) && seen.insert(p.reg);
                self.need(ok, Rule::ParamReg, || p.reg.to_string());
            }
            self.byval(p.ty, p.byval);
        }
        for (id, v) in f.vars.iter() {
            self.loc(v.loc);
            self.debug_type(v.ty);
            let ok = match v.storage {
                VarStorage::Memory(r) => f.regs.get(r) == Some(&Type::Ptr),
                VarStorage::Register(r) => f.regs.get(r).is_some(),
                VarStorage::None => true,
            };
            self.need(ok, Rule::VarRange, || format!("{id} {:?}", v.storage));
        }
        for (id, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                self.at = Some((id, i));
                self.loc(inst.loc);
                self.inst(f, &inst.kind);
            }
            self.at = Some((id, block.insts.len()));
            self.loc(block.term_loc);
            self.terminator(f, &block.term);
        }
        self.at = None;
    }

    pub(super) fn width(&mut self, t: Type) {
        if let Type::Int(w) = t {
            self.need((1..=128).contains(&w), Rule::TypeWidth, || w.to_string());
        }
    }

    pub(super) fn byval(&mut self, ty: Type, byval: Option<(u64, u32)>) {
        if let Some((size, align)) = byval {
            let ok = ty == Type::Ptr && align.is_power_of_two() && size < 1 << 40;
            self.need(ok, Rule::ByvalPointer, || format!("{ty:?} {size} {align}"));
        }
    }

    /// A register of this type; its own type when `None`.
    pub(super) fn reg(&mut self, f: &Function, r: Reg) -> Option<Type> {
        let t = f.regs.get(r).copied();
        self.need(t.is_some(), Rule::RegRange, || r.to_string());
        t
    }

    /// An operand at a place that asks for `ty`.
    pub(super) fn operand(&mut self, f: &Function, op: &Operand, ty: Type) {
        let m = self.m;
        match *op {
            Operand::Reg(r) => {
                if let Some(t) = self.reg(f, r) {
                    self.need(t == ty, Rule::OperandType, || {
                        format!("{r} is {t:?}, {ty:?} is asked for")
                    });
                }
            }
            Operand::Int(v) => {
                let wide = matches!(ty, Type::Float(FloatFormat::F80 | FloatFormat::F128));
                self.need(!wide, Rule::OperandType, || {
                    "a narrow constant as a wide float".into()
                });
                let fits = u128::from(v) <= mask128(m.layout.bits(ty));
                self.need(fits, Rule::ConstantFits, || format!("{v} as {ty:?}"));
            }
            Operand::Wide(v) => {
                let bits = m.layout.bits(ty);
                self.need(bits > 64, Rule::OperandType, || format!("{v} as {ty:?}"));
                self.need(v <= mask128(bits), Rule::ConstantFits, || {
                    format!("{v} as {ty:?}")
                });
            }
            Operand::Global(g, _) => {
                self.need(m.globals.get(g).is_some(), Rule::GlobalRange, || {
                    g.to_string()
                });
                self.address(ty, op);
            }
            Operand::Func(id) => {
                self.func_exists(id);
                self.address(ty, op);
            }
            Operand::Label(id, b) => {
                self.func_exists(id);
                let ok = m
                    .functions
                    .get(id)
                    .is_none_or(|f| f.blocks.get(b).is_some());
                self.need(ok, Rule::FuncRange, || format!("{op:?}"));
                self.address(ty, op);
            }
            Operand::Undef => {}
        }
    }

    fn address(&mut self, ty: Type, op: &Operand) {
        self.need(ty == Type::Ptr, Rule::OperandType, || {
            format!("{op:?} as {ty:?}")
        });
    }

    pub(super) fn func_exists(&mut self, id: FuncId) {
        let ok = self.m.functions.get(id).is_some();
        self.need(ok, Rule::FuncRange, || id.to_string());
    }

    /// A destination of this type.
    pub(super) fn dst(&mut self, f: &Function, r: Reg, ty: Type) {
        if let Some(t) = self.reg(f, r) {
            self.need(t == ty, Rule::ResultType, || {
                format!("{r} is {t:?}, the result {ty:?}")
            });
        }
    }

    fn target(&mut self, f: &Function, b: BlockId) {
        self.need(f.blocks.get(b).is_some(), Rule::BlockRange, || {
            b.to_string()
        });
    }

    fn terminator(&mut self, f: &Function, t: &Terminator) {
        match t {
            Terminator::Jump(b) => self.target(f, *b),
            Terminator::Branch { cond, then, els } => {
                self.operand(f, cond, Type::Int(1));
                self.target(f, *then);
                self.target(f, *els);
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                self.width(*ty);
                self.need(matches!(ty, Type::Int(_)), Rule::SwitchType, || {
                    format!("{ty:?}")
                });
                self.operand(f, value, *ty);
                self.target(f, *default);
                let mask = mask128(self.m.layout.bits(*ty));
                let mut seen = HashSet::new();
                for c in cases {
                    self.target(f, c.target);
                    let ok = c.value <= mask && seen.insert(c.value);
                    self.need(ok, Rule::SwitchCases, || c.value.to_string());
                }
            }
            Terminator::IndirectJump { target, labels } => {
                self.operand(f, target, Type::Ptr);
                labels.iter().for_each(|b| self.target(f, *b));
            }
            Terminator::Return(values) => {
                self.need(values.len() == f.rets.len(), Rule::ReturnCount, || {
                    format!("{} of {}", values.len(), f.rets.len())
                });
                for (v, ty) in values.iter().zip(&f.rets) {
                    self.operand(f, v, *ty);
                }
            }
            Terminator::Unreachable | Terminator::Unsupported(_) => {}
        }
    }
}
