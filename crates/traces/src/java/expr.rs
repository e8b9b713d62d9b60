//! Expressions: what has effects is emitted, what is left is side-effect free.

use super::{scalar, Lowerer};
use crate::delta::ErrorKind;
use crate::expr::{BinOp, ExprId, Scalar, UnOp};
use crate::lang::{Candidate, Lhs, Program, Stmt};
use crate::mutation::{JavaRule, Mutation};
use crate::ClassTagOf;
use ep_base::entity::EntityId;
use ep_java::tree::{self, Constant, Expr, ExprKind, Place, Target};
use ep_java::Type;
use std::rc::Rc;

impl Lowerer<'_> {
    /// The value in a new local variable.
    pub(crate) fn save(&mut self, e: ExprId, ty: Type) -> ExprId {
        if self.out.x.constant(e).is_some() {
            return e;
        }
        let v = self.local("t", ty);
        self.emit(Stmt::Assign(Lhs::var(v), e));
        self.out.x.of(v)
    }

    /// Several operands from the left; one that comes before an effect is saved.
    pub(crate) fn operands(&mut self, list: &[(&Expr, Type)]) -> Vec<ExprId> {
        let effects: Vec<bool> = list.iter().map(|(e, _)| has_effect(e)).collect();
        let mut out = Vec::with_capacity(list.len());
        for (at, (e, target)) in list.iter().enumerate() {
            let mut v = self.expr(e);
            let saved = !self.broken(JavaRule::OperandsUnsaved);
            if effects[at + 1..].iter().any(|b| *b) && saved {
                v = self.save(v, *target);
            }
            out.push(v);
        }
        out
    }

    fn constant(&mut self, c: &Constant, ty: Type) -> ExprId {
        match c {
            Constant::Boolean(b) => self.out.x.bool(*b),
            Constant::Integer(n) if ty == Type::Long => self.out.x.long(*n),
            Constant::Integer(n) => self.out.x.int(*n as i32),
            Constant::Str(s) => {
                let v = self.out.x.literal(self.out.string, s);
                self.out.x.of(v)
            }
        }
    }

    fn at(&mut self, span: ep_java::Span) {
        self.line = self.line_of(span);
    }

    /// The value of an expression.
    pub(crate) fn expr(&mut self, e: &Expr) -> ExprId {
        match &e.kind {
            ExprKind::Constant(c) => self.constant(c, e.ty),
            ExprKind::Null => self.out.x.nil(),
            ExprKind::Local(l) => match self.local_of.get(l) {
                Some(&v) => self.out.x.of(v),
                None => self.missing("a variable of a specification", e.ty),
            },
            ExprKind::This => match self.this {
                Some(v) => self.out.x.of(v),
                None => self.missing("`this` without an object", e.ty),
            },
            ExprKind::Field(o, f) => {
                let o = self.expr(o);
                let f = self.out.fields[f.index()];
                self.out.x.read(f, o)
            }
            ExprKind::Static(f) => match &self.j.fields[*f].constant {
                Some(c) => self.constant(c, e.ty),
                None => self.out.x.of(self.out.fields[f.index()]),
            },
            ExprKind::Index(a, i) => {
                let list = self.operands(&[(a, a.ty), (i, Type::Int)]);
                match self.element_read(a.ty, list[0], list[1]) {
                    Some(e) => e,
                    None => self.missing("an element of something that is no array", e.ty),
                }
            }
            ExprKind::Length(a) => {
                let a = self.expr(a);
                let length = self.out.x.length_map();
                self.out.x.read(length, a)
            }
            ExprKind::Unary(op, a) => {
                let v = self.expr(a);
                match op {
                    tree::UnOp::Plus => v,
                    tree::UnOp::Neg => self.out.x.un(UnOp::Neg, v),
                    tree::UnOp::Not => self.out.x.not(v),
                    tree::UnOp::BitNot => {
                        let ones = match e.ty {
                            Type::Long => self.out.x.long(-1),
                            _ => self.out.x.int(-1),
                        };
                        self.out.x.bin(BinOp::BitXor, v, ones)
                    }
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.ty),
            // What is constant is the object of a literal.
            ExprKind::Concat(a, b) => match ep_java::constant_value(self.j, e) {
                Some(c) => self.constant(&c, e.ty),
                None => self.concat(a, b),
            },
            ExprKind::Conditional(c, a, b) => {
                let c = self.expr(c);
                if !has_effect(a) && !has_effect(b) {
                    let (p, q) = (self.expr(a), self.expr(b));
                    return self.out.x.ite(c, p, q);
                }
                self.choose(c, e.ty, |s| s.expr(a), |s| s.expr(b))
            }
            ExprKind::Assign(place, value) => self.assign(place, value, e),
            ExprKind::Compound {
                place,
                op,
                in_ty,
                value,
            } => self.compound(place, *op, *in_ty, value, e),
            ExprKind::IncDec {
                place,
                increment,
                prefix,
            } => {
                self.at(e.span);
                let h = self.place(place, false);
                let old = self.read(&h);
                let old = match prefix {
                    true => old,
                    false => self.save(old, e.ty),
                };
                let wide = match e.ty {
                    Type::Long => self.out.x.long(1),
                    _ => self.out.x.int(1),
                };
                let op = if *increment { BinOp::Add } else { BinOp::Sub };
                let new = self.out.x.bin(op, old, wide);
                let from = if e.ty == Type::Long {
                    Type::Long
                } else {
                    Type::Int
                };
                let new = self.convert(new, from, e.ty);
                self.emit(Stmt::Assign(h, new));
                match *prefix || self.broken(JavaRule::PostfixIsPrefix) {
                    true => self.read(&h),
                    false => old,
                }
            }
            ExprKind::Call {
                target,
                method,
                args,
            } => self.call(target, *method, args, e),
            ExprKind::String(op, list) => self.string_op(*op, list),
            ExprKind::Print(_, what) => {
                if let Some(what) = what {
                    self.expr(what);
                }
                self.out.x.nil()
            }
            ExprKind::New {
                class,
                constructor,
                args,
            } => {
                self.at(e.span);
                let tag = self.out.classes[class.index()];
                let t = self.local("t", e.ty);
                self.emit(Stmt::New(Lhs::var(t), tag, None));
                let this = self.out.x.of(t);
                self.construct(*constructor, this, args);
                this
            }
            ExprKind::NewArray(dims) => {
                self.at(e.span);
                let list: Vec<(&Expr, Type)> = dims.iter().map(|d| (d, Type::Int)).collect();
                let sizes = self.operands(&list);
                self.new_array(e.ty, &sizes)
            }
            ExprKind::ArrayLiteral(list) => {
                self.at(e.span);
                let n = self.out.x.int(list.len() as i32);
                let array = self.new_array(e.ty, &[n]);
                let Some(map) = self.elements(e.ty) else {
                    return array;
                };
                for (at, value) in list.iter().enumerate() {
                    let v = self.expr(value);
                    let i = self.out.x.int(at as i32);
                    self.emit(Stmt::Assign(Lhs::element(map, array, i), v));
                }
                array
            }
            ExprKind::Convert(a) => {
                let v = self.expr(a);
                self.convert(v, a.ty, e.ty)
            }
            ExprKind::Cast(a) => self.cast(a, e),
            ExprKind::InstanceOf(a, ty) => {
                let v = self.expr(a);
                let there = self.out.x.not_nil(v);
                let is = self.is_a(v, *ty);
                if self.broken(JavaRule::InstanceOfNull) {
                    return self.out.x.implies(there, is);
                }
                self.out.x.and(there, is)
            }
            _ => self.missing("a specification", e.ty),
        }
    }

    /// Something without a model: the path ends here, the value is never used.
    pub(crate) fn missing(&mut self, what: &str, ty: Type) -> ExprId {
        self.unsupported(what);
        self.out.x.default_of(scalar(ty))
    }

    /// `if (c) v = a else v = b` where the branches have effects.
    fn choose(
        &mut self,
        c: ExprId,
        ty: Type,
        a: impl FnOnce(&mut Self) -> ExprId,
        b: impl FnOnce(&mut Self) -> ExprId,
    ) -> ExprId {
        let v = self.local("t", ty);
        let then = self.block(|s| {
            let value = a(s);
            s.emit(Stmt::Assign(Lhs::var(v), value));
        });
        let els = self.block(|s| {
            let value = b(s);
            s.emit(Stmt::Assign(Lhs::var(v), value));
        });
        self.emit(Stmt::If(c, then, els));
        self.out.x.of(v)
    }

    fn binary(&mut self, op: tree::BinOp, a: &Expr, b: &Expr, ty: Type) -> ExprId {
        use tree::BinOp as J;
        if matches!(op, J::And | J::Or | J::Implies) && has_effect(b) {
            let c = self.expr(a);
            let c = match op {
                J::Implies => self.out.x.not(c),
                _ => c,
            };
            return match op {
                J::And => self.choose(c, ty, |s| s.expr(b), |s| s.out.x.bool(false)),
                _ => self.choose(c, ty, |s| s.out.x.bool(true), |s| s.expr(b)),
            };
        }
        let list = self.operands(&[(a, a.ty), (b, b.ty)]);
        self.combine(op, list[0], list[1], b.ty)
    }

    /// An operation on values.
    fn combine(&mut self, op: tree::BinOp, a: ExprId, b: ExprId, right: Type) -> ExprId {
        use tree::BinOp as J;
        let x = &mut self.out.x;
        match op {
            J::Add => x.bin(BinOp::Add, a, b),
            J::Sub => x.bin(BinOp::Sub, a, b),
            J::Mul => x.bin(BinOp::Mul, a, b),
            J::Div | J::Rem => {
                let kind = if op == J::Div { BinOp::Div } else { BinOp::Rem };
                let q = x.bin(kind, a, b);
                if !self.options.total {
                    return q;
                }
                let zero = x.default_of(x.scalar(b));
                let none = x.eq(b, zero);
                let otherwise = if op == J::Div { zero } else { a };
                x.ite(none, otherwise, q)
            }
            J::Shl | J::Shr | J::Ushr => {
                let amount = match right {
                    Type::Long => x.un(UnOp::LongToInt, b),
                    _ => b,
                };
                let kind = match op {
                    J::Shl => BinOp::Shl,
                    J::Shr => BinOp::Shr,
                    _ => BinOp::Ushr,
                };
                x.bin(kind, a, amount)
            }
            J::Lt => x.bin(BinOp::Lt, a, b),
            J::Le => x.bin(BinOp::Le, a, b),
            J::Gt => x.bin(BinOp::Lt, b, a),
            J::Ge => x.bin(BinOp::Le, b, a),
            J::Eq => x.eq(a, b),
            J::Ne => x.ne(a, b),
            J::BitAnd
                if x.mutation.rule() == Mutation::Java(JavaRule::StrictAndIsLazy)
                    && x.scalar(a) == Scalar::Bool =>
            {
                x.and(a, b)
            }
            J::BitAnd => x.bin(BinOp::BitAnd, a, b),
            J::BitOr => x.bin(BinOp::BitOr, a, b),
            J::BitXor => x.bin(BinOp::BitXor, a, b),
            J::And | J::Sep => x.and(a, b),
            J::Or => x.or(a, b),
            J::Implies => x.implies(a, b),
        }
    }

    /// A conversion between integral types.
    pub(crate) fn convert(&mut self, v: ExprId, from: Type, to: Type) -> ExprId {
        let x = &mut self.out.x;
        if from == to || to.widens_from(from) && to != Type::Long {
            return v;
        }
        let narrow = match from {
            Type::Long if to != Type::Long => x.un(UnOp::LongToInt, v),
            _ => v,
        };
        match to {
            Type::Long if from != Type::Long => x.un(UnOp::IntToLong, v),
            Type::Byte => x.un(UnOp::ToByte, narrow),
            Type::Short => x.un(UnOp::ToShort, narrow),
            Type::Char => x.un(UnOp::ToChar, narrow),
            _ => narrow,
        }
    }

    /// A place; with `effects` to come its parts are saved.
    fn place(&mut self, place: &Place, effects: bool) -> Lhs {
        match place {
            Place::Local(l) => match self.local_of.get(l) {
                Some(&v) => Lhs::var(v),
                None => {
                    self.unsupported("a variable of a specification");
                    Lhs::var(self.out.p.exception)
                }
            },
            Place::Static(f) => Lhs::var(self.out.fields[f.index()]),
            Place::Field(o, f) => {
                let mut v = self.expr(o);
                if effects {
                    v = self.save(v, o.ty);
                }
                Lhs::at(self.out.fields[f.index()], v)
            }
            Place::Index(a, i) => {
                let mut list = self.operands(&[(a, a.ty), (i, Type::Int)]);
                if effects {
                    list = vec![self.save(list[0], a.ty), self.save(list[1], Type::Int)];
                }
                match self.elements(a.ty) {
                    Some(m) => Lhs::element(m, list[0], list[1]),
                    None => Lhs::var(self.out.p.exception),
                }
            }
        }
    }

    fn place_type(&self, place: &Place) -> Option<Type> {
        Some(match place {
            Place::Local(l) => self.j.methods[self.method?].locals[*l].ty,
            Place::Static(f) | Place::Field(_, f) => self.j.fields[*f].ty,
            Place::Index(a, _) => a.ty.element()?,
        })
    }

    fn read(&mut self, h: &Lhs) -> ExprId {
        let m = self.out.x.of(h.var);
        match h.key {
            Some(k) => self.out.x.select(m, k, h.index),
            None => m,
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr, e: &Expr) -> ExprId {
        if let Place::Index(a, i) = place {
            if self.views(a.ty).len() > 1 {
                let list = self.operands(&[(a, a.ty), (i, Type::Int), (value, value.ty)]);
                self.at(e.span);
                let array = self.save(list[0], a.ty);
                let at = self.save(list[1], Type::Int);
                let v = self.save(list[2], value.ty);
                self.element_store(a.ty, array, at, v);
                return v;
            }
        }
        let h = self.place(place, has_effect(value));
        let target = self.place_type(place).unwrap_or(value.ty);
        let mut v = self.expr(value);
        self.at(e.span);
        if h.key.is_some() && !matches!(self.out.x.node(v), crate::Node::Var(_)) {
            v = self.save(v, target);
        }
        self.emit(Stmt::Assign(h, v));
        match h.key {
            Some(_) => v,
            None => self.out.x.of(h.var),
        }
    }

    fn compound(
        &mut self,
        place: &Place,
        op: tree::BinOp,
        in_ty: Type,
        value: &Expr,
        e: &Expr,
    ) -> ExprId {
        let effects = has_effect(value);
        let h = self.place(place, effects);
        let mut old = self.read(&h);
        if effects {
            old = self.save(old, e.ty);
        }
        let v = self.expr(value);
        self.at(e.span);
        if in_ty == Type::Str {
            let new = self.joined((old, e.ty), (v, value.ty));
            self.emit(Stmt::Assign(h, new));
            return self.read(&h);
        }
        let wide = self.convert(old, e.ty, in_ty);
        let new = self.combine(op, wide, v, value.ty);
        let new = match self.broken(JavaRule::CompoundUnconverted) && in_ty == Type::Int {
            true => new,
            false => self.convert(new, in_ty, e.ty),
        };
        self.emit(Stmt::Assign(h, new));
        self.read(&h)
    }

    /// `class(v)` is a class of the type; `v` is not nil.
    pub(crate) fn is_a(&mut self, v: ExprId, ty: Type) -> ExprId {
        match ty {
            Type::Class(c) if c == self.j.known.object => self.out.x.bool(true),
            _ => match self.tag(ty) {
                Some(t) => {
                    let classes = self.out.p.classes[t as usize].concrete.clone();
                    Program::class_in(&mut self.out.x, v, &classes)
                }
                None => self.out.x.bool(false),
            },
        }
    }

    fn cast(&mut self, a: &Expr, e: &Expr) -> ExprId {
        let v = self.expr(a);
        self.at(e.span);
        if self.j.is_subtype(a.ty, e.ty) {
            return v;
        }
        let v = self.save(v, e.ty);
        let nil = self.out.x.nil();
        let none = self.out.x.eq(v, nil);
        let is = self.is_a(v, e.ty);
        let ok = self.out.x.or(none, is);
        if !self.broken(JavaRule::CastUnchecked) {
            self.emit(Stmt::Check(ok, ErrorKind::ClassCast));
        }
        v
    }

    // ---- calls ------------------------------------------------------------

    fn call(&mut self, target: &Target, method: tree::MethodId, args: &[Expr], e: &Expr) -> ExprId {
        let m = &self.j.methods[method];
        let types = m.param_types();
        let mut list: Vec<(&Expr, Type)> = Vec::new();
        let receiver = match target {
            Target::Static => None,
            Target::Virtual(o) | Target::Exact(o) => {
                list.push((o.as_ref(), o.ty));
                Some(o.ty)
            }
        };
        list.extend(args.iter().zip(types));
        let values = self.operands(&list);
        self.at(e.span);
        let candidates = match (target, receiver) {
            (Target::Virtual(_), Some(Type::Class(c))) => self.candidates(method, c),
            (Target::Virtual(_), Some(_)) => {
                self.unsupported("a method of Object on an array or a string");
                Vec::new()
            }
            _ => vec![Candidate {
                proc: self.proc(method),
                classes: Rc::new([]),
            }],
        };
        let to = (m.ret != Type::Void).then(|| self.local("t", m.ret));
        self.emit(Stmt::Call {
            to: to.map(Lhs::var),
            candidates: candidates.into(),
            args: values.into(),
            receiver: receiver.is_some(),
        });
        match to {
            Some(v) => self.out.x.of(v),
            None => self.out.x.nil(),
        }
    }

    /// Who runs when `method` is called on an object of static class `c`.
    fn candidates(&mut self, method: tree::MethodId, c: tree::ClassId) -> Vec<Candidate> {
        let mut groups: Vec<(tree::MethodId, Vec<ClassTagOf>)> = Vec::new();
        let possible = self.out.p.classes[self.out.classes[c.index()] as usize]
            .concrete
            .clone();
        for &tag in possible.iter() {
            let Some(&d) = self.out.class_of.get(&tag) else {
                continue;
            };
            let Some(found) = self.j.dispatch(method, d) else {
                continue;
            };
            match groups.iter_mut().find(|g| g.0 == found) {
                Some(g) => g.1.push(tag),
                None => groups.push((found, vec![tag])),
            }
        }
        groups
            .into_iter()
            .map(|(m, classes)| Candidate {
                proc: self.proc(m),
                classes: classes.into(),
            })
            .collect()
    }

    /// Runs a constructor on an object.
    pub(crate) fn construct(&mut self, constructor: tree::MethodId, this: ExprId, args: &[Expr]) {
        let m = &self.j.methods[constructor];
        if m.class == self.j.known.object {
            return;
        }
        let types = m.param_types();
        let list: Vec<(&Expr, Type)> = args.iter().zip(types).collect();
        let mut values = vec![this];
        match args {
            [message] if self.is_unread(m.class) && is_text(message) => {
                values.push(self.unread_text(message));
            }
            _ => values.extend(self.operands(&list)),
        }
        let proc = self.proc(constructor);
        self.emit(Stmt::Call {
            to: None,
            candidates: Rc::new([Candidate {
                proc,
                classes: Rc::new([]),
            }]),
            args: values.into(),
            receiver: true,
        });
    }

    /// Whether what an exception of this class is told is never looked at: the
    /// class is one of java.lang, and the program asks no exception for its
    /// message.
    fn is_unread(&self, class: tree::ClassId) -> bool {
        let known = self.j.classes[class].prelude;
        known && self.j.is_subclass(class, self.j.known.throwable) && !self.messages
    }

    /// A text that nobody looks at: its parts are evaluated, a path for each
    /// number of digits is not needed.
    fn unread_text(&mut self, e: &Expr) -> ExprId {
        self.unread_part(e);
        let t = self.local("t", Type::Str);
        let empty = self.out.x.int(0);
        self.emit(Stmt::New(Lhs::var(t), self.out.string, Some(empty)));
        self.out.x.of(t)
    }

    fn unread_part(&mut self, e: &Expr) {
        if let ExprKind::Concat(a, b) = &e.kind {
            self.unread_part(a);
            self.unread_part(b);
        } else {
            let v = self.expr(e);
            self.save(v, e.ty);
        }
    }

    /// `new T[n]`, `new T[n][m]`, …: inner arrays by a loop.
    fn new_array(&mut self, ty: Type, sizes: &[ExprId]) -> ExprId {
        let Some(tag) = self.tag(ty) else {
            return self.missing("an array of this type", ty);
        };
        let sizes: Vec<ExprId> = sizes.iter().map(|&n| self.save(n, Type::Int)).collect();
        for &n in &sizes[1..] {
            let zero = self.out.x.int(0);
            let c = self.out.x.bin(BinOp::Le, zero, n);
            self.emit(Stmt::Check(c, ErrorKind::NegativeSize));
        }
        let t = self.local("t", ty);
        self.emit(Stmt::New(Lhs::var(t), tag, Some(sizes[0])));
        let array = self.out.x.of(t);
        let (Some(element), Some(map)) = (ty.element(), self.elements(ty)) else {
            return array;
        };
        if sizes.len() > 1 {
            let i = self.local("i", Type::Int);
            let zero = self.out.x.int(0);
            self.emit(Stmt::Assign(Lhs::var(i), zero));
            let at = self.out.x.of(i);
            let body = self.block(|s| {
                let inner = s.new_array(element, &sizes[1..]);
                s.emit(Stmt::Assign(Lhs::element(map, array, at), inner));
                let one = s.out.x.int(1);
                let next = s.out.x.bin(BinOp::Add, at, one);
                s.emit(Stmt::Assign(Lhs::var(i), next));
            });
            let label = self.out.p.label();
            let c = self.out.x.bin(BinOp::Lt, at, sizes[0]);
            self.emit(Stmt::While(c, body, label));
        }
        array
    }
}

fn is_text(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Concat(..))
}

