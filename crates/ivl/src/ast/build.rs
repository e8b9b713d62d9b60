//! Building programs: the type checker and front ends of other languages use
//! the same constructors, which compute the type and the flags of a node from
//! its operands. They trust the caller's types; [`Builder::finish`] hands the
//! program over.
//!
//! Members that refer to each other are declared first (`declare_*` gives the
//! id) and filled in afterwards through the public fields.

use super::{
    Access, Arena, BinOp, Binder, CollectionKind, Domain, DomainFunc, DomainFuncId, DomainId, Expr,
    ExprId, ExprKind, Field, FieldId, Function, FunctionId, Method, MethodId, NoteId, OldState,
    Permission, Predicate, PredicateId, Program, Quantifier, Resource, SourceFile, Stmt, StmtId,
    StmtKind, Trigger, Type, TypeId, Types, UnOp, Var, VarId, Vars,
};
use ep_base::{FileId, Span};
use num_bigint::BigInt;
use std::sync::Arc;

/// A program under construction.
#[derive(Default, Debug)]
pub struct Builder {
    /// What was built so far.
    pub program: Program,
}

impl Builder {
    /// An empty program.
    pub fn new() -> Self {
        Self::default()
    }
    /// The program.
    pub fn finish(self) -> Program {
        self.program
    }
    /// Adds a source file that spans point into.
    pub fn file(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        self.program.files.push(SourceFile {
            path: path.into(),
            text: text.into(),
        })
    }
    /// The table of types.
    pub fn types(&mut self) -> &mut Types {
        &mut self.program.types
    }
    /// A text for messages.
    pub fn note(&mut self, text: impl Into<String>) -> NoteId {
        self.program.notes.push(text.into())
    }

    // Members.

    /// Adds a field.
    pub fn field(&mut self, name: impl Into<String>, ty: TypeId, span: Span) -> FieldId {
        let name = name.into();
        self.program.fields.push(Field { name, ty, span })
    }
    /// Adds an abstract function without parameters, to be filled in.
    pub fn declare_function(
        &mut self,
        name: impl Into<String>,
        result: TypeId,
        span: Span,
    ) -> FunctionId {
        self.program.functions.push(Function {
            name: name.into(),
            span,
            vars: Vars::new(),
            params: Vec::new(),
            result,
            pres: Vec::new(),
            posts: Vec::new(),
            decreases: Vec::new(),
            body: None,
            opaque: false,
        })
    }
    /// Adds an abstract predicate without parameters, to be filled in.
    pub fn declare_predicate(&mut self, name: impl Into<String>, span: Span) -> PredicateId {
        self.program.predicates.push(Predicate {
            name: name.into(),
            span,
            vars: Vars::new(),
            params: Vec::new(),
            body: None,
        })
    }
    /// Adds an abstract method without parameters, to be filled in.
    pub fn declare_method(&mut self, name: impl Into<String>, span: Span) -> MethodId {
        self.program.methods.push(Method {
            name: name.into(),
            span,
            vars: Vars::new(),
            params: Vec::new(),
            returns: Vec::new(),
            labels: Arena::new(),
            pres: Vec::new(),
            posts: Vec::new(),
            decreases: Vec::new(),
            body: None,
        })
    }
    /// Adds an empty domain.
    pub fn declare_domain(
        &mut self,
        name: impl Into<String>,
        type_params: Vec<String>,
        span: Span,
    ) -> DomainId {
        self.program.domains.push(Domain {
            name: name.into(),
            span,
            type_params,
            functions: Vec::new(),
            axioms: Vec::new(),
            adt: None,
            interpretation: None,
        })
    }
    /// Adds a function to a domain.
    pub fn domain_func(
        &mut self,
        domain: DomainId,
        name: impl Into<String>,
        params: Vec<(Option<String>, TypeId)>,
        result: TypeId,
        span: Span,
    ) -> DomainFuncId {
        let id = self.program.domain_funcs.push(DomainFunc {
            name: name.into(),
            span,
            domain,
            params,
            result,
            unique: false,
            interpretation: None,
        });
        self.program.domains[domain].functions.push(id);
        id
    }
    /// A new variable in the table of a member.
    pub fn declare_var(vars: &mut Vars, name: impl Into<String>, ty: TypeId, span: Span) -> VarId {
        vars.push(Var {
            name: name.into(),
            ty,
            span,
        })
    }

    // Statements.

