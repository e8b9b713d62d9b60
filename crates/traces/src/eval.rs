//! Values, states `V = (G, H)` and the value `V(e)` of an expression.
//!
//! `None` is the paper's `⊥`. Every operation but conditionals, `And` and `Or`
//! is strict. Source: document 002, sections 2 and 4. Cost: one look per
//! distinct node and call.

use crate::expr::{BinOp, ExprId, Exprs, Keys, Node, Range, Role, Scalar, Ty, UnOp, VarId};
use crate::mutation::{JavaRule, Mutation};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// An object identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Obj(pub u32);

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Bool(bool),
    Int(i32),
    Long(i64),
    Nil,
    Obj(Obj),
}

impl Value {
    /// What a new object's fields of this type hold.
    pub fn default_of(s: Scalar) -> Value {
        match s {
            Scalar::Bool => Value::Bool(false),
            Scalar::Int => Value::Int(0),
            Scalar::Long => Value::Long(0),
            Scalar::Ref => Value::Nil,
        }
    }
}

/// A place in a map: the key, and the index of an element (0 for fields).
pub type Place = (Value, i32);

/// Variables and heap. Maps hold only what differs from the default.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct State {
    scalars: BTreeMap<VarId, Value>,
    maps: BTreeMap<VarId, BTreeMap<Place, Value>>,
    /// Existing objects are `Obj(0)` to `Obj(objects - 1)`.
    pub objects: u32,
}

impl State {
    /// Every variable has the default of its type, and there is no object.
    pub fn new() -> Self {
        Self::default()
    }
    /// `V(x)`.
    pub fn get(&self, x: &Exprs, v: VarId) -> Value {
        let s = x.scalar(x.of(v));
        let known = self.scalars.get(&v).copied();
        known.unwrap_or(Value::default_of(s))
    }
    /// `V[x := v]`.
    pub fn set(&mut self, x: &Exprs, v: VarId, value: Value) {
        let s = x.scalar(x.of(v));
        if value == Value::default_of(s) {
            self.scalars.remove(&v);
        } else {
            self.scalars.insert(v, value);
        }
    }
    /// `H(o.f)`, the value of an array at an index.
    pub fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value {
        let known = self.maps.get(&map).and_then(|m| m.get(&place)).copied();
        known.unwrap_or_else(|| Value::default_of(x.scalar(x.of(map))))
    }
    /// `V[o.f := v]`, `V[a[i] := v]`.
    pub fn put(&mut self, x: &Exprs, map: VarId, place: Place, value: Value) {
        let s = x.scalar(x.of(map));
        let entries = self.maps.entry(map).or_default();
        if value == Value::default_of(s) {
            entries.remove(&place);
            if entries.is_empty() {
                self.maps.remove(&map);
            }
        } else {
            entries.insert(place, value);
        }
    }
    /// What a map holds beside defaults.
    pub fn entries(&self, map: VarId) -> impl Iterator<Item = (Place, Value)> + '_ {
        let m = self.maps.get(&map).into_iter().flatten();
        m.map(|(p, v)| (*p, *v))
    }
    /// The maps that hold something beside defaults.
    pub fn maps(&self) -> impl Iterator<Item = VarId> + '_ {
        self.maps.keys().copied()
    }
    /// The variables that hold something beside defaults.
    pub fn scalars(&self) -> impl Iterator<Item = (VarId, Value)> + '_ {
        self.scalars.iter().map(|(v, k)| (*v, *k))
    }
    /// The objects of string literals, which exist from the start: a string
    /// that is there and says so, or a new object.
    pub fn add_literals(&mut self, x: &Exprs) {
        for v in x.literals() {
            let info = x.info(v);
            let (Role::Fresh(class, _), Some(text)) = (info.role, &info.text) else {
                continue;
            };
            let apart = x.mutation.rule() == Mutation::Java(JavaRule::LiteralsApart);
            if let Some(o) = self.literal(x, v, text).filter(|_| !apart) {
                self.set(x, v, o);
                continue;
            }
            let o = self.create(x, class, Some(text.len() as i32));
            let number = Value::Int(x.literal_number(v));
            self.put(x, x.literal_map(), (o, 0), number);
            for (at, &c) in text.iter().enumerate() {
                self.put(x, x.chars_map(), (o, at as i32), Value::Int(i32::from(c)));
            }
            self.set(x, v, o);
        }
    }
    /// The string that is the object of a literal, if there is one.
    pub fn literal(&self, x: &Exprs, v: VarId, text: &[u16]) -> Option<Value> {
        let number = Value::Int(x.literal_number(v));
        let length = Value::Int(text.len() as i32);
        let same = |o: Value| {
            self.at(x, x.length_map(), (o, 0)) == length
                && text.iter().enumerate().all(|(at, &c)| {
                    let here = self.at(x, x.chars_map(), (o, at as i32));
                    here == Value::Int(i32::from(c))
                })
        };
        self.entries(x.literal_map())
            .find(|((o, _), n)| *n == number && same(*o))
            .map(|((o, _), _)| o)
    }
    /// A new object: `V[x := new C]` without the variable.
    pub fn create(&mut self, x: &Exprs, class: u32, len: Option<i32>) -> Value {
        let o = Value::Obj(Obj(self.objects));
        self.objects += 1;
        self.put(x, x.type_map(), (o, 0), Value::Int(class as i32));
        if let Some(n) = len {
            self.put(x, x.length_map(), (o, 0), Value::Int(n));
        }
        o
    }
}

