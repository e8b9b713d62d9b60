//! Parser: functions, variables, blocks, terminators.

use super::parser::{Parser, P};
use crate::debug::VarStorage;
use crate::{Block, Function, LocalVar, Param, SwitchCase, Terminator, Type};
use ep_base::Arena;

/// Registers of one function at most.
const MAX_REGS: usize = 1 << 22;

impl Parser<'_> {
    pub(super) fn function(&mut self) -> P<Function> {
        let name = self.text()?;
        let params = self.list(|p| {
            let ty = p.ty()?;
            let reg = p.reg()?;
            let byval = p.byval()?;
            let promised = p.promised()?;
            Ok(Param {
                reg,
                ty,
                byval,
                promised,
            })
        })?;
        self.arrow()?;
        let rets = self.list(|p| p.ty())?;
        let variadic = self.eat_word("variadic")?;
        let noreturn = self.eat_word("noreturn")?;
        let internal = self.eat_word("internal")?;
        let ty = self.debug_type_id()?;
        let loc = self.loc()?;
        let mut f = Function {
            name,
            params,
            rets,
            variadic,
            noreturn,
            internal,
            blocks: Arena::new(),
            regs: Arena::new(),
            vars: Arena::new(),
            ty,
            loc,
        };
        self.punct('{')?;
        if self.eat_word("regs")? {
            let runs = self.list(|p| {
                let ty = p.ty()?;
                let n: usize = if p.eat_word("x")? { p.number()? } else { 1 };
                Ok((ty, n))
            })?;
            self.registers(&mut f, &runs)?;
        }
        while let Some(n) = self.numbered("var") {
            self.in_order(n, f.vars.len())?;
            self.advance()?;
            let v = self.variable()?;
            f.vars.push(v);
        }
        while let Some(n) = self.numbered("bb") {
            self.in_order(n, f.blocks.len())?;
            self.advance()?;
            self.punct(':')?;
            let b = self.block()?;
            f.blocks.push(b);
        }
        self.punct('}')?;
        Ok(f)
    }

    fn registers(&mut self, f: &mut Function, runs: &[(Type, usize)]) -> P<()> {
        for (ty, n) in runs {
            if f.regs.len().saturating_add(*n) > MAX_REGS {
                return self.error("more registers than are allowed (4 Mi)");
            }
            for _ in 0..*n {
                f.regs.push(*ty);
            }
        }
        Ok(())
    }

    fn variable(&mut self) -> P<LocalVar> {
        let name = self.text()?;
        let ty = self.debug_type_id()?;
        let storage = match self.any_word("`memory`, `register` or `gone`")? {
            "memory" => VarStorage::Memory(self.reg()?),
            "register" => VarStorage::Register(self.reg()?),
            "gone" => VarStorage::None,
            other => return self.error(format!("unknown storage `{other}`")),
        };
        let arg = if self.eat_word("param")? {
            self.number()?
        } else {
            0
        };
        let loc = self.loc()?;
        Ok(LocalVar {
            name,
            ty,
            storage,
            loc,
            arg,
        })
    }

    fn block(&mut self) -> P<Block> {
        let mut insts = Vec::new();
        loop {
            if let Some(term) = self.terminator()? {
                return Ok(Block {
                    insts,
                    term,
                    term_loc: self.loc()?,
                    term_weight: self.weight()?,
                });
            }
            insts.push(self.inst()?);
        }
    }

    /// A terminator if one begins here.
    fn terminator(&mut self) -> P<Option<Terminator>> {
        Ok(Some(if self.eat_word("jump")? {
            Terminator::Jump(self.block_id()?)
        } else if self.eat_word("branch")? {
            let cond = self.operand()?;
            self.punct(',')?;
            let then = self.block_id()?;
            self.punct(',')?;
            let els = self.block_id()?;
            Terminator::Branch { cond, then, els }
        } else if self.eat_word("switch")? {
            let ty = self.ty()?;
            let value = self.operand()?;
            self.punct(',')?;
            let default = self.block_id()?;
            let cases = self.list(|p| {
                let value = p.u128()?;
                p.punct(':')?;
                let target = p.block_id()?;
                let counter = match p.eat_word("count")? {
                    true => Some(p.number()?),
                    false => None,
                };
                Ok(SwitchCase {
                    value,
                    target,
                    counter,
                })
            })?;
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            }
        } else if self.eat_word("indirectjump")? {
            let target = self.operand()?;
            let labels = self.list(|p| p.block_id())?;
            Terminator::IndirectJump { target, labels }
        } else if self.eat_word("return")? {
            Terminator::Return(self.list(|p| p.operand())?)
        } else if self.eat_word("unreachable")? {
            Terminator::Unreachable
        } else if self.eat_word("unsupported_end")? {
            Terminator::Unsupported(self.text()?)
        } else {
            return Ok(None);
        }))
    }
}
