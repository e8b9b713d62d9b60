//! Strings by length and characters.
//!
//! A string is an object with a length and characters that never change.
//! Comparison with a literal is one condition; two symbolic strings are
//! compared and joined by loops, one character a step. The text of a number is
//! not modelled: such a string is an object of a class of its own, and a path
//! that looks at it ends there.

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

    /// Ends paths that look at a text which is not modelled.
    fn readable(&mut self, s: ExprId) {
        if self.out.x.as_fresh(s).is_some() {
            return;
        }
        let there = self.out.x.not_nil(s);
        let opaque = Program::class_in(&mut self.out.x, s, &[self.out.opaque]);
        let c = self.out.x.and(there, opaque);
        let then = self.block(|l| l.unsupported("the text of a number"));
        let els = self.block(|_| {});
        self.emit(Stmt::If(c, then, els));
    }

    /// A string whose characters are about to be looked at.
    pub(crate) fn looked_at(&mut self, s: ExprId) -> ExprId {
        if self.out.x.constant(s).is_some() || self.out.x.as_fresh(s).is_some() {
            return s;
        }
        let s = self.save(s, Type::Str);
        self.readable(s);
        s
    }

    pub(crate) fn string_op(&mut self, op: StringOp, list: &[Expr]) -> ExprId {
        let typed: Vec<(&Expr, Type)> = list.iter().map(|a| (a, a.ty)).collect();
        let v = self.operands(&typed);
        let literal = |e: &Expr| match &e.kind {
            ExprKind::Constant(Constant::Str(s)) => Some(s.clone()),
            _ => None,
        };
        let this = self.looked_at(v[0]);
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
                    let other = self.looked_at(v[1]);
                    let there = self.out.x.not_nil(other);
                    let is = self.is_text(other, &text);
                    self.out.x.and(there, is)
                }
                (None, None) => {
                    let other = self.looked_at(v[1]);
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

    /// `a + b` on strings.
    pub(crate) fn concat(&mut self, a: &Expr, b: &Expr) -> ExprId {
        let texts: Vec<Option<ExprId>> = [a, b].into_iter().map(|e| self.text_of(e)).collect();
        if let [Some(p), Some(q)] = texts[..] {
            let proc = self.concat_proc();
            let t = self.local("t", Type::Str);
            self.emit(Stmt::Call {
                to: Some(Lhs::var(t)),
                candidates: one(proc),
                args: Rc::new([p, q]),
                receiver: false,
            });
            return self.out.x.of(t);
        }
        // A number's text: an object whose characters nobody may look at.
        let t = self.local("t", Type::Str);
        self.emit(Stmt::New(Lhs::var(t), self.out.opaque, None));
        self.out.x.of(t)
    }

    /// An operand of `+` as a string that is not nil, if its text is modelled.
    fn text_of(&mut self, e: &Expr) -> Option<ExprId> {
        let v = self.expr(e);
        let v = self.save(v, e.ty);
        match e.ty {
            Type::Str | Type::Null => {
                if e.ty == Type::Str {
                    self.readable(v);
                }
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
            _ => None,
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
