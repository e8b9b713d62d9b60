//! Concrete values, and where values of variables come from.

use crate::sort::{FunId, Sort, VarId};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A concrete value of any sort.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit vector; `bits < 2^width`.
    BitVec {
        /// 1..=128.
        width: u32,
        /// The value.
        bits: u128,
    },
    /// A float by its encoding.
    Float {
        /// Its format.
        sort: crate::sort::FloatSort,
        /// Its encoding.
        bits: u128,
    },
    /// A mathematical integer.
    Int(BigInt),
    /// A rational.
    Real(BigRational),
    /// A total map; `entries` never holds the default value.
    Array {
        /// The value at every other index.
        default: Box<Value>,
        /// The indices that differ.
        entries: BTreeMap<Value, Value>,
    },
    /// The n-th element of an uninterpreted sort.
    Element {
        /// The sort.
        sort: crate::sort::UninterpretedId,
        /// Its number.
        index: u64,
    },
}

impl Value {
    /// The encoding of a Bool, BitVec or Float.
    pub fn bits(&self) -> Option<u128> {
        match self {
            Value::Bool(b) => Some(u128::from(*b)),
            Value::BitVec { bits, .. } | Value::Float { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// A Bool, BitVec or Float of this sort from its encoding.
    pub fn from_bits(sort: Sort, bits: u128) -> Option<Value> {
        match sort {
            Sort::Bool => Some(Value::Bool(bits & 1 == 1)),
            Sort::BitVec(width) => Some(Value::BitVec {
                width,
                bits: bits & crate::fold::mask(width),
            }),
            Sort::Float(f) => Some(Value::Float {
                sort: f,
                bits: bits & crate::fold::mask(f.bits()),
            }),
            _ => None,
        }
    }
}

/// Values of variables. Variables that it does not know are zero, false or empty.
pub trait Assignment {
    /// The bit pattern of a Bool (0 or 1), BitVec or Float variable. Bits over
    /// the variable's width are ignored.
    fn value(&self, v: VarId) -> u128;

    /// The value of a variable of any other sort.
    fn other(&self, v: VarId) -> Option<Value> {
        let _ = v;
        None
    }

    /// The value of an uninterpreted function; `None` where it has none, which
    /// makes the evaluation fail.
    fn apply(&self, f: FunId, args: &[Value]) -> Option<Value> {
        let _ = (f, args);
        None
    }
}

/// A function by its points and its value everywhere else.
type Interpretation = (BTreeMap<Vec<Value>, Value>, Option<Value>);

/// A finite assignment.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Model {
    bits: FxHashMap<VarId, u128>,
    others: FxHashMap<VarId, Value>,
    functions: FxHashMap<FunId, Interpretation>,
}

impl Model {
    /// Every variable zero.
    pub fn new() -> Self {
        Self::default()
    }
    /// Sets a variable.
    pub fn set(&mut self, v: VarId, value: Value) {
        match value.bits() {
            Some(bits) => {
                self.bits.insert(v, bits);
            }
            None => {
                self.others.insert(v, value);
            }
        }
    }
    /// Sets the bit pattern of a Bool, BitVec or Float variable.
    pub fn set_bits(&mut self, v: VarId, bits: u128) {
        self.bits.insert(v, bits);
    }
    /// The bit pattern if it was set.
    pub fn get_bits(&self, v: VarId) -> Option<u128> {
        self.bits.get(&v).copied()
    }
    /// The variables with bit patterns that were set, in no order.
    pub fn iter_bits(&self) -> impl Iterator<Item = (VarId, u128)> + '_ {
        self.bits.iter().map(|(v, b)| (*v, *b))
    }
    /// The other variables that were set, in no order.
    pub fn iter_others(&self) -> impl Iterator<Item = (VarId, &Value)> + '_ {
        self.others.iter().map(|(v, b)| (*v, b))
    }
    /// Sets the value of a function at a point.
    pub fn set_fun(&mut self, f: FunId, args: Vec<Value>, value: Value) {
        self.functions.entry(f).or_default().0.insert(args, value);
    }
    /// Sets the value of a function everywhere else.
    pub fn set_fun_default(&mut self, f: FunId, value: Value) {
        self.functions.entry(f).or_default().1 = Some(value);
    }
}

impl Assignment for Model {
    fn value(&self, v: VarId) -> u128 {
        self.bits.get(&v).copied().unwrap_or(0)
    }
    fn other(&self, v: VarId) -> Option<Value> {
        self.others.get(&v).cloned()
    }
    fn apply(&self, f: FunId, args: &[Value]) -> Option<Value> {
        let (points, default) = self.functions.get(&f)?;
        points.get(args).or(default.as_ref()).cloned()
    }
}

impl Assignment for FxHashMap<VarId, u128> {
    fn value(&self, v: VarId) -> u128 {
        self.get(&v).copied().unwrap_or(0)
    }
}

impl<A: Assignment + ?Sized> Assignment for &A {
    fn value(&self, v: VarId) -> u128 {
        (**self).value(v)
    }
    fn other(&self, v: VarId) -> Option<Value> {
        (**self).other(v)
    }
    fn apply(&self, f: FunId, args: &[Value]) -> Option<Value> {
        (**self).apply(f, args)
    }
}
