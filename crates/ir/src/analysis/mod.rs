//! Control flow of a function: predecessors, orders, dominators, loops.
//!
//! Each analysis is a function from what it needs to a plain table; nothing
//! is cached or invalidated. Blocks that the entry does not reach have no
//! position in the orders and no dominator.

mod addresses;
mod cfg;
mod definition;
mod dominators;
mod live;
mod loops;
mod order;
mod unwritten;

#[cfg(test)]
mod tests;

pub use addresses::addresses_taken;
pub use cfg::{successors, Cfg};
pub use definition::only_definition;
pub use dominators::{Dominators, PostDominators};
pub use live::Live;
pub use loops::{Loop, LoopId, Loops};
pub use order::{Component, Order};
pub use unwritten::unwritten;
