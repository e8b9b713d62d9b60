//! The typed, resolved program that the verifier walks.
//!
//! Idea: everything is a dense `u32` id into an arena of the [`Program`]
//! (expressions, statements, types, members), or of a member (its variables
//! and labels). Names are kept for printing only. Alternative: boxed trees;
//! they cost an allocation per node and give nodes no identity, which the
//! verifier wants for its tables. Source: document 001, section 3.1, with the
//! grammar of Viper instead of the paper's. Cost: 48 bytes per expression.

mod build;
mod expr;
mod stmt;
mod types;
mod walk;

pub use build::Builder;
pub use expr::{
    Access, BinOp, Binder, CollectionKind, Expr, ExprId, ExprKind, OldState, Permission,
    Quantifier, Resource, Trigger, UnOp,
};
pub use stmt::{Block, Loop, Stmt, StmtId, StmtKind};
pub use types::{Type, TypeId, Types};

use ep_base::{Arena, FileId, Span};
use std::sync::Arc;

ep_base::entity!(
    /// A field of references.
    FieldId,
    "field"
);
ep_base::entity!(
    /// A (heap-dependent, pure) function.
    FunctionId,
    "function"
);
ep_base::entity!(
    /// A predicate.
    PredicateId,
    "predicate"
);
ep_base::entity!(
    /// A method.
    MethodId,
    "method"
);
ep_base::entity!(
    /// A domain, or an algebraic data type (see [`Domain::adt`]).
    DomainId,
    "domain"
);
ep_base::entity!(
    /// A function of a domain.
    DomainFuncId,
    "df"
);
ep_base::entity!(
    /// An axiom of a domain.
    AxiomId,
    "axiom"
);
ep_base::entity!(
    /// A variable of one member: parameter, result, local or bound.
    VarId,
    "v"
);
ep_base::entity!(
    /// A label of one method.
    LabelId,
    "label"
);
ep_base::entity!(
    /// A text that a front end attaches to a node, for messages.
    NoteId,
    "note"
);

/// A source file, for messages.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user named it.
    pub path: String,
    /// The whole text.
    pub text: Arc<str>,
}

/// A whole program. Members keep the order of their declaration.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The sources that spans point into.
    pub files: Arena<FileId, SourceFile>,
    /// Interned types.
    pub types: Types,
    /// All expressions of all members.
    pub exprs: Arena<ExprId, Expr>,
    /// All statements of all methods.
    pub stmts: Arena<StmtId, Stmt>,
    /// Fields.
    pub fields: Arena<FieldId, Field>,
    /// Functions.
    pub functions: Arena<FunctionId, Function>,
    /// Predicates.
    pub predicates: Arena<PredicateId, Predicate>,
    /// Methods.
    pub methods: Arena<MethodId, Method>,
    /// Domains.
    pub domains: Arena<DomainId, Domain>,
    /// Functions of all domains.
    pub domain_funcs: Arena<DomainFuncId, DomainFunc>,
    /// Axioms of all domains.
    pub axioms: Arena<AxiomId, Axiom>,
    /// Texts of front ends.
    pub notes: Arena<NoteId, String>,
}

/// A verifiable or declared thing of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Member {
    Field(FieldId),
    Domain(DomainId),
    Function(FunctionId),
    Predicate(PredicateId),
    Method(MethodId),
}

/// A variable: parameter, result, local, or bound by a quantifier or `let`.
#[derive(Clone, Debug)]
pub struct Var {
    /// The name in the source.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it is declared.
    pub span: Span,
}

/// The variables of one member.
pub type Vars = Arena<VarId, Var>;

/// `field name: ty`
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
}

/// A termination measure of a `decreases` clause.
#[derive(Clone, Debug)]
pub struct Measure {
    /// What decreases.
    pub kind: MeasureKind,
    /// `if` this holds (in the state of the precondition).
    pub condition: Option<ExprId>,
    pub span: Span,
}

/// The forms of a `decreases` clause, and what stands in for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasureKind {
    /// Lexicographic tuple; empty for `decreases` alone, which promises that
    /// no recursion happens. An element may be an [`ExprKind::PredicateInstance`].
    Tuple(Vec<ExprId>),
    /// `_`: assumed to terminate.
    Wildcard,
    /// `*`: not known to terminate, and nothing is checked.
    Star,
    /// The heap of the precondition (document 001, section 3.6): a recursive call
    /// stands inside of an opened predicate or leaves something of the heap. It has
    /// no syntax of its own; front ends give it to functions without a measure.
    Heap,
}

/// `function`: heap-dependent and pure. Its result is [`ExprKind::Result`].
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub span: Span,
    pub vars: Vars,
    pub params: Vec<VarId>,
    pub result: TypeId,
    pub pres: Vec<ExprId>,
    pub posts: Vec<ExprId>,
    pub decreases: Vec<Measure>,
    /// `None`: abstract.
    pub body: Option<ExprId>,
    /// Inlined or opaque by annotation: its definition is not used unless revealed.
    pub opaque: bool,
}

