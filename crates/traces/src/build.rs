//! Constructors of expressions, which simplify.
//!
//! Idea: only where no definedness is lost: a part that may be undefined (`⊥`)
//! is never dropped, so that every constructor has the meaning of its node
//! (document 002, sections 2 and 4). Cost: constant but for conditionals under
//! an equation with a literal, which are rebuilt.

use crate::expr::{BinOp, ExprId, Exprs, Keys, Node, Scalar, Ty, UnOp, VarId};
use crate::mutation::Mutation;

impl Exprs {
    /// `nil`.
    pub fn nil(&mut self) -> ExprId {
        self.intern(Node::Nil)
    }
    /// A truth value.
    pub fn bool(&mut self, b: bool) -> ExprId {
        self.intern(Node::Bool(b))
    }
    /// An `int`.
    pub fn int(&mut self, n: i32) -> ExprId {
        self.intern(Node::Int(n))
    }
    /// A `long`.
    pub fn long(&mut self, n: i64) -> ExprId {
        self.intern(Node::Long(n))
    }
    /// What fields and elements of a new object hold.
    pub fn default_of(&mut self, s: Scalar) -> ExprId {
        match s {
            Scalar::Bool => self.bool(false),
            Scalar::Int => self.int(0),
            Scalar::Long => self.long(0),
            Scalar::Ref => self.nil(),
        }
    }

    /// What a variable holds before anything is assigned to it.
    pub fn initial(&mut self, v: VarId) -> ExprId {
        self.default_of(self.scalar(self.of(v)))
    }

    /// Whether two expressions surely differ, or surely are the same value
    /// wherever both are defined.
    pub fn same(&self, a: ExprId, b: ExprId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        match (self.node(a), self.node(b)) {
            (Node::Int(_), Node::Int(_))
            | (Node::Long(_), Node::Long(_))
            | (Node::Bool(_), Node::Bool(_)) => Some(false),
            _ => None,
        }
    }

    /// `m[k]` or `m[k, i]`. Reads over writes as far as keys are surely equal
    /// or surely different.
    pub fn select(&mut self, m: ExprId, k: ExprId, i: Option<ExprId>) -> ExprId {
        let mut m = m;
        while let Node::Store(inner, k2, i2, v) = self.node(m) {
            let keys = self.same(k, k2);
            let index = match (i, i2) {
                (Some(a), Some(b)) => self.same(a, b),
                _ => Some(true),
            };
            let skipped: [ExprId; 3] = [k2, i2.unwrap_or(k2), v];
            match (keys, index) {
                // What is dropped must be defined wherever the rest is. A read
                // at a reference checks its key: that must not get lost either.
                (Some(true), Some(true))
                    if self.is_total(m) && matches!(self.ty(m), Ty::Map(Keys::Int, _)) =>
                {
                    return v
                }
                (Some(false), _) | (_, Some(false))
                    if skipped.into_iter().all(|p| self.is_total(p)) =>
                {
                    m = inner;
                }
                _ if self.mutation.rule() == Mutation::SelectTakesNewest => return v,
                _ => break,
            }
        }
        self.intern(Node::Select(m, k, i))
    }
    /// `e.f`, which is `f[e]`.
    pub fn read(&mut self, f: VarId, e: ExprId) -> ExprId {
        let m = self.of(f);
        self.select(m, e, None)
    }
    /// `(m[k] := v)` or `(m[k, i] := v)`.
    pub fn store(&mut self, m: ExprId, k: ExprId, i: Option<ExprId>, v: ExprId) -> ExprId {
        // An update of the same place makes the one before invisible.
        if let Node::Store(inner, k2, i2, v2) = self.node(m) {
            if k == k2 && i == i2 && self.is_total(v2) {
                return self.intern(Node::Store(inner, k, i, v));
            }
        }
        self.intern(Node::Store(m, k, i, v))
    }

