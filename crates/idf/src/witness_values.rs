//! What a witness is: values for the state on entry of a method. How one is found
//! is in `witness`.

use ep_ivl::ast::{DomainFuncId, FieldId, VarId};
use num_bigint::BigInt;

/// A value in a model.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WitnessValue {
    Null,
    Bool(bool),
    Int(BigInt),
    /// An element of an uninterpreted sort; equal numbers are equal values.
    Element(u64),
}

/// A candidate for the state on entry of a method.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Witness {
    /// Values of the parameters.
    pub params: Vec<(VarId, WitnessValue)>,
    /// Receiver and value of the fields that the precondition gives.
    pub fields: Vec<(FieldId, WitnessValue, WitnessValue)>,
    /// Domain functions of one reference, or of the value of a field and a small
    /// index, and constants, where their values are.
    pub functions: Vec<(DomainFuncId, Vec<WitnessValue>, WitnessValue)>,
}