/// Where values of variables come from.
pub trait Valuation {
    /// The value of a scalar variable.
    fn var(&self, x: &Exprs, v: VarId) -> Value;
    /// The value of an array or field at a place.
    fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value;
}

impl Valuation for State {
    fn var(&self, x: &Exprs, v: VarId) -> Value {
        self.get(x, v)
    }
    fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value {
        State::at(self, x, map, place)
    }
}

/// Evaluates expressions under one valuation, each distinct one once.
pub struct Evaluator<'a, V> {
    x: &'a Exprs,
    v: &'a V,
    memo: FxHashMap<ExprId, Option<Value>>,
}

/// `V(e)`; `None` is `⊥`.
pub fn eval(x: &Exprs, v: &impl Valuation, e: ExprId) -> Option<Value> {
    Evaluator::new(x, v).eval(e)
}

/// Whether the condition is true (neither false nor undefined).
pub fn holds(x: &Exprs, v: &impl Valuation, e: ExprId) -> bool {
    eval(x, v, e) == Some(Value::Bool(true))
}

impl<'a, V: Valuation> Evaluator<'a, V> {
    /// Nothing evaluated yet.
    pub fn new(x: &'a Exprs, v: &'a V) -> Self {
        Evaluator {
            x,
            v,
            memo: FxHashMap::default(),
        }
    }

    /// `V(e)`.
    pub fn eval(&mut self, e: ExprId) -> Option<Value> {
        if let Some(&known) = self.memo.get(&e) {
            return known;
        }
        let value = self.compute(e);
        self.memo.insert(e, value);
        value
    }

    fn compute(&mut self, e: ExprId) -> Option<Value> {
        match self.x.node(e) {
            Node::Nil => Some(Value::Nil),
            Node::Bool(b) => Some(Value::Bool(b)),
            Node::Int(n) => Some(Value::Int(n)),
            Node::Long(n) => Some(Value::Long(n)),
            Node::Var(v) => Some(self.v.var(self.x, v)),
            Node::Select(m, k, i) => {
                let key = self.eval(k)?;
                let index = match i {
                    Some(i) => self.int(i)?,
                    None => 0,
                };
                self.look(m, (key, index))
            }
            // A map has no value of its own: it is looked into.
            Node::Store(..) => None,
            Node::Un(op, a) => {
                let a = self.eval(a)?;
                Some(match self.x.mutation.rule() {
                    Mutation::Java(rule) => broken::un(rule, op, a),
                    _ => un(op, a),
                })
            }
            Node::Bin(BinOp::And, a, b) => match self.eval(a)? {
                Value::Bool(true) => self.eval(b),
                other => Some(other),
            },
            Node::Bin(BinOp::Or, a, b) => match self.eval(a)? {
                Value::Bool(false) => self.eval(b),
                other => Some(other),
            },
            Node::Bin(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                match self.x.mutation.rule() {
                    Mutation::Java(rule) => broken::bin(rule, op, a, b),
                    _ => bin(op, a, b),
                }
            }
            Node::Ite(c, a, b) if self.x.mutation.rule() == Mutation::StrictConditionals => {
                let (c, a, b) = (self.eval(c)?, self.eval(a)?, self.eval(b)?);
                Some(if c == Value::Bool(true) { a } else { b })
            }
            Node::Ite(c, a, b) => match self.eval(c)? {
                Value::Bool(true) => self.eval(a),
                _ => self.eval(b),
            },
        }
    }

