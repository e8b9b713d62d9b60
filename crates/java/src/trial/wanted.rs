//! What is to be shown by a run: the failed proof, and the state that its
//! counterexample starts from.

use crate::lower::Lowered;
use crate::source::Span;
use crate::tree::{MethodId, Program};
use ep_ivl::ast as ivl;

/// A value in a counterexample.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    Null,
    Boolean(bool),
    Integer(i64),
    /// Equal numbers are the same object.
    Object(u64),
}

/// The state on entry.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The receiver, if there is one, and the arguments.
    pub args: Vec<Value>,
    /// Fields: which, of what, its value.
    pub fields: Vec<(ivl::FieldId, Value, Value)>,
    /// Functions of the theories: which, at what, its value.
    pub functions: Vec<(ivl::DomainFuncId, Vec<Value>, Value)>,
}

/// Which proof failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Postcondition,
    /// Of a method that is called at `by`.
    Precondition,
    /// Of the predicate that is closed at `by`.
    Close,
    /// An assertion, a loop invariant or a check of Java.
    Body,
}

/// What a run has to show.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    pub program: &'a Program,
    pub lowered: &'a Lowered,
    pub member: ivl::Member,
    pub kind: Kind,
    /// The conjunct or the expression that is wrong.
    pub at: ep_base::Span,
    /// The statement whose proof failed.
    pub by: ep_base::Span,
    /// What is said about it.
    pub message: &'a str,
    pub start: &'a Start,
}

/// The class behind the file.
pub const CLASS: &str = "EverypathTest";
/// What the messages of failed checks begin with.
pub const MARK: &str = "everypath: ";

/// Why there is no program, in a few words.
pub type Reason = String;

pub fn covers(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// The method whose contract holds for another one.
pub fn contract_owner(p: &Program, m: MethodId) -> MethodId {
    let c = &p.methods[m].contract;
    match p.methods[m].overrides.first() {
        Some(up) if c.requires.is_empty() && c.ensures.is_empty() => contract_owner(p, *up),
        _ => m,
    }
}
