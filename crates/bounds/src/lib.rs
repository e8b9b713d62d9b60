//! Floor 6: what a C program can cost. [`time`] says whether it ends and how
//! long it takes, [`memory`] how much heap it needs, [`stack`] how deep its
//! stack goes; [`evidence`] runs it.
//!
//! What must never happen: an analysis here leaves out a behaviour of the
//! program and calls its result a proof.

pub mod evidence;
pub mod memory;
pub mod recursion;
pub mod stack;
pub mod time;
