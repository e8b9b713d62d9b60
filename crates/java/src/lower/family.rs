//! Predicates and pure methods that subclasses override.
//!
//! Such a member is one predicate (or function) for all classes, with a body
//! by the class of the object: `typeof(this) == K1 ? body of K1 : … : other`,
//! where `other` is abstract and stands for classes that are not given. Inside
//! of a method of `K`, verified for objects of class `K`, opening it yields the
//! body of `K`. `super.q()` names the exact version of a superclass.
//!
//! A method whose contract or body mentions a family on `this` is verified
//!
//! - for each class `K` that inherits it and means the same by each family;
//! - exactly, with every family on `this` read as the class's own, where
//!   `super.m()` calls it or a subclass inherits it and means something else;
//! - and, for such a subclass, by opening its predicates, calling the exact
//!   version, and closing them.
//!
//! An overriding method with a contract of its own must keep the promises of
//! what it overrides: behavioural subtyping, one obligation for each pair.

use super::Lower;
use crate::tree::*;

/// Which reading of a member.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Version {
    /// As called through the object.
    Dynamic,
    /// The member of this very class.
    Exact,
    /// The body for objects of one class.
    At(ClassId),
    /// Inherited by a class that means something else by its families.
    Inherited(ClassId),
    /// Keeps the contract of what it overrides.
    Refines(MethodId),
}

/// A member in one reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    pub method: MethodId,
    pub version: Version,
}

impl Key {
    pub fn dynamic(method: MethodId) -> Key {
        Key {
            method,
            version: Version::Dynamic,
        }
    }
    pub fn exact(method: MethodId) -> Key {
        Key {
            method,
            version: Version::Exact,
        }
    }
}

impl Lower<'_> {
    /// The first declaration of what a method overrides.
    pub(super) fn root(&self, m: MethodId) -> MethodId {
        let mut best = m;
        let mut seen = vec![m];
        let mut at = 0;
        while at < seen.len() {
            let x = seen[at];
            at += 1;
            best = best.min(x);
            let ups = &self.p.methods[x].overrides;
            let downs = self
                .p
                .methods
                .iter()
                .filter(|(_, o)| o.overrides.contains(&x))
                .map(|(id, _)| id);
            for n in ups.iter().copied().chain(downs) {
                if !seen.contains(&n) {
                    seen.push(n);
                }
            }
        }
        best
    }

    /// Whether a predicate or pure method has several definitions.
    pub(super) fn is_family(&self, m: MethodId) -> bool {
        let method = &self.p.methods[m];
        matches!(method.kind, MethodKind::Predicate | MethodKind::Pure)
            && method.is_virtual()
            && (method.is_abstract
                || !method.overrides.is_empty()
                || self.p.methods.iter().any(|(_, o)| o.overrides.contains(&m)))
    }

    /// Whether some method of the program overrides this one.
    pub(super) fn is_overridden(&self, m: MethodId) -> bool {
        self.p.methods.iter().any(|(_, o)| o.overrides.contains(&m))
    }

    /// The families that contract and body mention on `this`.
    pub(super) fn families_on_this(&self, m: MethodId) -> Vec<MethodId> {
        let method = &self.p.methods[m];
        let mut out = Vec::new();
        let mut visit = |e: &Expr| {
            if let ExprKind::Call {
                target: Target::Virtual(o),
                method,
                ..
            } = &e.kind
            {
                if matches!(o.kind, ExprKind::This) && self.is_family(*method) {
                    let r = self.root(*method);
                    if !out.contains(&r) {
                        out.push(r);
                    }
                }
            }
        };
        let contract = self.contract_of(m).1;
        for e in contract.requires.iter().chain(&contract.ensures) {
            e.walk(&mut visit);
        }
        match &method.body {
            Some(Body::Block(list)) => list.iter().for_each(|s| s.walk(&mut visit)),
            Some(Body::Assertion(e)) => e.walk(&mut visit),
            None => {}
        }
        out
    }

    /// The contract of a method and whose it is: an overriding method without
    /// one inherits it.
    pub(super) fn contract_of(&self, m: MethodId) -> (MethodId, &Contract) {
        let method = &self.p.methods[m];
        let c = &method.contract;
        if c.requires.is_empty() && c.ensures.is_empty() {
            if let Some(up) = method.overrides.first() {
                return self.contract_of(*up);
            }
        }
        (m, c)
    }

    /// What a class means by a family: the method with its body.
    pub(super) fn meaning(&self, family: MethodId, class: ClassId) -> Option<MethodId> {
        self.p.dispatch(family, class)
    }

    /// Whether a subclass means the same by all of these families as the class
    /// itself, as far as that means anything by them.
    pub(super) fn agrees(&self, families: &[MethodId], class: ClassId, sub: ClassId) -> bool {
        families.iter().all(|f| {
            let own = self.meaning(*f, class);
            own.is_none() || own == self.meaning(*f, sub)
        })
    }

    /// Whether `super.m()` is written anywhere.
    pub(super) fn called_exactly(&self, m: MethodId) -> bool {
        let mut found = false;
        for (_, method) in self.p.methods.iter() {
            let mut visit = |e: &Expr| {
                if let ExprKind::Call {
                    target: Target::Exact(_),
                    method,
                    ..
                } = &e.kind
                {
                    found |= *method == m;
                }
            };
            for e in method
                .contract
                .requires
                .iter()
                .chain(&method.contract.ensures)
            {
                e.walk(&mut visit);
            }
            match &method.body {
                Some(Body::Block(list)) => list.iter().for_each(|s| s.walk(&mut visit)),
                Some(Body::Assertion(e)) => e.walk(&mut visit),
                None => {}
            }
        }
        found
    }

    /// Whether some member of the user's classes has several definitions.
    pub(super) fn has_families(&self) -> bool {
        self.p
            .methods
            .iter()
            .any(|(id, m)| !self.p.classes[m.class].prelude && self.is_family(id))
    }

    /// Whether the class of objects matters anywhere in the program.
    pub(super) fn uses_types(&self) -> bool {
        let mut found = self.has_families();
        for (_, m) in self.p.methods.iter() {
            if self.p.classes[m.class].prelude {
                continue;
            }
            let mut visit = |e: &Expr| {
                found |= matches!(e.kind, ExprKind::InstanceOf(..) | ExprKind::Cast(_));
            };
            for e in m.contract.requires.iter().chain(&m.contract.ensures) {
                e.walk(&mut visit);
            }
            match &m.body {
                Some(Body::Block(list)) => list.iter().for_each(|s| s.walk(&mut visit)),
                Some(Body::Assertion(e)) => e.walk(&mut visit),
                None => {}
            }
        }
        found
    }
}