    /// `¬a`.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match self.node(a) {
            Node::Bool(b) => self.bool(!b),
            Node::Un(UnOp::Not, b) => b,
            Node::Bin(BinOp::Lt, p, q) => self.intern(Node::Bin(BinOp::Le, q, p)),
            Node::Bin(BinOp::Le, p, q) => self.intern(Node::Bin(BinOp::Lt, q, p)),
            _ => self.intern(Node::Un(UnOp::Not, a)),
        }
    }
    /// `a ∧ b`; `b` is looked at only when `a` is true.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => b,
            (Some(false), _) => a,
            (_, Some(true)) => a,
            (_, Some(false)) if self.is_total(a) => b,
            _ if a == b => a,
            _ if matches!(self.node(b), Node::Bin(BinOp::And, p, _) if p == a) => b,
            _ => self.intern(Node::Bin(BinOp::And, a, b)),
        }
    }
    /// `a ∨ b`; `b` is looked at only when `a` is false.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(false), _) => b,
            (Some(true), _) => a,
            (_, Some(false)) => a,
            (_, Some(true)) if self.is_total(a) => b,
            _ if a == b => a,
            _ if matches!(self.node(b), Node::Bin(BinOp::Or, p, _) if p == a) => b,
            _ => self.intern(Node::Bin(BinOp::Or, a, b)),
        }
    }
    /// `a → b`; `b` is looked at only when `a` is true.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let n = self.not(a);
        self.or(n, b)
    }
    /// All of them, from the left.
    pub fn all(&mut self, list: impl IntoIterator<Item = ExprId>) -> ExprId {
        let start = self.bool(true);
        list.into_iter().fold(start, |a, b| self.and(a, b))
    }
    /// `a = b`.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match self.same(a, b) {
            Some(true) if !self.is_total(a) => {}
            Some(known) => return self.bool(known),
            None => {}
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Some(t) = self.as_bool(p) {
                return if t { q } else { self.not(q) };
            }
        }
        // The object of a `new` is not nil, and not another one's.
        if let Some(x) = self.as_fresh(a).or(self.as_fresh(b)) {
            let other = if self.as_fresh(a) == Some(x) { b } else { a };
            let surely = matches!(self.node(other), Node::Nil) || self.as_fresh(other).is_some();
            if surely && other != self.of(x) {
                return self.bool(false);
            }
        }
        // if c then nil else e fi = nil is c, or e = nil.
        for (p, q) in [(a, b), (b, a)] {
            if let (Some(_), Node::Ite(c, u, w)) = (self.constant(p), self.node(q)) {
                if self.constant(u).is_some() || self.constant(w).is_some() {
                    let (u, w) = (self.eq(u, p), self.eq(w, p));
                    return self.ite(c, u, w);
                }
            }
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.intern(Node::Bin(BinOp::Eq, a, b))
    }
    /// `a = b` where the rest of a condition makes both defined: an
    /// expression is then equal to itself.
    pub fn eq_defined(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return self.bool(true);
        }
        self.eq(a, b)
    }
    /// `a ≠ b`.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let e = self.eq(a, b);
        self.not(e)
    }
    /// `e ≠ nil`.
    pub fn not_nil(&mut self, e: ExprId) -> ExprId {
        let nil = self.nil();
        self.ne(e, nil)
    }
    /// `if c then a else b fi`.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match self.as_bool(c) {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if a == b && self.is_total(c) {
            return a;
        }
        if let Node::Un(UnOp::Not, n) = self.node(c) {
            return self.ite(n, b, a);
        }
        // A condition decides the same question below it.
        match (self.node(a), self.node(b)) {
            (Node::Ite(same, p, _), _) if same == c => return self.ite(c, p, b),
            (_, Node::Ite(same, _, q)) if same == c => return self.ite(c, a, q),
            _ => {}
        }
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), Some(false)) => return c,
            (Some(false), Some(true)) => return self.not(c),
            (Some(false), None) => {
                let n = self.not(c);
                return self.and(n, b);
            }
            (Some(true), None) => return self.or(c, b),
            (None, Some(false)) => return self.and(c, a),
            (None, Some(true)) => return self.implies(c, a),
            _ => {}
        }
        self.intern(Node::Ite(c, a, b))
    }

    /// A unary operation.
    pub fn un(&mut self, op: UnOp, a: ExprId) -> ExprId {
        if op == UnOp::Not {
            return self.not(a);
        }
        let value = self.constant(a).map(|v| crate::eval::un(op, v));
        match value {
            Some(v) => self.value(v),
            None => self.intern(Node::Un(op, a)),
        }
    }
    /// A binary operation.
    pub fn bin(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            BinOp::And => return self.and(a, b),
            BinOp::Or => return self.or(a, b),
            BinOp::Eq => return self.eq(a, b),
            _ => {}
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            if let Some(v) = crate::eval::bin(op, x, y) {
                return self.value(v);
            }
        }
        let zero = |e| matches!(self.node(e), Node::Int(0) | Node::Long(0));
        let one = |e| matches!(self.node(e), Node::Int(1) | Node::Long(1));
        match op {
            BinOp::Add if zero(b) => return a,
            BinOp::Add if zero(a) => return b,
            BinOp::Sub if zero(b) => return a,
            BinOp::Mul if one(b) => return a,
            BinOp::Mul if one(a) => return b,
            BinOp::Lt if a == b && self.is_total(a) => return self.bool(false),
            BinOp::Le if a == b && self.is_total(a) => return self.bool(true),
            // (x + c) + d, so that counting loops stay small.
            BinOp::Add => {
                if let (Node::Bin(BinOp::Add, x, c), Some(d)) = (self.node(a), self.constant(b)) {
                    if let Some(sum) = self
                        .constant(c)
                        .and_then(|c| crate::eval::bin(BinOp::Add, c, d))
                    {
                        let sum = self.value(sum);
                        return self.bin(BinOp::Add, x, sum);
                    }
                }
            }
            _ => {}
        }
        self.intern(Node::Bin(op, a, b))
    }
    /// The value that a literal is.
    pub fn constant(&self, e: ExprId) -> Option<crate::eval::Value> {
        use crate::eval::Value;
        match self.node(e) {
            Node::Nil => Some(Value::Nil),
            Node::Bool(b) => Some(Value::Bool(b)),
            Node::Int(n) => Some(Value::Int(n)),
            Node::Long(n) => Some(Value::Long(n)),
            _ => None,
        }
    }
    /// The literal of a value that is no object.
    fn value(&mut self, v: crate::eval::Value) -> ExprId {
        use crate::eval::Value;
        match v {
            Value::Bool(b) => self.bool(b),
            Value::Int(n) => self.int(n),
            Value::Long(n) => self.long(n),
            Value::Nil | Value::Obj(_) => self.nil(),
        }
    }
}