/// `predicate`
#[derive(Clone, Debug)]
pub struct Predicate {
    pub name: String,
    pub span: Span,
    pub vars: Vars,
    pub params: Vec<VarId>,
    /// `None`: abstract.
    pub body: Option<ExprId>,
}

/// `method`
#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub span: Span,
    pub vars: Vars,
    pub params: Vec<VarId>,
    pub returns: Vec<VarId>,
    pub labels: Arena<LabelId, Label>,
    pub pres: Vec<ExprId>,
    pub posts: Vec<ExprId>,
    pub decreases: Vec<Measure>,
    /// `None`: abstract.
    pub body: Option<Block>,
}

/// A label. Its invariants stand at its [`StmtKind::Label`].
#[derive(Clone, Debug)]
pub struct Label {
    pub name: String,
    pub span: Span,
}

/// `domain Name[T…]`; an `adt` is a domain whose functions are constructors.
#[derive(Clone, Debug)]
pub struct Domain {
    pub name: String,
    pub span: Span,
    /// Names of the type parameters; [`Type::Param`] counts into them.
    pub type_params: Vec<String>,
    pub functions: Vec<DomainFuncId>,
    pub axioms: Vec<AxiomId>,
    /// Declared by `adt`: the functions and axioms were made from this.
    pub adt: Option<Box<Adt>>,
    /// `interpretation (…)` of a backend, as written.
    pub interpretation: Option<String>,
}

/// An algebraic data type, as functions of its domain. Its axioms (tags,
/// destructors, exhaustiveness) stand in the domain like any others.
#[derive(Clone, Debug, Default)]
pub struct Adt {
    pub constructors: Vec<Constructor>,
    /// The number of the constructor of a value.
    pub tag: Option<DomainFuncId>,
    /// How deep constructors stand inside of each other: smaller for every field that
    /// is a data type, which makes recursion over values end. None where no value can
    /// be built in finitely many steps.
    pub rank: Option<DomainFuncId>,
}

/// A constructor of an algebraic data type.
#[derive(Clone, Debug)]
pub struct Constructor {
    pub function: DomainFuncId,
    /// `x.field`, one for each parameter.
    pub destructors: Vec<DomainFuncId>,
    /// `x.isName`
    pub test: DomainFuncId,
}

/// A function of a domain: total, without precondition.
#[derive(Clone, Debug)]
pub struct DomainFunc {
    pub name: String,
    pub span: Span,
    pub domain: DomainId,
    /// Parameter names may be left out in the source.
    pub params: Vec<(Option<String>, TypeId)>,
    pub result: TypeId,
    /// `unique`: differs from every other unique function.
    pub unique: bool,
    /// `interpretation "…"` of a backend, as written.
    pub interpretation: Option<String>,
}

/// An axiom of a domain.
#[derive(Clone, Debug)]
pub struct Axiom {
    pub name: Option<String>,
    pub span: Span,
    pub domain: DomainId,
    pub vars: Vars,
    pub body: ExprId,
}

impl Program {
    /// The expression.
    #[inline]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }
    /// The statement.
    #[inline]
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id]
    }
    /// The type of an expression.
    #[inline]
    pub fn type_of(&self, id: ExprId) -> &Type {
        self.types.get(self.exprs[id].ty)
    }
    /// The name of a member.
    pub fn name(&self, member: Member) -> &str {
        match member {
            Member::Field(id) => &self.fields[id].name,
            Member::Domain(id) => &self.domains[id].name,
            Member::Function(id) => &self.functions[id].name,
            Member::Predicate(id) => &self.predicates[id].name,
            Member::Method(id) => &self.methods[id].name,
        }
    }
    /// Where a member is declared.
    pub fn span(&self, member: Member) -> Span {
        match member {
            Member::Field(id) => self.fields[id].span,
            Member::Domain(id) => self.domains[id].span,
            Member::Function(id) => self.functions[id].span,
            Member::Predicate(id) => self.predicates[id].span,
            Member::Method(id) => self.methods[id].span,
        }
    }
    /// The members with something to verify: domains (their axioms are
    /// assumed, but ill-formed ones are named), functions, predicates, methods.
    pub fn members(&self) -> impl Iterator<Item = Member> + '_ {
        let functions = self.functions.ids().map(Member::Function);
        let predicates = self.predicates.ids().map(Member::Predicate);
        let methods = self.methods.ids().map(Member::Method);
        functions.chain(predicates).chain(methods)
    }
    /// The variables of a member, empty for fields and domains.
    pub fn vars(&self, member: Member) -> Option<&Vars> {
        match member {
            Member::Function(id) => Some(&self.functions[id].vars),
            Member::Predicate(id) => Some(&self.predicates[id].vars),
            Member::Method(id) => Some(&self.methods[id].vars),
            Member::Field(_) | Member::Domain(_) => None,
        }
    }
}

impl Member {
    /// The keyword of its declaration.
    pub fn keyword(self) -> &'static str {
        match self {
            Member::Field(_) => "field",
            Member::Domain(_) => "domain",
            Member::Function(_) => "function",
            Member::Predicate(_) => "predicate",
            Member::Method(_) => "method",
        }
    }
}
