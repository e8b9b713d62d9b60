//! Parser: instructions.

use super::lexer::Token;
use super::parser::{Parser, P};
use super::words::Word;
use crate::inst::{Arg, PtrTerm};
use crate::{
    BinOp, Callee, CastOp, FloatBinOp, FloatUnOp, Inst, InstKind, Operand, Overflow, Reg, Type,
    VarId,
};

impl Parser<'_> {
    pub(super) fn inst(&mut self) -> P<Inst> {
        let mut dsts = Vec::new();
        if matches!(self.token, Token::Reg(_)) {
            dsts.push(self.reg()?);
            while self.eat(',')? {
                dsts.push(self.reg()?);
            }
            self.punct('=')?;
        }
        let word = self.any_word("an instruction or a terminator")?;
        let kind = match word {
            "call" | "intrinsic" | "unsupported" | "cmpxchg" => self.many(word, dsts)?,
            _ => match dsts.as_slice() {
                [] => self.effect(word)?,
                [dst] => self.one(word, *dst)?,
                _ => return self.error(format!("`{word}` has one result")),
            },
        };
        Ok(Inst {
            kind,
            loc: self.loc()?,
            weight: self.weight()?,
        })
    }

    fn typed(&mut self) -> P<(Type, Operand)> {
        Ok((self.ty()?, self.operand()?))
    }

    fn comma_operand(&mut self) -> P<Operand> {
        self.punct(',')?;
        self.operand()
    }

    fn align(&mut self) -> P<u32> {
        self.word("align")?;
        self.number()
    }

    /// Instructions with any number of results.
    fn many(&mut self, word: &str, dsts: Vec<Reg>) -> P<InstKind> {
        Ok(match word {
            "call" => {
                let callee = if self.eat_word("indirect")? {
                    Callee::Indirect(self.operand()?)
                } else {
                    Callee::Direct(self.func_id()?)
                };
                let args = self.list(|p| {
                    let (ty, value) = p.typed()?;
                    let byval = p.byval()?;
                    Ok(Arg { value, ty, byval })
                })?;
                self.arrow()?;
                let rets = self.list(|p| p.ty())?;
                InstKind::Call {
                    dsts,
                    callee,
                    args,
                    rets,
                }
            }
            "intrinsic" => InstKind::Intrinsic {
                op: self.choice("an intrinsic")?,
                ty: self.ty()?,
                dsts,
                args: self.list(|p| p.operand())?,
            },
            "cmpxchg" => {
                let [old, success] = dsts[..] else {
                    return self.error("`cmpxchg` has two results");
                };
                let (ty, addr) = self.typed()?;
                InstKind::CmpXchg {
                    ty,
                    old,
                    success,
                    addr,
                    expected: self.comma_operand()?,
                    new: self.comma_operand()?,
                }
            }
            _ => InstKind::Unsupported {
                what: self.text()?,
                dsts,
            },
        })
    }

    /// Instructions without a result.
    fn effect(&mut self, word: &str) -> P<InstKind> {
        Ok(match word {
            "store" => {
                let volatile = self.eat_word("volatile")?;
                let (ty, value) = self.typed()?;
                InstKind::Store {
                    ty,
                    value,
                    addr: self.comma_operand()?,
                    align: self.align()?,
                    volatile,
                }
            }
            "memcpy" | "memmove" => {
                let dst = self.operand()?;
                let src = self.comma_operand()?;
                self.punct(',')?;
                let (len_ty, len) = self.typed()?;
                InstKind::MemCopy {
                    dst,
                    src,
                    len,
                    len_ty,
                    may_overlap: word == "memmove",
                }
            }
            "memset" => {
                let dst = self.operand()?;
                let value = self.comma_operand()?;
                self.punct(',')?;
                let (len_ty, len) = self.typed()?;
                InstKind::MemSet {
                    dst,
                    value,
                    len,
                    len_ty,
                }
            }
            "check" => InstKind::Check {
                kind: self.choice("a kind of check")?,
                ok: self.operand()?,
            },
            "assume" => InstKind::Assume {
                cond: self.operand()?,
            },
            "count" => {
                let counter = self.number()?;
                let on = !self.eat_word("unless")?;
                if on {
                    self.word("if")?;
                }
                InstKind::Count {
                    counter,
                    by: self.operand()?,
                    on,
                }
            }
            "stackrestore" => InstKind::StackRestore {
                token: self.operand()?,
            },
            "lifetime.start" | "lifetime.end" => InstKind::Lifetime {
                ptr: self.operand()?,
                end: word == "lifetime.end",
            },
            "va_start" => InstKind::VaStart {
                list: self.operand()?,
            },
            "va_end" => InstKind::VaEnd {
                list: self.operand()?,
            },
            "va_copy" => InstKind::VaCopy {
                dst: self.operand()?,
                src: self.comma_operand()?,
            },
            other => return self.error(format!("unknown instruction `{other}` without a result")),
        })
    }

    /// Instructions with one result.
    fn one(&mut self, word: &str, dst: Reg) -> P<InstKind> {
        if let Some(op) = BinOp::from_word(word) {
            let flags = Overflow {
                nsw: self.eat_word("nsw")?,
                nuw: self.eat_word("nuw")?,
                exact: self.eat_word("exact")?,
            };
            return Ok(InstKind::Bin {
                op,
                flags,
                dst,
                a: self.operand()?,
                b: self.comma_operand()?,
            });
        }
        if let Some(op) = CastOp::from_word(word) {
            let (from, src) = self.typed()?;
            self.word("to")?;
            return Ok(InstKind::Cast {
                op,
                from,
                to: self.ty()?,
                dst,
                src,
            });
        }
        if let Some(op) = FloatBinOp::from_word(word) {
            return Ok(InstKind::FloatBin {
                op,
                dst,
                a: self.operand()?,
                b: self.comma_operand()?,
            });
        }
        if let Some(op) = FloatUnOp::from_word(word) {
            return Ok(InstKind::FloatUn {
                op,
                dst,
                a: self.operand()?,
            });
        }
        Ok(match word {
            "copy" => InstKind::Copy {
                dst,
                src: self.operand()?,
            },
            "freeze" => InstKind::Freeze {
                dst,
                src: self.operand()?,
            },
            "icmp" => InstKind::Cmp {
                pred: self.choice("a comparison")?,
                ty: self.ty()?,
                dst,
                a: self.operand()?,
                b: self.comma_operand()?,
            },
            "fcmp" => InstKind::FloatCmp {
                pred: self.choice("a float comparison")?,
                ty: self.ty()?,
                dst,
                a: self.operand()?,
                b: self.comma_operand()?,
            },
            "select" => InstKind::Select {
                dst,
                cond: self.operand()?,
                a: self.comma_operand()?,
                b: self.comma_operand()?,
            },
            "load" => {
                let volatile = self.eat_word("volatile")?;
                let (ty, addr) = self.typed()?;
                InstKind::Load {
                    dst,
                    ty,
                    addr,
                    align: self.align()?,
                    volatile,
                }
            }
            "alloca" => {
                let size = self.number()?;
                let align = self.align()?;
                let count = if self.eat_word("of")? {
                    let (ty, op) = self.typed()?;
                    Some((op, ty))
                } else {
                    None
                };
                let var = self.numbered("var").map(VarId);
                if var.is_some() {
                    self.advance()?;
                }
                InstKind::Alloca {
                    dst,
                    size,
                    align,
                    count,
                    var,
                }
            }
            "ptradd" => {
                let inbounds = self.eat_word("inbounds")?;
                let base = self.operand()?;
                self.punct(',')?;
                let offset = self.i64()?;
                let mut terms = Vec::new();
                while self.eat(',')? {
                    let (ty, index) = self.typed()?;
                    self.word("times")?;
                    let scale = self.i64()?;
                    let within = match self.eat_word("within")? {
                        true => self.number()?,
                        false => 0,
                    };
                    terms.push(PtrTerm {
                        index,
                        ty,
                        scale,
                        within,
                    });
                }
                InstKind::PtrAdd {
                    dst,
                    base,
                    offset,
                    terms,
                    inbounds,
                }
            }
            "objectsize" => InstKind::ObjectSize {
                dst,
                min: self.eat_word("min")?,
                ptr: self.operand()?,
            },
            "stacksave" => InstKind::StackSave { dst },
            "atomicrmw" => {
                let op = self.choice("an atomic operation")?;
                let (ty, addr) = self.typed()?;
                InstKind::AtomicRmw {
                    op,
                    ty,
                    dst,
                    addr,
                    value: self.comma_operand()?,
                }
            }
            other => return self.error(format!("unknown instruction `{other}`")),
        })
    }
}
