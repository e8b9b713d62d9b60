//! Strings by length and characters.
//!
//! A string is an object with a length and characters that never change.
//! Comparison with a literal is one condition; two symbolic strings are
//! compared and joined by loops, one character a step. The text of a number has
//! a path per sign and number of digits, so that no loop divides: the digits are
//! quotients and remainders by powers of ten. `==` compares objects, where a
//! literal is one object and what `+` makes is new.

use super::Lowerer;
use crate::expr::{BinOp, ExprId, Scalar, VarId};
use crate::lang::{Candidate, Lhs, Proc, ProcId, Program, Stmt};
use crate::mutation::JavaRule;
use ep_java::tree::{Constant, Expr, ExprKind, StringOp};
use ep_java::Type;
use std::rc::Rc;

impl Lowerer<'_> {
    fn length(&mut self, s: ExprId) -> ExprId {
        let m = self.out.x.length_map();
        self.out.x.read(m, s)
    }
    fn char_at(&mut self, s: ExprId, i: ExprId) -> ExprId {
        let m = self.out.x.chars_map();
        let m = self.out.x.of(m);
        self.out.x.select(m, s, Some(i))
    }

    pub(crate) fn string_op(&mut self, op: StringOp, list: &[Expr]) -> ExprId {
        let typed: Vec<(&Expr, Type)> = list.iter().map(|a| (a, a.ty)).collect();
        let v = self.operands(&typed);
        let literal = |e: &Expr| match &e.kind {
            ExprKind::Constant(Constant::Str(s)) => Some(s.clone()),
            _ => None,
        };
        let this = v[0];
        match op {
            StringOp::Length => self.length(this),
            StringOp::IsEmpty => {
                let n = self.length(this);
                let zero = self.out.x.int(0);
                self.out.x.eq(n, zero)
            }
            StringOp::CharAt => self.char_at(this, v[1]),
            StringOp::Equals => match (literal(&list[0]), literal(&list[1])) {
                (Some(a), Some(b)) => self.out.x.bool(a == b),
                (_, Some(text)) => self.is_text(this, &text),
                // "abc".equals(t) is false for nil.
                (Some(text), None) => {
                    let other = v[1];
                    let there = self.out.x.not_nil(other);
                    let is = self.is_text(other, &text);
                    self.out.x.and(there, is)
                }
                (None, None) => {
                    let other = v[1];
                    let proc = self.equals_proc();
                    let t = self.local("t", Type::Boolean);
                    self.emit(Stmt::Call {
                        to: Some(Lhs::var(t)),
                        candidates: one(proc),
                        args: Rc::new([this, other]),
                        receiver: true,
                    });
                    self.out.x.of(t)
                }
            },
        }
    }

    /// Length and characters are those of the text.
    pub(crate) fn is_text(&mut self, s: ExprId, text: &[u16]) -> ExprId {
        let n = self.length(s);
        let want = self.out.x.int(text.len() as i32);
        let mut all = self.out.x.eq(n, want);
        if self.broken(JavaRule::EqualsByLength) {
            return all;
        }
        for (at, &c) in text.iter().enumerate() {
            let (i, c) = (self.out.x.int(at as i32), self.out.x.int(i32::from(c)));
            let here = self.char_at(s, i);
            let same = self.out.x.eq(here, c);
            all = self.out.x.and(all, same);
        }
        all
    }

    /// `a + b` on strings: both operands are evaluated before their texts are
    /// made.
    pub(crate) fn concat(&mut self, a: &Expr, b: &Expr) -> ExprId {
        let v = self.operands(&[(a, a.ty), (b, b.ty)]);
        self.joined((v[0], a.ty), (v[1], b.ty))
    }

    /// `a + b` of values.
    pub(crate) fn joined(&mut self, a: (ExprId, Type), b: (ExprId, Type)) -> ExprId {
        let values = [a, b].map(|(v, ty)| (self.save(v, ty), ty));
        let [Some(p), Some(q)] = values.map(|(v, ty)| self.text_of(v, ty)) else {
            return self.missing("the text of an object", Type::Str);
        };
        let proc = self.concat_proc();
        let t = self.local("t", Type::Str);
        self.emit(Stmt::Call {
            to: Some(Lhs::var(t)),
            candidates: one(proc),
            args: Rc::new([p, q]),
            receiver: false,
        });
        self.out.x.of(t)
    }

    /// An operand of `+` as a string that is not nil, if its text is modelled.
    fn text_of(&mut self, v: ExprId, ty: Type) -> Option<ExprId> {
        match ty {
            Type::Str | Type::Null => {
                let word: Vec<u16> = "null".encode_utf16().collect();
                let word = self.out.x.literal(self.out.string, &word);
                let word = self.out.x.of(word);
                let there = self.out.x.not_nil(v);
                Some(self.out.x.ite(there, v, word))
            }
            Type::Boolean => {
                let mut word = |w: &str| {
                    let w: Vec<u16> = w.encode_utf16().collect();
                    let v = self.out.x.literal(self.out.string, &w);
                    self.out.x.of(v)
                };
                let (yes, no) = (word("true"), word("false"));
                Some(self.out.x.ite(v, yes, no))
            }
            Type::Char => {
                let one = self.out.x.int(1);
                let t = self.local("t", Type::Str);
                self.emit(Stmt::New(Lhs::var(t), self.out.string, Some(one)));
                let s = self.out.x.of(t);
                let zero = self.out.x.int(0);
                let chars = self.out.x.chars_map();
                self.emit(Stmt::Assign(Lhs::element(chars, s, zero), v));
                Some(s)
            }
            Type::Byte | Type::Short | Type::Int | Type::Long => {
                let long = ty == Type::Long;
                let proc = self.digits_proc(long);
                let t = self.local("t", Type::Str);
                self.emit(Stmt::Call {
                    to: Some(Lhs::var(t)),
                    candidates: one(proc),
                    args: Rc::new([v]),
                    receiver: false,
                });
                Some(self.out.x.of(t))
            }
            _ => None,
        }
    }

    /// The text of an `int` or a `long`: a path per sign and number of digits.
    fn digits_proc(&mut self, long: bool) -> ProcId {
        if let Some(p) = self.digits[usize::from(long)] {
            return p;
        }
        let (name, kind, most) = match long {
            true => ("Long.toString", Scalar::Long, 19),
            false => ("Integer.toString", Scalar::Int, 10),
        };
        let params = [("i", kind)];
        let p = self.helper(name, &params, Scalar::Ref, |s, args, result| {
            let v = args[0];
            let zero = s.out.x.default_of(kind);
            let negative = s.out.x.bin(BinOp::Lt, v, zero);
            let below = s.block(|s| s.digits(v, result, (1, most), true, long));
            let others = s.block(|s| s.digits(v, result, (1, most), false, long));
            s.emit(Stmt::If(negative, below, others));
            let r = s.out.x.of(result);
            s.emit(Stmt::Return(Some(r)));
        });
        self.digits[usize::from(long)] = Some(p);
        p
    }

    /// `10^n`, negative where asked.
    fn power(&mut self, n: u32, negative: bool, long: bool) -> ExprId {
        let sign = if negative { -1 } else { 1 };
        match long {
            true => self.out.x.long(sign * 10i64.pow(n)),
            false => self.out.x.int(sign as i32 * 10i32.pow(n)),
        }
    }

    /// The text of a number of `least` to `most` digits, by halving.
    fn digits(
        &mut self,
        v: ExprId,
        result: VarId,
        (least, most): (u32, u32),
        negative: bool,
        long: bool,
    ) {
        if least < most {
            let middle = (least + most) / 2;
            let bound = self.power(middle, negative, long);
            let (p, q) = if negative { (bound, v) } else { (v, bound) };
            let short = self.out.x.bin(BinOp::Lt, p, q);
            let then = self.block(|s| s.digits(v, result, (least, middle), negative, long));
            let els = self.block(|s| s.digits(v, result, (middle + 1, most), negative, long));
            self.emit(Stmt::If(short, then, els));
            return;
        }
        let signed = negative && !self.broken(JavaRule::TextWithoutSign);
        let sign = i32::from(signed);
        let n = self.out.x.int(least as i32 + sign);
        self.emit(Stmt::New(Lhs::var(result), self.out.string, Some(n)));
        let (r, chars) = (self.out.x.of(result), self.out.x.chars_map());
        if signed {
            let (at, minus) = (self.out.x.int(0), self.out.x.int(i32::from(b'-')));
            self.emit(Stmt::Assign(Lhs::element(chars, r, at), minus));
        }
        // Remainders have the sign of the number, so that the smallest number
        // needs no negation.
        let ten = self.power(1, false, long);
        for place in 0..least {
            let mut digit = v;
            if place > 0 {
                let power = self.power(place, false, long);
                digit = self.out.x.bin(BinOp::Div, digit, power);
            }
            if place + 1 < least {
                digit = self.out.x.bin(BinOp::Rem, digit, ten);
            }
            if long {
                digit = self.out.x.un(crate::UnOp::LongToInt, digit);
            }
            let base = self.out.x.int(i32::from(b'0'));
            let op = if negative { BinOp::Sub } else { BinOp::Add };
            let c = self.out.x.bin(op, base, digit);
            let at = self.out.x.int((least - 1 - place) as i32 + sign);
            self.emit(Stmt::Assign(Lhs::element(chars, r, at), c));
        }
    }

    /// A procedure made of statements, beside the method under way.
    fn helper(
        &mut self,
        name: &str,
        params: &[(&str, Scalar)],
        ret: Scalar,
        body: impl FnOnce(&mut Self, &[ExprId], VarId),
    ) -> ProcId {
        let locals = std::mem::take(&mut self.locals);
        let code = std::mem::take(&mut self.code);
        let line = std::mem::replace(&mut self.line, 0);
        let mut formal = Vec::new();
        for (name, s) in params {
            let v = Program::local(&mut self.out.x, &mut self.locals, name, *s);
            if *s == Scalar::Ref {
                self.out.x.info_mut(v).class = Some(self.out.string);
            }
            formal.push(v);
        }
        let result = Program::local(&mut self.out.x, &mut self.locals, "result", ret);
        if ret == Scalar::Ref {
            self.out.x.info_mut(result).class = Some(self.out.string);
        }
        let args: Vec<ExprId> = formal.iter().map(|&v| self.out.x.of(v)).collect();
        body(self, &args, result);
        let list = std::mem::replace(&mut self.code, code);
        let block = self.out.p.block(list);
        let own = std::mem::replace(&mut self.locals, locals);
        self.line = line;
        self.out.p.procs.push(Proc {
            name: name.into(),
            params: formal,
            locals: own,
            ret: Some(result),
            body: block,
        })
    }

    /// `for (i = 0; i < n; i++) { body }`
    fn count(&mut self, n: ExprId, body: impl FnOnce(&mut Self, ExprId)) {
        let i = self.local("i", Type::Int);
        let zero = self.out.x.int(0);
        self.emit(Stmt::Assign(Lhs::var(i), zero));
        let at = self.out.x.of(i);
        let block = self.block(|s| {
            body(s, at);
            let one = s.out.x.int(1);
            let next = s.out.x.bin(BinOp::Add, at, one);
            s.emit(Stmt::Assign(Lhs::var(i), next));
        });
        let c = self.out.x.bin(BinOp::Lt, at, n);
        let label = self.out.p.label();
        self.emit(Stmt::While(c, block, label));
    }

    fn equals_proc(&mut self) -> ProcId {
        if let Some(p) = self.equals {
            return p;
        }
        let params = [("this", Scalar::Ref), ("other", Scalar::Ref)];
        let p = self.helper("String.equals", &params, Scalar::Bool, |s, args, _| {
            let (a, b) = (args[0], args[1]);
            let no = s.out.x.bool(false);
            let answer = |s: &mut Self, c: ExprId| {
                let then = s.block(|s| s.emit(Stmt::Return(Some(no))));
                let els = s.block(|_| {});
                s.emit(Stmt::If(c, then, els));
            };
            let nil = s.out.x.nil();
            let none = s.out.x.eq(b, nil);
            answer(s, none);
            let (n, m) = (s.length(a), s.length(b));
            let longer = s.out.x.ne(n, m);
            answer(s, longer);
            let all = !s.broken(JavaRule::EqualsByLength);
            let n = if all { n } else { s.out.x.int(0) };
            s.count(n, |s, i| {
                let (p, q) = (s.char_at(a, i), s.char_at(b, i));
                let differ = s.out.x.ne(p, q);
                answer(s, differ);
            });
            let yes = s.out.x.bool(true);
            s.emit(Stmt::Return(Some(yes)));
        });
        self.equals = Some(p);
        p
    }

    fn concat_proc(&mut self) -> ProcId {
        if let Some(p) = self.concat {
            return p;
        }
        let params = [("a", Scalar::Ref), ("b", Scalar::Ref)];
        let p = self.helper("String.concat", &params, Scalar::Ref, |s, args, result| {
            let (a, b) = (args[0], args[1]);
            let (n, m) = (s.length(a), s.length(b));
            let sum = s.out.x.bin(BinOp::Add, n, m);
            // No memory holds it; Java says so with an error.
            let zero = s.out.x.int(0);
            let over = s.out.x.bin(BinOp::Lt, sum, zero);
            let then = s.block(|s| s.unsupported("a string of more than 2147483647 characters"));
            let els = s.block(|_| {});
            s.emit(Stmt::If(over, then, els));
            s.emit(Stmt::New(Lhs::var(result), s.out.string, Some(sum)));
            let r = s.out.x.of(result);
            let chars = s.out.x.chars_map();
            s.count(n, |s, i| {
                let c = s.char_at(a, i);
                s.emit(Stmt::Assign(Lhs::element(chars, r, i), c));
            });
            s.count(m, |s, i| {
                let c = s.char_at(b, i);
                let at = s.out.x.bin(BinOp::Add, n, i);
                s.emit(Stmt::Assign(Lhs::element(chars, r, at), c));
            });
            s.emit(Stmt::Return(Some(r)));
        });
        self.concat = Some(p);
        p
    }
}

fn one(proc: ProcId) -> Rc<[Candidate]> {
    Rc::new([Candidate {
        proc,
        classes: Rc::new([]),
    }])
}
