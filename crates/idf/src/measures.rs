//! Measures of termination as values, and which calls can come back to their caller.

use crate::heap::{Args, Place};
use ep_ivl::ast::{FunctionId, MethodId, Program, TypeId};
use ep_ivl::graph::{component_of, function_calls, method_calls};
use ep_term::{Sort, TermId};

/// The value of one component of a measure.
#[derive(Clone, Debug)]
pub enum Component {
    Value(TermId, TypeId),
    /// The snapshot of a predicate instance, if it is there.
    Instance(Option<TermId>),
}

/// A measure in a state: under which condition it counts, and its components.
#[derive(Clone, Debug)]
pub struct Tuple {
    pub condition: TermId,
    pub components: Vec<Component>,
    pub types: Vec<Sort>,
}

/// What is being checked.
#[derive(Clone, Debug)]
pub struct Active {
    pub function: Option<FunctionId>,
    pub method: Option<MethodId>,
    pub tuple: Tuple,
    /// The measure is the heap of the precondition.
    pub heap: bool,
}

/// Call graph components and the measure of the member under verification.
pub struct Termination {
    pub functions: Vec<u32>,
    pub methods: Vec<u32>,
    /// Types whose standard order a domain of the program replaces by nothing.
    pub unordered: Vec<&'static str>,
    pub active: Option<Active>,
    /// Predicates that are opened around the expression that is evaluated.
    pub opened: Vec<(Place, Args)>,
}

impl Termination {
    /// The components of a program's call graphs.
    pub fn new(program: &Program) -> Self {
        let (_, functions) = component_of(&function_calls(program));
        let (_, methods) = component_of(&method_calls(program));
        let hides = |order: &&str| {
            let hidden = format!("{order}WellFoundedOrder");
            let mut domains = program.domains.ids().map(|d| &program.domains[d]);
            domains.any(|d| d.name == hidden && d.axioms.is_empty())
        };
        let orders = ["Int", "Bool", "Perm", "Rational", "Ref"];
        Termination {
            functions,
            methods,
            unordered: orders.into_iter().filter(hides).collect(),
            active: None,
            opened: Vec::new(),
        }
    }
}
