//! From the typed tree to the verification language (document 001).
//!
//! - A field becomes a field, `this` and parameters become parameters, a pure
//!   method a function, a mutator or constructor a method, a predicate a
//!   predicate. A constructor's precondition holds the permissions to all
//!   fields of the new object with their default values (section 4).
//! - The elements of an array are one value of a domain (`get`, `set`) in one
//!   field of the array, so that `acc(a[*])` is one permission. Its length is a
//!   function of the reference, since it never changes.
//! - Arithmetic stays mathematical. Under `--overflow check` each operation of
//!   Java code asserts that its result is in range, under `wrap` it is brought
//!   back into range. That variables hold values of their types is a fact of
//!   Java, so it is assumed where values come from: `acc(x.f)` brings the range
//!   of `x.f` when it is produced and costs nothing when it is consumed.
//! - Strings are references with content as identity; `==` on them is refused.
//! - Predicates and pure methods that are overridden become families, see
//!   [`family`].
//!
//! Every node carries its place in the Java text, and what can fail carries
//! the words of Java as a note.

mod domains;
mod effect;
mod expr;
mod family;
mod function;
mod member;
mod names;
mod routine;
mod spec;
mod stmt;

use crate::source::{Problem, Span};
use crate::tree::{self, Program};
use crate::types::Type;
use ep_ivl::ast as ivl;
use std::collections::HashMap;

/// What integer overflow means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// It is an error.
    #[default]
    Check,
    /// Results wrap, as they do when Java runs.
    Wrap,
    /// Integers are mathematical.
    Ignore,
}

/// How a program is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    pub overflow: Overflow,
}

/// What a member of the lowered program stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// `Cell.setX(int)`, with what is verified about it in words when it is
    /// not its body.
    pub name: String,
    /// The Java member.
    pub method: tree::MethodId,
    /// The class for whose objects an obligation is checked.
    pub class: Option<tree::ClassId>,
}

/// A lowered program.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub program: ivl::Program,
    /// For each lowered member, what it comes from.
    pub origins: HashMap<ivl::Member, Origin>,
    /// What the verdict rests on, one sentence each.
    pub assumptions: Vec<String>,
    /// For each field that stands for one of Java, which.
    pub fields: HashMap<ivl::FieldId, tree::FieldId>,
    /// What the functions of the theories mean.
    pub theories: Theories,
}

/// The functions by which a model speaks of arrays, strings and classes.
#[derive(Clone, Debug, Default)]
pub struct Theories {
    /// The length of an array.
    pub length: Option<ivl::DomainFuncId>,
    /// The length of a string, and the character at an index of it.
    pub string_length: Option<ivl::DomainFuncId>,
    pub string_char: Option<ivl::DomainFuncId>,
    /// The fields that hold elements, with the function that reads one of them.
    pub elements: Vec<(ivl::FieldId, ivl::DomainFuncId)>,
    /// The class of an object, and the constants that classes are.
    pub type_of: Option<ivl::DomainFuncId>,
    pub tags: Vec<(Type, ivl::DomainFuncId)>,
    /// The constants that string literals are, as UTF-16 units.
    pub literals: Vec<(Vec<u16>, ivl::DomainFuncId)>,
}

/// The rule failed; its problem is told.
#[derive(Debug)]
struct Failed;
type L<T> = Result<T, Failed>;

struct Lower<'p> {
    p: &'p Program,
    options: Options,
    b: ivl::Builder,
    names: names::Names,
    fields: HashMap<tree::FieldId, ivl::FieldId>,
    functions: HashMap<family::Key, ivl::FunctionId>,
    predicates: HashMap<family::Key, ivl::PredicateId>,
    methods: HashMap<family::Key, ivl::MethodId>,
    origins: HashMap<ivl::Member, Origin>,
    domains: domains::Domains,
    /// Members that were named and wait for their bodies.
    work: Vec<Work>,
    problems: Vec<Problem>,
}

/// A member to fill in.
#[derive(Clone, Copy, Debug)]
enum Work {
    Function(family::Key, ivl::FunctionId),
    Predicate(family::Key, ivl::PredicateId),
    Method(family::Key, ivl::MethodId),
}

