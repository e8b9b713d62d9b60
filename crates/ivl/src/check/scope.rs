//! Which names mean what inside of one member. Viper allows no shadowing: a
//! name may not be declared while another of that name is visible, nor at the
//! level of a block after an inner block declared it.

use crate::ast::{LabelId, VarId};
use crate::syntax::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// The scopes of a member, innermost last.
#[derive(Default)]
pub struct Scopes {
    levels: Vec<Level>,
    /// Labels are visible in the whole method.
    pub labels: FxHashMap<Symbol, LabelId>,
}

#[derive(Default)]
struct Level {
    vars: FxHashMap<Symbol, VarId>,
    /// Declared here twice.
    twice: FxHashSet<Symbol>,
    /// Declared in scopes inside that are closed.
    inner: FxHashSet<Symbol>,
}

impl Scopes {
    /// Opens a scope.
    pub fn open(&mut self) {
        self.levels.push(Level::default());
    }
    /// Closes the innermost scope.
    pub fn close(&mut self) {
        let Some(level) = self.levels.pop() else {
            return;
        };
        if let Some(outer) = self.levels.last_mut() {
            outer.inner.extend(level.vars.into_keys());
            outer.inner.extend(level.inner);
        }
    }
    /// The variable of a name.
    pub fn find(&self, name: Symbol) -> Option<VarId> {
        (self.levels.iter().rev()).find_map(|level| level.vars.get(&name).copied())
    }
    /// Whether several declarations of a name are visible.
    pub fn is_ambiguous(&self, name: Symbol) -> bool {
        self.levels.iter().any(|l| l.twice.contains(&name))
    }
    /// Declares a variable in the innermost scope. False: the name is taken.
    pub fn declare(&mut self, name: Symbol, var: VarId) -> bool {
        let taken = self.find(name).is_some()
            || self.levels.last().is_some_and(|l| l.inner.contains(&name));
        if let Some(level) = self.levels.last_mut() {
            if level.vars.insert(name, var).is_some() {
                level.twice.insert(name);
            }
        }
        !taken
    }
}