    /// Adds a statement.
    pub fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.program.stmts.push(Stmt {
            kind,
            span,
            note: None,
        })
    }
    /// Adds a statement with what is to be said when it fails.
    pub fn stmt_noted(&mut self, kind: StmtKind, span: Span, note: NoteId) -> StmtId {
        self.program.stmts.push(Stmt {
            kind,
            span,
            note: Some(note),
        })
    }
    /// Says what is to be said when the expression fails.
    pub fn set_note(&mut self, e: ExprId, note: NoteId) {
        self.program.exprs[e].note = Some(note);
    }

    // Expressions.

    /// Adds an expression of a given type; the flags come from the operands.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        let mut expr = Expr {
            kind,
            ty,
            impure: false,
            heap: false,
            span,
            note: None,
        };
        let (mut impure, mut heap) = (false, false);
        expr.for_each_child(&mut |c| {
            let c = &self.program.exprs[c];
            impure |= c.impure;
            heap |= c.heap;
        });
        match &expr.kind {
            ExprKind::Acc(_) | ExprKind::Wand(..) | ExprKind::Untouched(_) => {
                impure = true;
                heap = true;
            }
            // A predicate may stand in a trigger.
            ExprKind::Quantified(q) => impure = self.program.exprs[q.body].impure,
            ExprKind::Field(..) | ExprKind::Call(..) | ExprKind::PredicateInstance(..) => {
                heap = true;
            }
            ExprKind::Perm(_) | ExprKind::ForPerm(..) => {
                impure = false;
                heap = true;
            }
            // The assertion in front is consumed on the way, it is not the value's.
            ExprKind::Unfolding(_, body)
            | ExprKind::Folding(_, body)
            | ExprKind::Applying(_, body)
            | ExprKind::Packaging(_, body)
            | ExprKind::Asserting(_, body) => {
                impure = self.program.exprs[*body].impure;
                heap = true;
            }
            _ => {}
        }
        expr.impure = impure;
        expr.heap = heap;
        self.program.exprs.push(expr)
    }
    fn ty(&self, e: ExprId) -> TypeId {
        self.program.exprs[e].ty
    }

    /// `true`, `false`
    pub fn bool(&mut self, value: bool, span: Span) -> ExprId {
        self.expr(ExprKind::Bool(value), Types::BOOL, span)
    }
    /// An integer literal.
    pub fn int(&mut self, value: impl Into<BigInt>, span: Span) -> ExprId {
        self.expr(ExprKind::Int(value.into()), Types::INT, span)
    }
    /// `null`
    pub fn null(&mut self, span: Span) -> ExprId {
        self.expr(ExprKind::Null, Types::REF, span)
    }
    /// A use of a variable; `vars` is the table it is declared in.
    pub fn var(&mut self, vars: &Vars, var: VarId, span: Span) -> ExprId {
        self.expr(ExprKind::Var(var), vars[var].ty, span)
    }
    /// `result` of a function with this result type.
    pub fn result(&mut self, ty: TypeId, span: Span) -> ExprId {
        self.expr(ExprKind::Result, ty, span)
    }
    /// `write`, `none`, `wildcard`, `epsilon`
    pub fn amount(&mut self, amount: Permission, span: Span) -> ExprId {
        self.expr(ExprKind::Amount(amount), Types::PERM, span)
    }
    /// The fraction `numerator / denominator`.
    pub fn fraction(&mut self, numerator: i64, denominator: i64, span: Span) -> ExprId {
        let n = self.int(numerator, span);
        let d = self.int(denominator, span);
        self.expr(ExprKind::Binary(BinOp::PermDiv, n, d), Types::PERM, span)
    }
    /// `!e`, `-e`
    pub fn unary(&mut self, op: UnOp, e: ExprId, span: Span) -> ExprId {
        let ty = match op {
            UnOp::Not => Types::BOOL,
            UnOp::Neg => self.ty(e),
        };
        self.expr(ExprKind::Unary(op, e), ty, span)
    }
    /// A binary operation; its type follows from operator and operands.
    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let ty = match op {
            BinOp::And
            | BinOp::Or
            | BinOp::Implies
            | BinOp::Iff
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Lt
            | BinOp::Le
            | BinOp::Gt
            | BinOp::Ge
            | BinOp::Subset => Types::BOOL,
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                if tb == Types::PERM {
                    tb
                } else {
                    ta
                }
            }
            BinOp::Div | BinOp::Mod => Types::INT,
            BinOp::PermDiv => Types::PERM,
            BinOp::Append | BinOp::Union | BinOp::Intersection | BinOp::Setminus => ta,
            BinOp::In => match self.program.types.get(tb) {
                Type::Multiset(_) => Types::INT,
                _ => Types::BOOL,
            },
        };
        self.expr(ExprKind::Binary(op, a, b), ty, span)
    }
    /// `a && b && …`; `true` for none.
    pub fn conjunction(&mut self, items: &[ExprId], span: Span) -> ExprId {
        let Some((&first, rest)) = items.split_first() else {
            return self.bool(true, span);
        };
        rest.iter()
            .fold(first, |a, &b| self.binary(BinOp::And, a, b, span))
    }
    /// `c ? a : b`
    pub fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId, span: Span) -> ExprId {
        let ty = self.ty(a);
        self.expr(ExprKind::Cond(c, a, b), ty, span)
    }
    /// `let var == (value) in body`
    pub fn let_in(&mut self, var: VarId, value: ExprId, body: ExprId, span: Span) -> ExprId {
        let ty = self.ty(body);
        self.expr(ExprKind::Let(var, value, body), ty, span)
    }
    /// `forall`, `exists`
    pub fn quantified(
        &mut self,
        quantifier: Quantifier,
        vars: Vec<VarId>,
        triggers: Vec<Trigger>,
        body: ExprId,
        span: Span,
    ) -> ExprId {
        let binder = Binder {
            quantifier,
            vars,
            triggers,
            body,
        };
        self.expr(ExprKind::Quantified(Box::new(binder)), Types::BOOL, span)
    }
    /// `receiver.field`
    pub fn read(&mut self, receiver: ExprId, field: FieldId, span: Span) -> ExprId {
        let ty = self.program.fields[field].ty;
        self.expr(ExprKind::Field(receiver, field), ty, span)
    }
    /// `f(args)`
    pub fn call(&mut self, function: FunctionId, args: Vec<ExprId>, span: Span) -> ExprId {
        let ty = self.program.functions[function].result;
        self.expr(ExprKind::Call(function, args), ty, span)
    }
    /// `g(args)` of a domain with these type arguments.
    pub fn apply(
        &mut self,
        function: DomainFuncId,
        type_args: &[TypeId],
        args: Vec<ExprId>,
        span: Span,
    ) -> ExprId {
        let result = self.program.domain_funcs[function].result;
        let ty = self.program.types.instantiate(result, type_args);
        self.expr(ExprKind::Apply(function, type_args.into(), args), ty, span)
    }
    /// `old(e)`, `old[l](e)`
    pub fn old(&mut self, state: OldState, e: ExprId, span: Span) -> ExprId {
        let ty = self.ty(e);
        self.expr(ExprKind::Old(state, e), ty, span)
    }
    /// `unfolding access in body`
    pub fn unfolding(&mut self, access: Access, body: ExprId, span: Span) -> ExprId {
        let ty = self.ty(body);
        let kind = ExprKind::Unfolding(Box::new(access), body);
        self.expr(kind, ty, span)
    }
    /// `acc(receiver.field, amount)`
    pub fn acc_field(
        &mut self,
        receiver: ExprId,
        field: FieldId,
        amount: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let resource = Resource::Field(receiver, field);
        let access = Access { resource, amount };
        self.expr(ExprKind::Acc(Box::new(access)), Types::BOOL, span)
    }
    /// `acc(predicate(args), amount)`
    pub fn acc_predicate(
        &mut self,
        predicate: PredicateId,
        args: Vec<ExprId>,
        amount: Option<ExprId>,
        span: Span,
    ) -> ExprId {
        let resource = Resource::Predicate(predicate, args);
        let access = Access { resource, amount };
        self.expr(ExprKind::Acc(Box::new(access)), Types::BOOL, span)
    }
    /// `perm(resource)`
    pub fn perm(&mut self, resource: Resource, span: Span) -> ExprId {
        self.expr(ExprKind::Perm(Box::new(resource)), Types::PERM, span)
    }
    /// `untouched(assertion)`
    pub fn untouched(&mut self, assertion: ExprId, span: Span) -> ExprId {
        self.expr(ExprKind::Untouched(assertion), Types::BOOL, span)
    }
    /// `using f(x) in body`
    pub fn using(&mut self, call: ExprId, body: ExprId, span: Span) -> ExprId {
        let ty = self.ty(body);
        self.expr(ExprKind::Using(call, body), ty, span)
    }
    /// `Seq(…)` and the like with this element type.
    pub fn collection(
        &mut self,
        kind: CollectionKind,
        element: TypeId,
        items: Vec<ExprId>,
        span: Span,
    ) -> ExprId {
        let types = &mut self.program.types;
        let ty = match kind {
            CollectionKind::Seq => types.seq(element),
            CollectionKind::Set => types.set(element),
            CollectionKind::Multiset => types.multiset(element),
        };
        self.expr(ExprKind::Collection(kind, items), ty, span)
    }
    /// `s[i]`, `m[k]`
    pub fn index(&mut self, of: ExprId, at: ExprId, span: Span) -> ExprId {
        let ty = match *self.program.type_of(of) {
            Type::Seq(e) => e,
            Type::Map(_, v) => v,
            _ => self.ty(of),
        };
        self.expr(ExprKind::Index(of, at), ty, span)
    }
    /// `s[i := v]`, `m[k := v]`
    pub fn update(&mut self, of: ExprId, at: ExprId, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(of);
        self.expr(ExprKind::Update(of, at, value), ty, span)
    }
    /// `s[..n]`
    pub fn take(&mut self, of: ExprId, n: ExprId, span: Span) -> ExprId {
        let ty = self.ty(of);
        self.expr(ExprKind::Take(of, n), ty, span)
    }
    /// `s[n..]`
    pub fn drop(&mut self, of: ExprId, n: ExprId, span: Span) -> ExprId {
        let ty = self.ty(of);
        self.expr(ExprKind::Drop(of, n), ty, span)
    }
    /// `|s|`
    pub fn size(&mut self, of: ExprId, span: Span) -> ExprId {
        self.expr(ExprKind::Size(of), Types::INT, span)
    }
}
