//! Byte-addressed memory: objects with provenance, persistent by copy on
//! write. Source: document 003, pages 65-67 (the "fully symbolic memory
//! model"); DESIGN, "Laws of the core data".

mod addresses;
pub mod heap;
pub mod ledger;
pub mod object;
mod piece;
pub mod stack;
mod stored;
pub mod swept;

pub use addresses::Addresses;
pub use heap::{Entry, Heap};
pub use object::{ByteKind, Object, ObjectKind, Shadow, Size};
pub use piece::piece;
pub use swept::Swept;
