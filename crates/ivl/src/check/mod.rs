//! From trees with names to the typed program: names become ids, types are
//! inferred, and then [`consistency`] looks at what is well-typed but may not
//! stand where it stands. All problems of a phase are reported; a later phase
//! begins only when the earlier ones found none.

mod adt;
mod consistency;
mod expr;
mod infer;
mod measures;
mod member;
mod operator;
mod scope;
mod stmt;

use crate::ast::{
    Builder, DomainFuncId, DomainId, ExprId, ExprKind, FieldId, FunctionId, MethodId, PredicateId,
    Program, Type, TypeId, Types, Vars,
};
use crate::problem::{Problem, ProblemKind};
use crate::syntax::symbol::{Interner, Symbol};
use crate::syntax::tree;
use crate::syntax::Loaded;
use ep_base::entity::EntityId;
use ep_base::Span;
use infer::Infer;
use rustc_hash::{FxHashMap, FxHashSet};
use scope::Scopes;

/// The program of a loaded file, and what is wrong with it. With a problem
/// that is no warning the program is not fit for verification.
pub fn check(loaded: Loaded) -> (Program, Vec<Problem>) {
    let Loaded {
        members,
        files,
        interner,
        mut problems,
    } = loaded;
    let mut builder = Builder::new();
    builder.program.files = files;
    if problems.iter().any(|p| !p.warning) {
        sort(&mut problems);
        return (builder.finish(), problems);
    }
    let mut checker = Checker {
        interner: &interner,
        b: builder,
        globals: FxHashMap::default(),
        destructors: FxHashMap::default(),
        functions_with_pre: FxHashSet::default(),
        abstract_predicates: FxHashSet::default(),
        infer: Infer::default(),
        cx: Context::default(),
        problems: Vec::new(),
    };
    checker.members(&members);
    problems.append(&mut checker.problems);
    let program = checker.b.finish();
    problems.extend(consistency::check(&program));
    if problems.iter().any(|p| p.kind == ProblemKind::Type) {
        problems.retain(|p| p.kind != ProblemKind::Consistency);
    }
    sort(&mut problems);
    (program, problems)
}

/// In the order of the text, each once.
fn sort(problems: &mut Vec<Problem>) {
    problems.sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
    problems.dedup();
}

/// What a global name means.
#[derive(Clone, Copy, Debug)]
enum Global {
    Field(FieldId),
    Function(FunctionId),
    Predicate(PredicateId),
    Method(MethodId),
    Domain(DomainId),
    DomainFunc(DomainFuncId),
    Axiom,
}

/// The member that is being checked.
#[derive(Default)]
struct Context {
    vars: Vars,
    scopes: Scopes,
    labels: ep_base::Arena<crate::ast::LabelId, crate::ast::Label>,
    /// The type of `result`, where it may stand.
    result: Option<TypeId>,
    /// Type parameters in scope, of this domain.
    domain: Option<DomainId>,
    type_params: FxHashMap<Symbol, u32>,
    /// Parameters cannot be assigned.
    fixed: usize,
    in_axiom: bool,
    /// Why `perm` and `forperm` may not stand here.
    no_perm: Option<&'static str>,
    /// Predicates are instances here (in measures).
    in_measure: bool,
}

