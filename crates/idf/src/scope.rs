//! What holds while something is run, and no longer: the dynamic scope of an
//! engine.
//!
//! Idea: what changes it is a guard that takes what is run and puts back what was
//! before, also where that fails. Nothing else can change it.
//! Cost: a copy of twenty bytes for each.

use crate::engine::Engine;

/// How what is run now is looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Scope {
    /// Something is only tried: errors are not recorded.
    probing: bool,
    /// Predicate instances that are being closed on demand, for the bound.
    closing: u32,
    /// Quantifiers around the expression that is evaluated.
    binders: u32,
    /// Checks are skipped: terms are wanted only (triggers).
    unchecked: bool,
    /// Which chunk of iterated assertions a trigger reads.
    chunk: usize,
    /// A transfer was made for what is taken.
    retrying: bool,
    /// Only what shows without the solver counts as proved.
    glancing: bool,
}

impl Scope {
    /// Something is only tried: errors are not recorded.
    pub fn probing(self) -> bool {
        self.probing
    }

    /// Predicate instances that are being closed on demand.
    pub fn closing(self) -> u32 {
        self.closing
    }

    /// The expression that is evaluated stands under a quantifier.
    pub fn under_binder(self) -> bool {
        self.binders > 0
    }

    /// It stands under more than one.
    pub fn under_binders(self) -> bool {
        self.binders > 1
    }

    /// Checks are skipped: terms are wanted only.
    pub fn unchecked(self) -> bool {
        self.unchecked
    }

    /// Which chunk of iterated assertions a trigger reads.
    pub fn chunk(self) -> usize {
        self.chunk
    }

    /// A transfer was made for what is taken.
    pub fn retrying(self) -> bool {
        self.retrying
    }

    /// Only what shows without the solver counts as proved.
    pub fn glancing(self) -> bool {
        self.glancing
    }
}

impl<'p> Engine<'p> {
    fn scoped<T>(&mut self, scope: Scope, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.scope, scope);
        let result = run(self);
        self.scope = before;
        result
    }

    /// Tries something: its errors are not recorded.
    pub fn probe<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            probing: true,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Tries something that is worth little time: [`Engine::probe`], without the solver.
    pub fn glance<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            probing: true,
            glancing: true,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Runs as if nothing were tried around it: its errors count.
    pub fn in_earnest<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            probing: false,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Closes an instance on demand, inside of those that are being closed.
    pub fn closing<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let closing = self.scope.closing.saturating_add(1);
        self.closing_at(closing, run)
    }

    /// Runs as if so many instances were being closed around it.
    pub fn closing_at<T>(&mut self, closing: u32, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            closing,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Evaluates under one more quantifier.
    pub fn binding<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            binders: self.scope.binders + 1,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Evaluates without checks; triggers read this chunk of iterated assertions.
    pub fn unchecked<T>(&mut self, chunk: usize, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            unchecked: true,
            chunk,
            ..self.scope
        };
        self.scoped(scope, run)
    }

    /// Takes with or without the right to transfer what is missing.
    pub fn retrying<T>(&mut self, retrying: bool, run: impl FnOnce(&mut Self) -> T) -> T {
        let scope = Scope {
            retrying,
            ..self.scope
        };
        self.scoped(scope, run)
    }
}
