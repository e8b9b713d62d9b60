//! The scope of a body and its statements.

use super::{constant, Checker, Failed, C};
use crate::ast;
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use ep_base::Arena;

/// Where an expression stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place_ {
    Code,
    Pre,
    Post,
    /// Invariants, ghost statements.
    Inside,
    Predicate,
}

struct Label {
    name: Option<String>,
    id: LabelId,
    is_loop: bool,
    is_switch: bool,
}

pub(super) struct Scope<'c, 'a> {
    pub c: &'c mut Checker<'a>,
    pub class: ClassId,
    pub is_static: bool,
    pub method: Option<MethodId>,
    pub locals: Arena<LocalId, Local>,
    visible: Vec<LocalId>,
    pub labels: u32,
    label_stack: Vec<Label>,
    pub place: Place_,
    /// Final variables with a constant value: they are that value (JLS 4.12.4).
    pub constants: Vec<(LocalId, Constant)>,
}

impl<'c, 'a> Scope<'c, 'a> {
    pub(super) fn new(
        c: &'c mut Checker<'a>,
        class: ClassId,
        is_static: bool,
        method: Option<MethodId>,
    ) -> Self {
        Scope {
            c,
            class,
            is_static,
            method,
            locals: Arena::new(),
            visible: Vec::new(),
            labels: 0,
            label_stack: Vec::new(),
            place: Place_::Code,
            constants: Vec::new(),
        }
    }

    pub(super) fn fail<T>(&mut self, problem: Problem) -> C<T> {
        self.c.tell(problem);
        Err(Failed)
    }
    pub(super) fn error<T>(&mut self, span: Span, message: impl Into<String>) -> C<T> {
        self.fail(Problem::ty(span, message))
    }
    pub(super) fn type_name(&self, t: Type) -> String {
        self.c.program.type_name(t)
    }

    pub(super) fn parameters(&mut self) {
        if let Some(m) = self.method {
            self.locals = self.c.program.methods[m].locals.clone();
            self.visible = self.c.program.methods[m].param_ids().collect();
        }
    }

    pub(super) fn lookup(&self, name: &str) -> Option<LocalId> {
        self.visible
            .iter()
            .rev()
            .copied()
            .find(|l| self.locals[*l].name == name)
    }

    pub(super) fn declare(&mut self, name: &ast::Name, ty: Type, ghost: bool) -> LocalId {
        if self.lookup(&name.text).is_some() {
            let _ = self.error::<()>(
                name.span,
                format!("the variable `{}` is declared already", name.text),
            );
        }
        let id = self.locals.push(Local {
            name: name.text.clone(),
            span: name.span,
            ty,
            ghost,
        });
        self.visible.push(id);
        id
    }

    fn hidden(&mut self, name: &str, span: Span, ty: Type) -> LocalId {
        self.locals.push(Local {
            name: format!("{name}${}", self.locals.len()),
            span,
            ty,
            ghost: false,
        })
    }

    /// Runs a rule in a block of its own.
    pub(super) fn scoped<T>(&mut self, rule: impl FnOnce(&mut Self) -> T) -> T {
        let n = self.visible.len();
        let out = rule(self);
        self.visible.truncate(n);
        out
    }