/// Lowers a checked program, or tells what of it cannot be verified.
pub fn lower(p: &Program, options: Options) -> Result<Lowered, Vec<Problem>> {
    let mut b = ivl::Builder::new();
    for file in p.sources.files() {
        b.file(file.name.clone(), file.text.clone());
    }
    let mut l = Lower {
        p,
        options,
        b,
        names: names::Names::default(),
        fields: HashMap::new(),
        functions: HashMap::new(),
        predicates: HashMap::new(),
        methods: HashMap::new(),
        origins: HashMap::new(),
        domains: domains::Domains::default(),
        work: Vec::new(),
        problems: Vec::new(),
    };
    l.names.reserve(p);
    l.declare_fields();
    l.declare_members();
    while let Some(work) = l.work.pop() {
        l.fill(work);
    }
    l.domains_axioms();
    if !l.problems.is_empty() {
        l.problems.sort_by_key(|p| p.span);
        l.problems.dedup();
        return Err(l.problems);
    }
    let mut assumptions = Vec::new();
    if options.overflow == Overflow::Ignore {
        assumptions.push("integers are mathematical: no overflow happens".to_string());
    }
    assumptions.push("memory and stack suffice; mutators and loops may run forever".to_string());
    if l.domains.types_used() {
        assumptions.push("the classes in the given files are all classes".to_string());
    }
    let theories = l.domains.theories();
    let fields = l.fields.iter().map(|(java, f)| (*f, *java)).collect();
    Ok(Lowered {
        fields,
        theories,
        program: l.b.finish(),
        origins: l.origins,
        assumptions,
    })
}

impl Lower<'_> {
    /// A Java span in the positions of the verification language.
    fn at(&self, span: Span) -> ep_base::Span {
        let s = &self.p.sources;
        let end = s.at(span.file, span.end);
        ep_base::Span {
            start: s.position(span),
            end_line: end.line,
            end_column: end.column,
        }
    }

    fn ty(&mut self, ty: Type) -> ivl::TypeId {
        match ty {
            Type::Boolean => ivl::Types::BOOL,
            Type::Byte | Type::Short | Type::Char | Type::Int | Type::Long => ivl::Types::INT,
            Type::Fraction => ivl::Types::PERM,
            Type::Void | Type::Null | Type::Str | Type::Class(_) | Type::Array(..) => {
                ivl::Types::REF
            }
        }
    }

    fn declare_fields(&mut self) {
        for (id, f) in self.p.fields.iter() {
            if f.constant.is_some() && f.is_static {
                continue;
            }
            if self.p.classes[f.class].prelude {
                continue;
            }
            self.java_field(id);
        }
    }

    fn java_field(&mut self, id: tree::FieldId) -> ivl::FieldId {
        if let Some(f) = self.fields.get(&id) {
            return *f;
        }
        let f = &self.p.fields[id];
        let class = &self.p.classes[f.class].name;
        let name = self.names.unique(&f.name, class);
        let ty = self.ty(f.ty);
        let span = self.at(f.span);
        let field = self.b.field(name, ty, span);
        self.fields.insert(id, field);
        field
    }

    /// `lo <= e && e <= hi`, where the type is bounded and overflow matters.
    fn in_range(&mut self, e: ivl::ExprId, ty: Type, span: ep_base::Span) -> Option<ivl::ExprId> {
        if self.options.overflow == Overflow::Ignore {
            return None;
        }
        self.range(e, ty, span)
    }

    fn range(&mut self, e: ivl::ExprId, ty: Type, span: ep_base::Span) -> Option<ivl::ExprId> {
        let (lo, hi) = ty.range()?;
        let b = &mut self.b;
        let lo = b.int(lo, span);
        let hi = b.int(hi, span);
        let low = b.binary(ivl::BinOp::Le, lo, e, span);
        let high = b.binary(ivl::BinOp::Le, e, hi, span);
        Some(b.binary(ivl::BinOp::And, low, high, span))
    }

    /// The default value of a type.
    fn default_value(&mut self, ty: Type, span: ep_base::Span) -> ivl::ExprId {
        match ty {
            Type::Boolean => self.b.bool(false, span),
            t if t.is_integral() => self.b.int(0, span),
            _ => self.b.null(span),
        }
    }
}
