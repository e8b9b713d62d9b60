//! Calls, object creation, and the choice between overloads (JLS 15.12).

use super::body::{Place_, Scope};
use super::expr::convert;
use super::{Failed, C};
use crate::ast;
use crate::source::{Problem, Span};
use crate::tree::*;
use crate::types::Type;
use std::collections::HashSet;

impl Scope<'_, '_> {
    pub(super) fn call(
        &mut self,
        receiver: &ast::Receiver,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> C<Expr> {
        if let Some(line) = self.print_call(receiver, name) {
            return self.print(line, args, span);
        }
        if let Some(class) = self.string_class(receiver, name) {
            let args = self.expressions(args)?;
            return self.finish_call(class, None, true, false, name, args, span);
        }
        let (class, object, exact) = match receiver {
            ast::Receiver::None => (self.class, None, false),
            ast::Receiver::Super => {
                self.no_static("super", span)?;
                let Some(up) = self.c.program.classes[self.class].superclass else {
                    return self.error(span, "`Object` has no superclass");
                };
                (up, Some(self.this(span)), true)
            }
            ast::Receiver::Expr(e) => match self.receiver(e)? {
                Err(class) => {
                    let args = self.expressions(args)?;
                    return self.finish_call(class, None, true, false, name, args, span);
                }
                Ok(o) => match o.ty {
                    Type::Class(c) => (c, Some(o), false),
                    Type::Str => {
                        let args = self.expressions(args)?;
                        return self.string_call(o, name, args, span);
                    }
                    t => {
                        let t = self.type_name(t);
                        return self
                            .error(name.span, format!("`{t}` has no method `{}`", name.text));
                    }
                },
            },
        };
        let args = self.expressions(args)?;
        self.finish_call(class, object, false, exact, name, args, span)
    }

    fn this(&self, span: Span) -> Expr {
        Expr {
            kind: ExprKind::This,
            ty: Type::Class(self.class),
            span,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn finish_call(
        &mut self,
        class: ClassId,
        object: Option<Expr>,
        by_class: bool,
        exact: bool,
        name: &ast::Name,
        args: Vec<Expr>,
        span: Span,
    ) -> C<Expr> {
        let mut candidates = Vec::new();
        self.candidates(class, &name.text, &mut HashSet::new(), &mut candidates);
        let method = self.choose(&candidates, name, &args, || {
            format!("there is no method `{}`", name.text)
        })?;
        let args = self.arguments(method, args);
        let m = &self.c.program.methods[method];
        let (ty, kind) = (m.ret, m.kind);
        let (is_static, is_private, is_abstract) = (m.is_static, m.is_private, m.is_abstract);
        if is_private && m.class != self.class && self.place == Place_::Code {
            let c = self.c.program.classes[m.class].name.clone();
            return self.error(name.span, format!("`{}` is private in `{c}`", name.text));
        }
        self.callable(kind, name)?;
        let target = if is_static {
            Target::Static
        } else {
            if by_class {
                let c = self.c.program.classes[class].name.clone();
                return self.error(
                    name.span,
                    format!("`{}` needs an object of class `{c}`", name.text),
                );
            }
            let object = match object {
                Some(o) => o,
                None => {
                    self.no_static("this", span)?;
                    self.this(span)
                }
            };
            if exact && is_abstract {
                return self.error(name.span, format!("`{}` is abstract there", name.text));
            }
            if exact || is_private {
                Target::Exact(Box::new(object))
            } else {
                Target::Virtual(Box::new(object))
            }
        };
        Ok(Expr {
            kind: ExprKind::Call {
                target,
                method,
                args,
            },
            ty,
            span,
        })
    }

    /// Whether a method of this kind can be called here.
    fn callable(&mut self, kind: MethodKind, name: &ast::Name) -> C<()> {
        match (self.place, kind) {
            (Place_::Code, MethodKind::Predicate) => self.fail(
                Problem::ty(
                    name.span,
                    format!(
                        "the predicate `{}` exists in specifications only",
                        name.text
                    ),
                )
                .help("nothing at run time can ask for permissions"),
            ),
            (Place_::Code, _) | (_, MethodKind::Pure | MethodKind::Predicate) => Ok(()),
            _ => self.fail(
                Problem::ty(
                    name.span,
                    format!(
                        "a specification cannot call `{}`, which is not pure",
                        name.text
                    ),
                )
                .help("mark it `/*@ pure @*/` if it only computes"),
            ),
        }
    }

    /// The class that has `String.valueOf`; `String` itself is no class here.
    fn string_class(&self, receiver: &ast::Receiver, name: &ast::Name) -> Option<ClassId> {
        let ast::Receiver::Expr(e) = receiver else {
            return None;
        };
        let ast::ExprKind::Name(string) = &e.kind else {
            return None;
        };
        let is = string == "String" && name.text == "valueOf";
        if !is || self.lookup("String").is_some() || self.c.names.contains_key("String") {
            return None;
        }
        self.c.program.prelude_class("StringText")
    }

    fn print_call(&self, receiver: &ast::Receiver, name: &ast::Name) -> Option<bool> {
        let ast::Receiver::Expr(e) = receiver else {
            return None;
        };
        let ast::ExprKind::Field(system, out) = &e.kind else {
            return None;
        };
        let ast::ExprKind::Name(system) = &system.kind else {
            return None;
        };
        if system != "System" || out.text != "out" || self.c.names.contains_key("System") {
            return None;
        }
        match name.text.as_str() {
            "println" => Some(true),
            "print" => Some(false),
            _ => None,
        }
    }

    fn print(&mut self, line: bool, args: &[ast::Expr], span: Span) -> C<Expr> {
        self.code_only(span, "prints")?;
        let mut args = self.expressions(args)?;
        if args.len() > 1 || (args.is_empty() && !line) {
            return self.error(span, "one value is printed at a time");
        }
        let arg = args.pop();
        if let Some(a) = &arg {
            if matches!(a.ty, Type::Void | Type::Null) {
                return self.error(a.span, "this has no value to print");
            }
            if matches!(a.ty, Type::Class(_) | Type::Array(..)) {
                return self.fail(Problem::outside(a.span, "printing an object"));
            }
        }
        Ok(Expr {
            kind: ExprKind::Print(line, arg.map(Box::new)),
            ty: Type::Void,
            span,
        })
    }

    fn string_call(
        &mut self,
        object: Expr,
        name: &ast::Name,
        args: Vec<Expr>,
        span: Span,
    ) -> C<Expr> {
        let (op, params, ty): (_, &[Type], _) = match name.text.as_str() {
            "length" => (StringOp::Length, &[], Type::Int),
            "charAt" => (StringOp::CharAt, &[Type::Int], Type::Char),
            "isEmpty" => (StringOp::IsEmpty, &[], Type::Boolean),
            "equals" => (StringOp::Equals, &[Type::Str], Type::Boolean),
            other => {
                return self.fail(Problem::outside(
                    name.span,
                    &format!("the method `{other}` of `String`"),
                ))
            }
        };
        if args.len() != params.len() {
            return self.error(
                span,
                format!(
                    "`{}` takes {}",
                    name.text,
                    ep_base::words::count(params.len(), "argument")
                ),
            );
        }
        let mut all = vec![object];
        for (a, t) in args.into_iter().zip(params) {
            all.push(self.assign_to(a, *t)?);
        }
        Ok(Expr {
            kind: ExprKind::String(op, all),
            ty,
            span,
        })
    }

    /// Methods with this name, own before inherited; overridden ones are left out.
    fn candidates(
        &self,
        class: ClassId,
        name: &str,
        seen: &mut HashSet<ClassId>,
        out: &mut Vec<MethodId>,
    ) {
        if !seen.insert(class) {
            return;
        }
        let p = &self.c.program;
        let c = &p.classes[class];
        for m in &c.methods {
            let method = &p.methods[*m];
            if method.name != name || method.kind == MethodKind::Constructor {
                continue;
            }
            let types = method.param_types();
            if !out.iter().any(|o| p.methods[*o].param_types() == types) {
                out.push(*m);
            }
        }
        for up in c.superclass.iter().chain(&c.interfaces) {
            self.candidates(*up, name, seen, out);
        }
        if c.interface {
            self.candidates(p.known.object, name, seen, out);
        }
    }

    pub(super) fn constructor(
        &mut self,
        class: ClassId,
        args: Vec<Expr>,
        span: Span,
    ) -> C<(MethodId, Vec<Expr>)> {
        let p = &self.c.program;
        let candidates: Vec<MethodId> = p.classes[class]
            .methods
            .iter()
            .copied()
            .filter(|m| p.methods[*m].kind == MethodKind::Constructor)
            .collect();
        let name = ast::Name {
            text: p.classes[class].name.clone(),
            span,
        };
        let method = self.choose(&candidates, &name, &args, || {
            format!("`{}` has no constructor", name.text)
        })?;
        let args = self.arguments(method, args);
        Ok((method, args))
    }

    fn arguments(&mut self, method: MethodId, args: Vec<Expr>) -> Vec<Expr> {
        let types = self.c.program.methods[method].param_types();
        args.into_iter()
            .zip(types)
            .map(|(a, t)| convert(a, t))
            .collect()
    }

    /// A method invocation context (JLS 5.3) without boxing.
    fn fits(&self, from: Type, to: Type) -> bool {
        to.widens_from(from)
            || (from.is_reference() && to.is_reference() && self.c.program.is_subtype(from, to))
    }

    /// The most specific applicable method.
    fn choose(
        &mut self,
        candidates: &[MethodId],
        name: &ast::Name,
        args: &[Expr],
        none: impl FnOnce() -> String,
    ) -> C<MethodId> {
        let p = &self.c.program;
        let applicable: Vec<MethodId> = candidates
            .iter()
            .copied()
            .filter(|m| {
                let types = p.methods[*m].param_types();
                types.len() == args.len()
                    && types.iter().zip(args).all(|(t, a)| self.fits(a.ty, *t))
            })
            .collect();
        let best: Vec<MethodId> = applicable
            .iter()
            .copied()
            .filter(|m| {
                let mine = p.methods[*m].param_types();
                applicable.iter().all(|o| {
                    let theirs = p.methods[*o].param_types();
                    mine.iter().zip(&theirs).all(|(a, b)| self.fits(*a, *b))
                })
            })
            .collect();
        if let [one, ..] = best[..] {
            return Ok(one);
        }
        let given: Vec<String> = args.iter().map(|a| self.type_name(a.ty)).collect();
        let given = given.join(", ");
        let list: Vec<String> = candidates.iter().map(|m| p.method_name(*m)).collect();
        let problem = match (&candidates, applicable.is_empty()) {
            ([], _) => Problem::ty(name.span, none()),
            ([one], true) => {
                let m = &p.methods[*one];
                let what = match m.kind {
                    MethodKind::Predicate => "the predicate",
                    MethodKind::Constructor => "the constructor",
                    _ => "the method",
                };
                let n = m.params;
                let message = if n as usize == args.len() {
                    format!("{what} `{}` does not take ({given})", list[0])
                } else {
                    format!(
                        "{what} `{}` takes {n} argument{}, not {}",
                        list[0],
                        if n == 1 { "" } else { "s" },
                        args.len()
                    )
                };
                Problem::ty(name.span, message)
            }
            (_, true) => Problem::ty(name.span, format!("no `{}` takes ({given})", name.text))
                .help(format!("there are {}", list.join(", "))),
            (_, false) => Problem::ty(
                name.span,
                format!("several `{}` take ({given}) equally well", name.text),
            )
            .help(format!("there are {}", list.join(", "))),
        };
        self.fail(problem)
    }

    pub(super) fn creation(&mut self, name: &ast::Name, args: &[ast::Expr], span: Span) -> C<Expr> {
        self.code_only(span, "creates an object")?;
        if name.text == "String" && !self.c.names.contains_key("String") {
            return self.fail(Problem::outside(
                span,
                "a string with an identity of its own",
            ));
        }
        let class = self.c.class_called(name);
        let args = self.expressions(args)?;
        let class = class?;
        let c = &self.c.program.classes[class];
        if c.is_abstract {
            let what = if c.interface {
                "an interface"
            } else {
                "an abstract class"
            };
            return self.error(
                name.span,
                format!("`{}` is {what}, no object of it can be created", name.text),
            );
        }
        let (constructor, args) = self.constructor(class, args, name.span)?;
        Ok(Expr {
            kind: ExprKind::New {
                class,
                constructor,
                args,
            },
            ty: Type::Class(class),
            span,
        })
    }

    /// The call that a ghost operation names: of a predicate or a pure method.
    pub(super) fn ghost_call(&mut self, e: &ast::Expr, want: MethodKind) -> C<Expr> {
        let call = self.at_place(Place_::Inside, |s| s.expr(e))?;
        let inner = match &call.kind {
            ExprKind::Acc(Access::Predicate(p), _) => &p.kind,
            k => k,
        };
        let ok = match inner {
            ExprKind::Call { method, .. } => self.c.program.methods[*method].kind == want,
            _ => false,
        };
        if ok {
            return Ok(call);
        }
        let what = if want == MethodKind::Predicate {
            "the call of a predicate"
        } else {
            "the call of a pure method"
        };
        self.fail::<()>(Problem::ty(e.span, format!("{what} belongs here")))?;
        Err(Failed)
    }
}