    pub(super) fn at_place<T>(&mut self, place: Place_, rule: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.place, place);
        let out = rule(self);
        self.place = before;
        out
    }

    fn ret(&self) -> Type {
        self.method
            .map_or(Type::Void, |m| self.c.program.methods[m].ret)
    }
    fn kind(&self) -> MethodKind {
        self.method
            .map_or(MethodKind::Mutator, |m| self.c.program.methods[m].kind)
    }

    /// An initializer of a variable or field of this type.
    pub(super) fn initial_value(&mut self, e: &ast::Expr, ty: Type) -> C<Expr> {
        if let ast::ExprKind::ArrayInit(list) = &e.kind {
            return self.array_literal(list, ty, e.span);
        }
        let v = self.expr(e)?;
        self.assign_to(v, ty)
    }

    pub(super) fn method_body(&mut self, d: &ast::MethodDecl) -> Option<Body> {
        let stmts = d.body.as_ref()?;
        if self.kind() == MethodKind::Predicate {
            return self.predicate_body(stmts, d.name.span);
        }
        let mut out = Vec::new();
        let mut rest = &stmts[..];
        if self.kind() == MethodKind::Constructor {
            let explicit = rest.first().and_then(|s| match &s.kind {
                ast::StmtKind::Expr(e) => match &e.kind {
                    ast::ExprKind::ConstructorCall(up, args) => Some((*up, args, s.span)),
                    _ => None,
                },
                _ => None,
            });
            let call = match explicit {
                Some((up, args, span)) => {
                    rest = &rest[1..];
                    self.constructor_call(up, args, span)
                }
                None => self.constructor_call(true, &[], d.name.span),
            };
            if let Ok(Some(s)) = call {
                out.push(s);
            }
        }
        out.extend(self.statements(rest));
        Some(Body::Block(out))
    }

    fn predicate_body(&mut self, stmts: &[ast::Stmt], span: Span) -> Option<Body> {
        let [ast::Stmt {
            kind: ast::StmtKind::Return(Some(e)),
            ..
        }] = stmts
        else {
            let _ = self.error::<()>(span, "the body of a predicate is one `return`");
            return None;
        };
        let e = self.at_place(Place_::Predicate, |s| s.assertion(e)).ok()?;
        Some(Body::Assertion(Box::new(e)))
    }

    fn constructor_call(&mut self, up: bool, args: &[ast::Expr], span: Span) -> C<Option<Stmt>> {
        let class = if up {
            match self.c.program.classes[self.class].superclass {
                Some(c) => c,
                None => return Ok(None),
            }
        } else {
            self.class
        };
        let is_static = std::mem::replace(&mut self.is_static, true);
        let checked = self.expressions(args);
        self.is_static = is_static;
        let (constructor, args) = self.constructor(class, checked?, span)?;
        Ok(Some(Stmt {
            kind: StmtKind::ConstructorCall {
                this: !up,
                constructor,
                args,
            },
            span,
        }))
    }

    fn statements(&mut self, list: &[ast::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for s in list {
            let _ = self.statement(s, None, &mut out);
        }
        out
    }

    fn block(&mut self, list: &[ast::Stmt]) -> Vec<Stmt> {
        self.scoped(|s| s.statements(list))
    }

    /// One statement in a scope of its own, as one statement.
    fn nested(&mut self, s: &ast::Stmt) -> C<Box<Stmt>> {
        let span = s.span;
        let mut out = Vec::new();
        self.scoped(|x| x.statement(s, None, &mut out))?;
        if out.len() == 1 {
            if let Some(s) = out.pop() {
                return Ok(Box::new(s));
            }
        }
        Ok(Box::new(Stmt {
            kind: StmtKind::Block(out),
            span,
        }))
    }

    fn condition(&mut self, e: &ast::Expr) -> C<Expr> {
        let c = self.expr(e)?;
        if c.ty == Type::Boolean {
            return Ok(c);
        }
        let t = self.type_name(c.ty);
        self.error(c.span, format!("a condition is `boolean`, not `{t}`"))
    }

    fn new_label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }

    fn in_label<T>(
        &mut self,
        name: Option<&ast::Name>,
        is_loop: bool,
        is_switch: bool,
        rule: impl FnOnce(&mut Self, LabelId) -> T,
    ) -> T {
        let id = self.new_label();
        self.label_stack.push(Label {
            name: name.map(|n| n.text.clone()),
            id,
            is_loop,
            is_switch,
        });
        let out = rule(self, id);
        self.label_stack.pop();
        out
    }

    fn loop_spec(&mut self, c: &ast::Contract) -> LoopSpec {
        self.at_place(Place_::Inside, |s| LoopSpec {
            invariants: s.assertions(&c.invariants),
            decreases: s.measures(&c.decreases),
        })
    }

    fn statement(&mut self, s: &ast::Stmt, name: Option<&ast::Name>, out: &mut Vec<Stmt>) -> C<()> {
        use ast::StmtKind as A;
        let span = s.span;
        let kind = match &s.kind {
            A::Local(d) => return self.local(d, span, out),
            A::Expr(e) => {
                if let ast::ExprKind::ConstructorCall(..) = e.kind {
                    return self.error(
                        e.span,
                        "a call of a constructor is the first statement of a constructor",
                    );
                }
                StmtKind::Expr(self.expr(e)?)
            }
            A::If(c, a, b) => {
                let c = self.condition(c);
                let a = self.nested(a);
                let b = match b {
                    Some(b) => Some(self.nested(b)?),
                    None => None,
                };
                StmtKind::If(c?, a?, b)
            }
            A::While(c, spec, body) => self.in_label(name, true, false, |s, label| {
                let cond = s.condition(c);
                let spec = s.loop_spec(spec);
                let body = s.nested(body)?;
                Ok(StmtKind::While {
                    label,
                    cond: cond?,
                    spec,
                    body,
                })
            })?,
            A::DoWhile(body, spec, c) => self.in_label(name, true, false, |s, label| {
                let spec = s.loop_spec(spec);
                let body = s.nested(body);
                let cond = s.condition(c)?;
                Ok(StmtKind::DoWhile {
                    label,
                    body: body?,
                    spec,
                    cond,
                })
            })?,
            A::For {
                init,
                cond,
                update,
                spec,
                body,
            } => self.scoped(|s| {
                let init = s.statements(init);
                s.in_label(name, true, false, |s, label| {
                    let cond = match cond {
                        Some(c) => Some(s.condition(c)?),
                        None => None,
                    };
                    let spec = s.loop_spec(spec);
                    let update = s.expressions(update);
                    let body = s.nested(body)?;
                    Ok(StmtKind::For {
                        label,
                        init,
                        cond,
                        update: update?,
                        spec,
                        body,
                    })
                })
            })?,
            A::ForEach {
                var,
                array,
                spec,
                body,
            } => self.for_each(var, array, spec, body, span, name)?,
            A::Switch(on, cases) => self.switch(on, cases, name)?,
            A::Break(label) => {
                let found = self
                    .label_stack
                    .iter()
                    .rev()
                    .find(|l| match label {
                        Some(n) => l.name.as_deref() == Some(n.text.as_str()),
                        None => l.is_loop || l.is_switch,
                    })
                    .map(|l| l.id);
                match found {
                    Some(id) => StmtKind::Break(id),
                    None => return self.error(span, "there is nothing here that `break` leaves"),
                }
            }
            A::Continue(label) => {
                let found = self
                    .label_stack
                    .iter()
                    .rev()
                    .find(|l| {
                        l.is_loop
                            && label
                                .as_ref()
                                .is_none_or(|n| l.name.as_deref() == Some(n.text.as_str()))
                    })
                    .map(|l| l.id);
                match found {
                    Some(id) => StmtKind::Continue(id),
                    None => return self.error(span, "there is no loop here to `continue`"),
                }
            }
            A::Return(e) => self.return_statement(e.as_ref(), span)?,
            A::Throw(e) => {
                let e = self.expr(e)?;
                let throwable = Type::Class(self.c.program.known.throwable);
                if !self.c.program.is_subtype(e.ty, throwable) {
                    let t = self.type_name(e.ty);
                    return self.error(e.span, format!("a `{t}` cannot be thrown"));
                }
                StmtKind::Throw(e)
            }
            A::Try {
                body,
                catches,
                finally,
            } => self.try_statement(body, catches, finally.as_deref())?,
            A::Block(list) => StmtKind::Block(self.block(list)),
            A::Empty => StmtKind::Block(Vec::new()),
            A::Assert(c, m) => {
                let c = self.condition(c);
                let m = match m {
                    Some(m) => Some(self.expr(m)?),
                    None => None,
                };
                StmtKind::Assert(c?, m)
            }
            A::Labeled(n, inner) => {
                let is_loop = matches!(
                    inner.kind,
                    A::While(..) | A::DoWhile(..) | A::For { .. } | A::ForEach { .. }
                );
                if is_loop {
                    return self.statement(inner, Some(n), out);
                }
                self.in_label(Some(n), false, false, |s, id| {
                    Ok(StmtKind::Labeled(id, s.nested(inner)?))
                })?
            }
            A::Open(e) => StmtKind::Open(self.ghost_call(e, MethodKind::Predicate)?),
            A::Close(e) => StmtKind::Close(self.ghost_call(e, MethodKind::Predicate)?),
            A::Use(e) => StmtKind::Use(self.ghost_call(e, MethodKind::Pure)?),
            A::GhostAssert(e) => {
                StmtKind::GhostAssert(self.at_place(Place_::Inside, |s| s.assertion(e))?)
            }
            A::Join(e) => StmtKind::Join(self.at_place(Place_::Inside, |s| s.assertion(e))?),
        };
        out.push(Stmt { kind, span });
        Ok(())
    }

    fn local(&mut self, d: &ast::LocalDecl, span: Span, out: &mut Vec<Stmt>) -> C<()> {
        let infer = d.ty.name.text == "var" && d.ty.dims == 0;
        let declared = if infer {
            None
        } else {
            Some(self.c.resolve(&d.ty))
        };
        for v in &d.vars {
            let (ty, init) = match &declared {
                None => {
                    let Some(init) = &v.init else {
                        return self.error(v.name.span, "`var` needs a value");
                    };
                    let e = self.expr(init)?;
                    if e.ty == Type::Null || e.ty == Type::Void {
                        return self.error(e.span, "`var` needs a value with a type");
                    }
                    (e.ty, Some(e))
                }
                Some(Err(_)) => (Type::Int, None),
                Some(Ok(t)) => {
                    let Some(ty) = t.array(v.dims).filter(|t| *t != Type::Void) else {
                        return self.error(v.name.span, "a variable has no type `void`");
                    };
                    // The name is in scope in its own initializer (JLS 6.3).
                    let init = match &v.init {
                        Some(e) => self.initial_value(e, ty).map(Some),
                        None => Ok(None),
                    };
                    match init {
                        Ok(init) => (ty, init),
                        Err(Failed) => {
                            self.declare(&v.name, ty, false);
                            continue;
                        }
                    }
                }
            };
            let id = self.declare(&v.name, ty, false);
            if let (true, Some(e)) = (d.is_final, &init) {
                let value = constant::fold(&self.c.program, e);
                self.constants.extend(value.map(|c| (id, c)));
            }
            out.push(Stmt {
                kind: StmtKind::Local(id, init),
                span,
            });
        }
        match declared {
            Some(Err(f)) => Err(f),
            _ => Ok(()),
        }
    }

    /// `for (T x : a) s` is a loop over an index with two hidden variables.
    fn for_each(
        &mut self,
        var: &ast::Param,
        array: &ast::Expr,
        spec: &ast::Contract,
        body: &ast::Stmt,
        span: Span,
        name: Option<&ast::Name>,
    ) -> C<StmtKind> {
        self.scoped(|s| {
            let a = s.expr(array)?;
            let Some(elem) = a.ty.element() else {
                let t = s.type_name(a.ty);
                return s.error(a.span, format!("`for` runs over an array, not `{t}`"));
            };
            let ty = if var.ty.name.text == "var" {
                elem
            } else {
                s.c.resolve(&var.ty)?
            };
            let at = a.span;
            let local = |id, ty| Expr {
                kind: ExprKind::Local(id),
                ty,
                span: at,
            };
            let arr = s.hidden("array", at, a.ty);
            let idx = s.hidden("index", at, Type::Int);
            let array_type = a.ty;
            let zero = Expr {
                kind: ExprKind::Constant(Constant::Integer(0)),
                ty: Type::Int,
                span: at,
            };
            let element = Expr {
                kind: ExprKind::Index(
                    Box::new(local(arr, array_type)),
                    Box::new(local(idx, Type::Int)),
                ),
                ty: elem,
                span: at,
            };
            let element = s.assign_to(element, ty)?;
            let stmt = |kind| Stmt { kind, span };
            let init = vec![
                stmt(StmtKind::Local(arr, Some(a))),
                stmt(StmtKind::Local(idx, Some(zero))),
            ];
            s.in_label(name, true, false, |s, label| {
                let spec = s.loop_spec(spec);
                let x = s.declare(&var.name, ty, false);
                let body = s.nested(body)?;
                let inner = Stmt {
                    span: body.span,
                    kind: StmtKind::Block(vec![
                        Stmt {
                            kind: StmtKind::Local(x, Some(element)),
                            span: var.name.span,
                        },
                        *body,
                    ]),
                };
                let length = Expr {
                    kind: ExprKind::Length(Box::new(local(arr, array_type))),
                    ty: Type::Int,
                    span: at,
                };
                let cond = Expr {
                    kind: ExprKind::Binary(
                        BinOp::Lt,
                        Box::new(local(idx, Type::Int)),
                        Box::new(length),
                    ),
                    ty: Type::Boolean,
                    span: at,
                };
                let update = Expr {
                    kind: ExprKind::IncDec {
                        place: Place::Local(idx),
                        increment: true,
                        prefix: true,
                    },
                    ty: Type::Int,
                    span: at,
                };
                Ok(StmtKind::For {
                    label,
                    init,
                    cond: Some(cond),
                    update: vec![update],
                    spec,
                    body: Box::new(inner),
                })
            })
        })
    }

    fn switch(
        &mut self,
        on: &ast::Expr,
        cases: &[ast::Case],
        name: Option<&ast::Name>,
    ) -> C<StmtKind> {
        let on = self.expr(on)?;
        if !matches!(
            on.ty,
            Type::Int | Type::Char | Type::Byte | Type::Short | Type::Str
        ) {
            let t = self.type_name(on.ty);
            return self.error(on.span, format!("`switch` does not go over a `{t}`"));
        }
        self.in_label(name, false, true, |s, label| {
            s.scoped(|s| {
                let mut out: Vec<Case> = Vec::new();
                let mut default = false;
                for c in cases {
                    let mut case = Case {
                        values: Vec::new(),
                        default: false,
                        body: Vec::new(),
                        span: c.span,
                    };
                    for l in &c.labels {
                        let Some(l) = l else {
                            if std::mem::replace(&mut default, true) {
                                return s.error(c.span, "a second `default`");
                            }
                            case.default = true;
                            continue;
                        };
                        let e = s.expr(l)?;
                        let e = s.assign_to(e, on.ty)?;
                        let Some(v) = constant::fold(&s.c.program, &e) else {
                            return s.error(e.span, "a `case` is a constant");
                        };
                        if case.values.contains(&v) || out.iter().any(|c| c.values.contains(&v)) {
                            return s.error(e.span, "this `case` is there twice");
                        }
                        case.values.push(v);
                    }
                    case.body = s.statements(&c.body);
                    out.push(case);
                }
                Ok(StmtKind::Switch {
                    label,
                    on,
                    cases: out,
                })
            })
        })
    }

    fn return_statement(&mut self, e: Option<&ast::Expr>, span: Span) -> C<StmtKind> {
        let ret = self.ret();
        match e {
            None if ret == Type::Void => Ok(StmtKind::Return(None)),
            None => {
                let t = self.type_name(ret);
                self.error(span, format!("a value of type `{t}` must be returned"))
            }
            Some(e) if ret == Type::Void => {
                self.error(e.span, "this method returns nothing, its type is `void`")
            }
            Some(e) => {
                let e = self.expr(e)?;
                Ok(StmtKind::Return(Some(self.assign_to(e, ret)?)))
            }
        }
    }

    fn try_statement(
        &mut self,
        body: &[ast::Stmt],
        catches: &[ast::Catch],
        finally: Option<&[ast::Stmt]>,
    ) -> C<StmtKind> {
        let body = self.block(body);
        let mut out = Vec::new();
        for c in catches {
            let mut classes = Vec::new();
            for t in &c.types {
                let id = self.c.class_called(t)?;
                if !self
                    .c
                    .program
                    .is_subclass(id, self.c.program.known.throwable)
                    || id == self.c.program.known.object
                {
                    return self.error(t.span, format!("`{}` cannot be thrown", t.text));
                }
                classes.push(id);
            }
            let ty = match classes[..] {
                [one] => one,
                _ => self.common_class(&classes),
            };
            out.push(self.scoped(|s| {
                let local = s.declare(&c.name, Type::Class(ty), false);
                Catch {
                    classes,
                    local,
                    body: s.block(&c.body),
                    span: c.span,
                }
            }));
        }
        let finally = finally.map(|f| self.block(f));
        Ok(StmtKind::Try {
            body,
            catches: out,
            finally,
        })
    }

    fn common_class(&self, classes: &[ClassId]) -> ClassId {
        let p = &self.c.program;
        let mut at = classes[0];
        while !classes.iter().all(|c| p.is_subclass(*c, at)) {
            at = p.classes[at].superclass.unwrap_or(p.known.object);
        }
        at
    }
}
