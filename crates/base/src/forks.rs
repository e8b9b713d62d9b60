//! Who forks and who must not be disturbed by a fork.
//!
//! Idea: before a fork the C library runs the handlers that libraries have left there,
//! in the thread that forks. That of Z3 (`scoped_timer::finalize`, 4.8.12) takes down
//! its threads of timers: it goes round until it has ended as many as there are, frees
//! those of queries that are past their time, and two forks at once go round for ever.
//! So a fork is [`alone`], and a query for which Z3 uses timers of its own makes forks
//! [`wait`]; all other queries use none. Processes that are begun without a step
//! before `exec` are not forked (`posix_spawn`) and need neither. Source:
//! `util/scoped_timer.cpp` of Z3. Cost: an uncontended lock per fork.
//!
//! What must never happen: the lock is held while a process runs, or taken twice by one
//! thread.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

static FORKS: RwLock<()> = RwLock::new(());

/// No fork begins while this is kept.
pub fn wait() -> RwLockReadGuard<'static, ()> {
    FORKS.read().unwrap_or_else(PoisonError::into_inner)
}

/// Nobody else forks, and no query runs that a fork may not disturb, while this is kept.
pub fn alone() -> RwLockWriteGuard<'static, ()> {
    FORKS.write().unwrap_or_else(PoisonError::into_inner)
}
