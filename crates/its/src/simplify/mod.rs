//! Simplifications of systems.
//!
//! [`temporaries`] changes nothing about the runs of a system, so readers and
//! both sides of an analysis use it. Source: none; see there. What only one side may
//! do is elsewhere (`work`).

pub mod temporaries;
