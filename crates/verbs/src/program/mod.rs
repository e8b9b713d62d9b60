//! What is asked about which program, for every verb that reads C: the options
//! of each crate from those of the user, the entry as the native build calls
//! it, flags from a database of compile commands, and functions that nobody has.

mod aggregate;
pub mod bodiless;
pub mod database;
pub(crate) mod entry;
pub(crate) mod settings;

pub use entry::shape as native_shape;
pub use settings::default_clang;
