//! Simplifications of systems.
//!
//! [`temporaries`] changes nothing about the runs of a system, so readers and
//! both sides of an analysis use it. [`slicing`] and [`projection`] are for
//! termination and upper bounds alone: what they leave out gives more runs, and
//! they take a [`crate::work::Work`], from which no lower bound and no run that
//! does not end can be made. Sources: see there.

pub mod projection;
pub mod slicing;
pub mod temporaries;