    fn int(&mut self, e: ExprId) -> Option<i32> {
        match self.eval(e)? {
            Value::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The value of a map at a place, `⊥` for nil and out of bounds.
    pub fn look(&mut self, m: ExprId, place: Place) -> Option<Value> {
        let root = self.x.root(m)?;
        match self.x.info(root).ty {
            Ty::Map(Keys::Ref, _) if place.0 == Value::Nil => return None,
            Ty::Map(Keys::RefInt, _) => {
                if place.0 == Value::Nil {
                    return None;
                }
                let length = self.v.at(self.x, self.x.length_map(), (place.0, 0));
                if !within(place.1, length) {
                    return None;
                }
            }
            Ty::Map(Keys::Int, _) => {
                if let Some(bound) = self.x.info(root).bound {
                    let (Value::Int(i), bound) = (place.0, self.v.var(self.x, bound)) else {
                        return None;
                    };
                    if !within(i, bound) {
                        return None;
                    }
                }
            }
            _ => {}
        }
        self.content(m, place)
    }

    /// `(a[e] := e')[e'']` is `e'` if `e = e''`, else `a[e'']`.
    fn content(&mut self, m: ExprId, place: Place) -> Option<Value> {
        let mut m = m;
        loop {
            match self.x.node(m) {
                Node::Store(inner, k, i, v) => {
                    let key = self.eval(k)?;
                    let index = match i {
                        Some(i) => self.int(i)?,
                        None => 0,
                    };
                    if (key, index) == place {
                        return self.eval(v);
                    }
                    m = inner;
                }
                Node::Var(a) => return Some(self.v.at(self.x, a, place)),
                _ => return None,
            }
        }
    }
}

fn within(i: i32, length: Value) -> bool {
    matches!(length, Value::Int(n) if 0 <= i && i < n)
}

/// The interpretation of a unary operation.
pub fn un(op: UnOp, a: Value) -> Value {
    match (op, a) {
        (UnOp::Not, Value::Bool(b)) => Value::Bool(!b),
        (UnOp::Neg, Value::Int(n)) => Value::Int(n.wrapping_neg()),
        (UnOp::Neg, Value::Long(n)) => Value::Long(n.wrapping_neg()),
        (UnOp::IntToLong, Value::Int(n)) => Value::Long(i64::from(n)),
        (UnOp::LongToInt, Value::Long(n)) => Value::Int(n as i32),
        (UnOp::ToByte, Value::Int(n)) => Value::Int(i32::from(n as i8)),
        (UnOp::ToShort, Value::Int(n)) => Value::Int(i32::from(n as i16)),
        (UnOp::ToChar, Value::Int(n)) => Value::Int(i32::from(n as u16)),
        (_, other) => other,
    }
}

/// The interpretation of a strict binary operation, Java's; `None` for a
/// division by zero.
pub fn bin(op: BinOp, a: Value, b: Value) -> Option<Value> {
    use Value::{Bool, Int, Long};
    if op == BinOp::Eq {
        return Some(Bool(a == b));
    }
    Some(match (a, b) {
        (Int(a), Int(b)) => match op {
            BinOp::Lt => Bool(a < b),
            BinOp::Le => Bool(a <= b),
            BinOp::Add => Int(a.wrapping_add(b)),
            BinOp::Sub => Int(a.wrapping_sub(b)),
            BinOp::Mul => Int(a.wrapping_mul(b)),
            BinOp::Div if b == 0 => return None,
            BinOp::Rem if b == 0 => return None,
            BinOp::Div => Int(a.wrapping_div(b)),
            BinOp::Rem => Int(a.wrapping_rem(b)),
            BinOp::BitAnd => Int(a & b),
            BinOp::BitOr => Int(a | b),
            BinOp::BitXor => Int(a ^ b),
            BinOp::Shl => Int(a.wrapping_shl(b as u32)),
            BinOp::Shr => Int(a.wrapping_shr(b as u32)),
            BinOp::Ushr => Int((a as u32).wrapping_shr(b as u32) as i32),
            BinOp::And | BinOp::Or | BinOp::Eq => return None,
        },
        (Long(a), Int(b)) => match op {
            BinOp::Shl => Long(a.wrapping_shl(b as u32)),
            BinOp::Shr => Long(a.wrapping_shr(b as u32)),
            BinOp::Ushr => Long((a as u64).wrapping_shr(b as u32) as i64),
            _ => return None,
        },
        (Long(a), Long(b)) => match op {
            BinOp::Lt => Bool(a < b),
            BinOp::Le => Bool(a <= b),
            BinOp::Add => Long(a.wrapping_add(b)),
            BinOp::Sub => Long(a.wrapping_sub(b)),
            BinOp::Mul => Long(a.wrapping_mul(b)),
            BinOp::Div if b == 0 => return None,
            BinOp::Rem if b == 0 => return None,
            BinOp::Div => Long(a.wrapping_div(b)),
            BinOp::Rem => Long(a.wrapping_rem(b)),
            BinOp::BitAnd => Long(a & b),
            BinOp::BitOr => Long(a | b),
            BinOp::BitXor => Long(a ^ b),
            _ => return None,
        },
        (Bool(a), Bool(b)) => match op {
            BinOp::BitAnd => Bool(a & b),
            BinOp::BitOr => Bool(a | b),
            BinOp::BitXor => Bool(a ^ b),
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether an initial value lies in the range of its variable.
pub fn in_range(range: Range, v: Value) -> bool {
    match (range, v) {
        (Range::Byte, Value::Int(n)) => i8::try_from(n).is_ok(),
        (Range::Short, Value::Int(n)) => i16::try_from(n).is_ok(),
        (Range::Char, Value::Int(n)) => u16::try_from(n).is_ok(),
        (Range::NonNegative, Value::Int(n)) => n >= 0,
        _ => true,
    }
}

/// Operations with one rule of Java broken on purpose; tests only.
mod broken {
    use super::Value::{Int, Long};
    use super::{BinOp, UnOp, Value};
    use crate::mutation::JavaRule;

    pub fn un(rule: JavaRule, op: UnOp, a: Value) -> Value {
        match (rule, op, a) {
            (JavaRule::CharSigned, UnOp::ToChar, Int(n)) => Int(i32::from(n as i16)),
            (JavaRule::ByteKeepsAll, UnOp::ToByte, a) => a,
            _ => super::un(op, a),
        }
    }

    pub fn bin(rule: JavaRule, op: BinOp, a: Value, b: Value) -> Option<Value> {
        match (rule, op, a, b) {
            (JavaRule::ShiftUnmasked, BinOp::Shl, Int(_), Int(n)) if !(0..32).contains(&n) => {
                Some(Int(0))
            }
            (JavaRule::DivisionFloors, BinOp::Div, Int(a), Int(b)) if b != 0 => {
                let q = a.wrapping_div(b);
                let inexact = a.wrapping_rem(b) != 0;
                Some(Int(q - i32::from(inexact && (a < 0) != (b < 0))))
            }
            (JavaRule::AdditionSaturates, BinOp::Add, Int(a), Int(b)) => {
                Some(Int(a.saturating_add(b)))
            }
            (JavaRule::AdditionSaturates, BinOp::Add, Long(a), Long(b)) => {
                Some(Long(a.saturating_add(b)))
            }
            (JavaRule::UnsignedShiftKeepsSign, BinOp::Ushr, a, b) => super::bin(BinOp::Shr, a, b),
            _ => super::bin(op, a, b),
        }
    }
}