struct Checker<'a> {
    interner: &'a Interner,
    b: Builder,
    globals: FxHashMap<Symbol, Global>,
    /// `x.name` of ADTs: destructors and `is…` tests.
    destructors: FxHashMap<String, Vec<DomainFuncId>>,
    /// Those with a precondition; axioms cannot call them.
    functions_with_pre: FxHashSet<FunctionId>,
    /// Those without a body, which cannot be folded.
    abstract_predicates: FxHashSet<PredicateId>,
    infer: Infer,
    cx: Context,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn text(&self, symbol: Symbol) -> &str {
        self.interner.text(symbol)
    }
    /// Reports and says that there is no result.
    fn error<T>(&mut self, span: Span, message: impl Into<String>) -> Option<T> {
        self.problems
            .push(Problem::new(ProblemKind::Type, span, message));
        None
    }
    fn types(&mut self) -> &mut Types {
        &mut self.b.program.types
    }

    /// The type that is known of an expression.
    fn type_of(&self, e: ExprId) -> TypeId {
        let program = &self.b.program;
        self.infer.shallow(&program.types, program.exprs[e].ty)
    }
    fn is_impure(&self, e: ExprId) -> bool {
        self.b.program.exprs[e].impure
    }
    fn span(&self, e: ExprId) -> Span {
        self.b.program.exprs[e].span
    }
    fn unify(&mut self, a: TypeId, b: TypeId) -> bool {
        self.infer.unify(&self.b.program.types, a, b)
    }
    /// A type for messages.
    fn show(&self, ty: TypeId) -> String {
        let program = &self.b.program;
        let ty = self.infer.shallow(&program.types, ty);
        match program.types.get(ty) {
            Type::Bool => "Bool".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Perm => "Perm".to_owned(),
            Type::Ref => "Ref".to_owned(),
            Type::Wand => "a magic wand".to_owned(),
            Type::PredicateInstance => "PredicateInstance".to_owned(),
            Type::Seq(e) => format!("Seq[{}]", self.show(*e)),
            Type::Set(e) => format!("Set[{}]", self.show(*e)),
            Type::Multiset(e) => format!("Multiset[{}]", self.show(*e)),
            Type::Map(k, v) => format!("Map[{}, {}]", self.show(*k), self.show(*v)),
            Type::Domain(d, args) => {
                let name = &program.domains[*d].name;
                if args.is_empty() {
                    return name.clone();
                }
                let args: Vec<String> = args.iter().map(|&a| self.show(a)).collect();
                format!("{name}[{}]", args.join(", "))
            }
            Type::Param(n) => (self.cx.domain)
                .and_then(|d| program.domains[d].type_params.get(*n as usize).cloned())
                .unwrap_or_else(|| "a type parameter".to_owned()),
            Type::Infer(_) => "_".to_owned(),
        }
    }
    /// Demands a type of an expression.
    fn need(&mut self, e: ExprId, ty: TypeId) -> Option<ExprId> {
        let found = self.type_of(e);
        if self.unify(found, ty) {
            return Some(e);
        }
        let message = format!(
            "expected an expression of type {}, found {}",
            self.show(ty),
            self.show(found)
        );
        self.error(self.span(e), message)
    }
    /// Demands an expression instead of an assertion.
    fn need_pure(&mut self, e: ExprId) -> Option<ExprId> {
        if !self.is_impure(e) {
            return Some(e);
        }
        self.error(
            self.span(e),
            "only an expression may stand here, not an assertion about permissions",
        )
    }

    /// Fixes the types of all expressions since `mark`.
    fn settle(&mut self, mark: usize, vars: usize) {
        let inside = self.cx.domain;
        let program = &mut self.b.program;
        for i in mark..program.exprs.len() {
            let id = ExprId::from_index(i);
            let ty = (self.infer).settle(&mut program.types, program.exprs[id].ty, inside);
            program.exprs[id].ty = ty;
            match &mut program.exprs[id].kind {
                ExprKind::Apply(_, args, _) => {
                    for arg in args.iter_mut() {
                        *arg = self.infer.settle(&mut program.types, *arg, inside);
                    }
                }
                ExprKind::Binary(op @ crate::ast::BinOp::PermDiv, _, _) if ty == Types::INT => {
                    *op = crate::ast::BinOp::Div;
                }
                _ => {}
            }
        }
        for (id, var) in self.cx.vars.iter_mut() {
            if id.index() >= vars {
                var.ty = self.infer.settle(&mut program.types, var.ty, inside);
            }
        }
    }

    /// Checks a whole expression of this type.
    fn whole(&mut self, e: &tree::Expr, ty: TypeId, impure: bool) -> Option<ExprId> {
        let (mark, vars) = (self.b.program.exprs.len(), self.cx.vars.len());
        let checked = self.expr(e).and_then(|id| {
            let id = self.need(id, ty)?;
            match impure {
                true => Some(id),
                false => self.need_pure(id),
            }
        });
        self.settle(mark, vars);
        checked
    }

    /// A written type.
    fn ty(&mut self, ty: &tree::Type) -> Option<TypeId> {
        use tree::TypeKind as K;
        Some(match &ty.kind {
            K::Bool => Types::BOOL,
            K::Int => Types::INT,
            K::Perm => Types::PERM,
            K::Ref => Types::REF,
            K::Seq(e) => {
                let e = self.ty(e)?;
                self.types().seq(e)
            }
            K::Set(e) => {
                let e = self.ty(e)?;
                self.types().set(e)
            }
            K::Multiset(e) => {
                let e = self.ty(e)?;
                self.types().multiset(e)
            }
            K::Map(k, v) => {
                let (k, v) = (self.ty(k), self.ty(v));
                self.types().map(k?, v?)
            }
            K::Named(name, args) => return self.named_type(*name, args.as_deref(), ty.span),
            K::Macro(name, _) => {
                let message = format!("there is no macro `{}`", self.text(name.symbol));
                return self.error(ty.span, message);
            }
        })
    }

    fn named_type(
        &mut self,
        name: Symbol,
        args: Option<&[tree::Type]>,
        span: Span,
    ) -> Option<TypeId> {
        if let (Some(&n), None) = (self.cx.type_params.get(&name), args) {
            return Some(self.types().intern(Type::Param(n)));
        }
        let Some(&Global::Domain(domain)) = self.globals.get(&name) else {
            let message = format!("there is no type `{}`", self.text(name));
            return self.error(span, message);
        };
        let mut types = Vec::new();
        for arg in args.unwrap_or_default() {
            types.push(self.ty(arg)?);
        }
        let declared = &self.b.program.domains[domain];
        let wanted = declared.type_params.len();
        if types.len() != wanted {
            let message = format!(
                "the type `{}` takes {wanted} type argument{}, not {}",
                declared.name,
                if wanted == 1 { "" } else { "s" },
                types.len()
            );
            return self.error(span, message);
        }
        if declared.name == "PredicateInstance" && declared.functions.is_empty() {
            return Some(Types::PREDICATE_INSTANCE);
        }
        Some(self.types().domain(domain, &types))
    }
}
