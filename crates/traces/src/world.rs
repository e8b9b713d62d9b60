//! What a semantics adds to the transitions that all share.
//!
//! Idea: the concrete semantics, forward execution and unfolding (document 002,
//! sections 2 to 4) are one [`crate::machine`] over three worlds. Cost: none of
//! its own.

use crate::delta::ErrorKind;
use crate::expr::{ClassTag, ExprId, Exprs, VarId};
use crate::lang::{Lhs, ProcId};

/// What a test tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// Only the one transition is possible.
    True,
    /// Only the other.
    False,
    /// Both, as far as this world knows.
    Both,
}

/// What a semantics does at the basic steps.
pub trait World: Clone {
    /// The local part of a closure: `L`, `τ`, a renaming.
    type Env: Clone;
    /// `V(e)`, `eθ`, `e` with fresh names.
    type Val: Copy;
    /// The value of an expression; `None` is `⊥`.
    fn value(&mut self, x: &mut Exprs, env: &Self::Env, e: ExprId) -> Option<Self::Val>;
    /// `h := v`; false when `h` is `⊥`.
    fn bind(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &Lhs, v: Self::Val) -> bool;
    /// `h := e`.
    fn assign(&mut self, x: &mut Exprs, env: &mut Self::Env, h: &Lhs, e: ExprId) -> bool {
        match self.value(x, env, e) {
            Some(v) => self.bind(x, env, h, v),
            None => false,
        }
    }
    /// `h := new C`.
    fn create(
        &mut self,
        x: &mut Exprs,
        env: &mut Self::Env,
        h: &Lhs,
        class: ClassTag,
        len: Option<Self::Val>,
    ) -> bool;
    /// Whether the condition is decided.
    fn test(&mut self, x: &mut Exprs, b: Self::Val) -> Truth;
    /// The transition with `b` (or `¬b`) is taken. Checks are conditions of `δ`
    /// that hold.
    fn assume(&mut self, x: &mut Exprs, b: Self::Val, side: bool, why: Why);
    /// The local part for a call.
    fn enter(
        &mut self,
        x: &mut Exprs,
        proc: (ProcId, &[VarId]),
        args: &[Self::Val],
        caller: &Self::Env,
        receiver: Option<ExprId>,
    ) -> Self::Env;
}

/// Why a configuration forks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A condition of `δ`.
    Check(ErrorKind),
    /// `if`.
    Branch,
    /// `while`.
    Loop,
    /// The class of the receiver.
    Dispatch(ProcId),
    /// The class of the exception.
    Catch,
}
