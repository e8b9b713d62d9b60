//! Findings while a run goes on: they are confirmed natively beside it, written
//! and told.

pub(crate) mod native;
pub(crate) mod observer;

pub(crate) use native::Confirmer;
