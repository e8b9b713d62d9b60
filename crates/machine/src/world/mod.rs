//! The world around a program: what it is called with, what its memory holds
//! before it begins, and what answers where its own code ends (allocation, the
//! C library, functions that nobody wrote).

pub mod aggregates;
pub mod allocation;
pub mod builtins;
pub(crate) mod content;
pub mod entry;
pub mod lazy;
pub mod library;
pub mod open_world;
mod outside;
pub mod pointers;
pub mod reads;
pub mod shape;
pub mod sized;
pub mod surroundings;
pub mod tried;
mod unwritten;
pub mod varargs;
