//! Simplifications of systems.
//!
//! [`temporaries`] changes nothing about the runs of a system, so readers and
//! both sides of an analysis use it.

pub mod temporaries;
