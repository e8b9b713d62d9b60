//! Types of the program, and the instances of its domains that were met.

use ep_base::Span;
use ep_ivl::ast::{DomainFuncId, DomainId, TypeId, Types};
use ep_term::FunId;

/// What is known of the domains of a program.
pub struct Domains {
    /// The types of the program and instances of them.
    pub types: Types,
    /// The instance of a domain whose axioms are looked at.
    pub args: Vec<TypeId>,
    /// Instances that were met and are still to be looked at.
    pub instances: Vec<(DomainId, Box<[TypeId]>)>,
    pub unique: Vec<(DomainFuncId, FunId)>,
    /// Why the axioms of the program could not be found.
    pub failed: Option<(String, Span)>,
}

impl Domains {
    /// Those of a program with these types.
    pub fn new(types: Types) -> Domains {
        Domains {
            types,
            args: Vec::new(),
            instances: Vec::new(),
            unique: Vec::new(),
            failed: None,
        }
    }
}