/// Whether the program reads what exceptions were told.
pub(crate) fn reads_messages(j: &tree::Program) -> bool {
    let throwable = j.known.throwable;
    let mut found = false;
    let mut see = |e: &Expr| {
        found |= match &e.kind {
            ExprKind::Call { method, .. } => j.methods[*method].class == throwable,
            ExprKind::Field(_, f) => j.fields[*f].class == throwable,
            _ => false,
        };
    };
    for (_, m) in j.methods.iter().filter(|m| !j.classes[m.1.class].prelude) {
        m.contract.ensures.iter().for_each(|e| e.walk(&mut see));
        if let Some(tree::Body::Block(list)) = &m.body {
            list.iter().for_each(|s| s.walk(&mut see));
        }
    }
    for (_, f) in j.fields.iter().filter(|f| !j.classes[f.1.class].prelude) {
        f.init.iter().for_each(|e| e.walk(&mut see));
    }
    found
}

/// Whether evaluating it does more than give a value.
pub(crate) fn has_effect(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign(..)
        | ExprKind::Compound { .. }
        | ExprKind::IncDec { .. }
        | ExprKind::Call { .. }
        | ExprKind::New { .. }
        | ExprKind::NewArray(_)
        | ExprKind::ArrayLiteral(_)
        | ExprKind::Print(..)
        | ExprKind::Cast(_)
        | ExprKind::Concat(..) => true,
        // Two unknown strings are compared by a loop.
        ExprKind::String(op, list) => {
            let unknown = |e: &Expr| !matches!(e.kind, ExprKind::Constant(_));
            *op == tree::StringOp::Equals && list.iter().all(unknown) || list.iter().any(has_effect)
        }
        ExprKind::Field(a, _)
        | ExprKind::Length(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(a)
        | ExprKind::InstanceOf(a, _) => has_effect(a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => has_effect(a) || has_effect(b),
        ExprKind::Conditional(c, a, b) => has_effect(c) || has_effect(a) || has_effect(b),
        _ => false,
    }
}
