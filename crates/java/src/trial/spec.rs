//! Specifications as Java code: assertions become statements that throw,
//! expressions of an integral type become `long` with exact operations.

use super::wanted::{covers, Reason, CLASS};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write;

/// Makes code; collects the methods of the class behind the file.
pub(super) struct Gen<'p> {
    pub p: &'p Program,
    /// The conjunct whose failure is wanted.
    wanted: Span,
    words: String,
    /// Methods that were made.
    pub helpers: Vec<String>,
    predicates: HashMap<MethodId, Option<Reason>>,
    temporaries: u32,
    /// The caller whose lines the failure has to come from.
    pub caller: Option<(u32, u32)>,
}

/// What the names of an assertion are in the code.
#[derive(Clone, Default)]
pub(super) struct Scope {
    pub this: Option<String>,
    pub locals: HashMap<LocalId, String>,
    pub result: Option<String>,
    /// Variables of quantifiers around.
    pub bound: Vec<LocalId>,
    /// Values that are saved on entry; `None` where there is no `old`.
    pub old: Option<Vec<(String, Type)>>,
}

type R<T> = Result<T, Reason>;

/// The type in Java, as values of it are kept by a reader of specifications.
pub(super) fn kept_type(p: &Program, ty: Type) -> String {
    match ty {
        t if t.is_integral() => "long".into(),
        t => p.type_name(t),
    }
}

/// A string in the text of a program.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for u in text.encode_utf16() {
        match u {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            0x20..=0x7e => out.push(u as u8 as char),
            _ => {
                let _ = write!(out, "\\u{u:04x}");
            }
        }
    }
    out.push('"');
    out
}

impl<'p> Gen<'p> {
    pub fn new(p: &'p Program, wanted: Span, words: &str) -> Self {
        Gen {
            p,
            wanted,
            words: words.to_owned(),
            helpers: Vec::new(),
            predicates: HashMap::new(),
            temporaries: 0,
            caller: None,
        }
    }

    /// What the failure says.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Whether the code so far can fail as wanted.
    pub fn can_fail(&self, code: &str) -> bool {
        let mark = format!("{CLASS}.wanted(");
        code.contains(&mark) || self.helpers.iter().any(|h| h.contains(&mark))
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("ep${}", self.temporaries)
    }

    fn text(&self, span: Span) -> String {
        let text = self.p.sources.text(span);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// `throw …;` for a conjunct that does not hold.
    pub fn throw(&self, at: Span) -> String {
        if covers(self.wanted, at) || covers(at, self.wanted) {
            let (from, to) = self.caller.unwrap_or((0, 0));
            return format!(
                "throw {CLASS}.wanted({from}, {to}, {});",
                quoted(&self.words)
            );
        }
        let line = self.p.sources.position(at).line;
        let text = format!("line {line}: `{}` does not hold", self.text(at));
        format!("throw {CLASS}.other({});", quoted(&text))
    }

    /// Statements that throw when the assertion does not hold.
    pub fn check(&mut self, e: &Expr, s: &mut Scope, out: &mut String) -> R<()> {
        match &e.kind {
            ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
                self.check(a, s, out)?;
                self.check(b, s, out)
            }
            ExprKind::Binary(BinOp::Implies, c, a) => {
                let c = self.expr(c, s)?;
                let _ = write!(out, "if {c} {{ ");
                self.check(a, s, out)?;
                out.push_str("} ");
                Ok(())
            }
            ExprKind::Conditional(c, a, b) if e.ty == Type::Boolean => {
                let c = self.expr(c, s)?;
                let _ = write!(out, "if {c} {{ ");
                self.check(a, s, out)?;
                out.push_str("} else { ");
                self.check(b, s, out)?;
                out.push_str("} ");
                Ok(())
            }
            ExprKind::Acc(access, amount) => self.access(e, access, amount, s, out),
            ExprKind::Call { method, .. }
                if self.p.methods[*method].kind == MethodKind::Predicate =>
            {
                self.predicate_call(e, s, out)
            }
            ExprKind::Quantified { all, vars, body } => self.loops(e, *all, vars, body, s, out),
            ExprKind::Opening(_, body) | ExprKind::Using(_, body) => self.check(body, s, out),
            _ => {
                let c = self.expr(e, s)?;
                let throw = self.throw(e.span);
                let _ = write!(out, "if (!{c}) {throw} ");
                Ok(())
            }
        }
    }

    fn access(
        &mut self,
        e: &Expr,
        access: &Access,
        amount: &Amount,
        s: &mut Scope,
        out: &mut String,
    ) -> R<()> {
        let share = match amount {
            Amount::Full => "1.0".to_owned(),
            Amount::Wildcard => "1e-9".to_owned(),
            Amount::Ratio(a, b) if a.ty.is_integral() && b.ty.is_integral() => {
                let (a, b) = (self.expr(a, s)?, self.expr(b, s)?);
                format!("((double) {a} / (double) {b})")
            }
            Amount::Ratio(..) => return Err("an amount of permission is not executable".into()),
        };
        let (object, field) = match access {
            Access::Field(o, f) => {
                let class = self.p.fields[*f].class;
                let name = format!("{}.{}", self.p.classes[class].name, self.p.fields[*f].name);
                (self.expr(o, s)?, name)
            }
            Access::Static(f) => {
                let class = &self.p.classes[self.p.fields[*f].class].name;
                (format!("{class}.class"), self.p.fields[*f].name.clone())
            }
            Access::Elements(a) => (self.expr(a, s)?, "[*]".to_owned()),
            // A part of a predicate is a part of what it gives.
            Access::Predicate(call) => return self.predicate_call(call, s, out),
        };
        let throw = self.throw(e.span);
        let _ = write!(
            out,
            "if (!{CLASS}.take({object}, {}, {share})) {throw} ",
            quoted(&field)
        );
        Ok(())
    }

    /// Calls the method that checks a predicate's body.
    fn predicate_call(&mut self, e: &Expr, s: &mut Scope, out: &mut String) -> R<()> {
        let ExprKind::Call {
            target,
            method,
            args,
        } = &e.kind
        else {
            return Err("a predicate of another form".into());
        };
        let mut all = Vec::new();
        let name = match target {
            Target::Static => self.predicate(*method)?,
            Target::Exact(o) => {
                all.push(self.expr(o, s)?);
                self.predicate(*method)?
            }
            Target::Virtual(o) => {
                let o = self.expr(o, s)?;
                let throw = self.throw(e.span);
                let _ = write!(out, "if ({o} == null) {throw} ");
                all.push(o);
                self.dispatcher(*method)?
            }
        };
        for a in args {
            all.push(self.expr(a, s)?);
        }
        let _ = write!(out, "{CLASS}.{name}({}); ", all.join(", "));
        Ok(())
    }

    fn parameters(&self, m: MethodId, class: ClassId) -> (Vec<String>, Vec<String>) {
        let method = &self.p.methods[m];
        let mut types = Vec::new();
        let mut names = Vec::new();
        if !method.is_static {
            types.push(self.p.classes[class].name.clone());
            names.push("self".to_owned());
        }
        for x in method.param_ids() {
            types.push(kept_type(self.p, method.locals[x].ty));
            names.push(format!("p{}", x.0));
        }
        (types, names)
    }

    /// The scope of a method's own assertions inside of a static method.
    pub fn scope(&self, m: MethodId) -> Scope {
        let method = &self.p.methods[m];
        Scope {
            this: (!method.is_static).then(|| "self".to_owned()),
            locals: (method.param_ids())
                .map(|x| (x, format!("p{}", x.0)))
                .collect(),
            ..Scope::default()
        }
    }

    /// `static void name(…)`: its head up to the brace.
    pub fn head(&self, name: &str, m: MethodId, class: ClassId, more: &str) -> String {
        let (types, names) = self.parameters(m, class);
        let list: Vec<String> = (types.iter().zip(&names))
            .map(|(t, n)| format!("{t} {n}"))
            .chain((!more.is_empty()).then(|| more.to_owned()))
            .collect();
        format!("  static void {name}({}) {{ ", list.join(", "))
    }

    /// The method for a predicate's own body.
    fn predicate(&mut self, m: MethodId) -> R<String> {
        let name = format!("predicate{}", m.0);
        match self.predicates.get(&m) {
            Some(None) => return Ok(name),
            Some(Some(reason)) => return Err(reason.clone()),
            None => {}
        }
        // A predicate may contain itself.
        self.predicates.insert(m, None);
        let p = self.p;
        let Some(Body::Assertion(body)) = &p.methods[m].body else {
            return Err("a predicate has no body".into());
        };
        let mut code = self.head(&name, m, p.methods[m].class, "");
        let mut scope = self.scope(m);
        if let Err(reason) = self.check(body, &mut scope, &mut code) {
            self.predicates.insert(m, Some(reason.clone()));
            return Err(reason);
        }
        code.push('}');
        self.helpers.push(code);
        Ok(name)
    }

    /// The method that chooses a predicate's body by the class of the object.
    fn dispatcher(&mut self, m: MethodId) -> R<String> {
        let p = self.p;
        let class = p.methods[m].class;
        let classes: Vec<ClassId> = (p.concrete_subclasses(class).into_iter())
            .filter(|c| !p.classes[*c].prelude)
            .collect();
        let name = format!("choose{}", m.0);
        if self
            .helpers
            .iter()
            .any(|h| h.contains(&format!(" {name}(")))
        {
            return Ok(name);
        }
        let (_, names) = self.parameters(m, class);
        let mut code = self.head(&name, m, class, "");
        // The place is taken before bodies that contain the call.
        let at = self.helpers.len();
        self.helpers.push(code.clone());
        for c in classes {
            let Some(own) = p.dispatch(m, c) else {
                continue;
            };
            let body = self.predicate(own)?;
            let to = &p.classes[p.methods[own].class].name;
            let mut args = names.clone();
            args[0] = format!("({to}) self");
            let c = &p.classes[c].name;
            let args = args.join(", ");
            let _ = write!(
                code,
                "if (self.getClass() == {c}.class) {{ {body}({args}); return; }} "
            );
        }
        let _ = write!(code, "throw {CLASS}.other(\"an unknown class\"); }}");
        self.helpers[at] = code;
        Ok(name)
    }

    /// A quantifier as nested loops over the ranges that its body names.
    fn loops(
        &mut self,
        e: &Expr,
        all: bool,
        vars: &[LocalId],
        body: &Expr,
        s: &mut Scope,
        out: &mut String,
    ) -> R<()> {
        let mut guards = Vec::new();
        let inner = match (&body.kind, all) {
            (ExprKind::Binary(BinOp::Implies, c, a), true) => {
                conjuncts(c, &mut guards);
                Some(&**a)
            }
            (_, true) => None,
            (_, false) => {
                conjuncts(body, &mut guards);
                None
            }
        };
        let open = format!("the range of `{}` is not executable", self.text(e.span));
        if all && inner.is_none() {
            return Err(open);
        }
        let mut ranges: Vec<Range> = Vec::new();
        for &x in vars {
            let mut range = Range::default();
            for g in &guards {
                self.bound(g, x, vars, s, &mut range);
            }
            ranges.push(range);
        }
        // `i <= j` gives `i` the end of `j` and `j` the beginning of `i`.
        for _ in vars {
            for i in 0..vars.len() {
                for &y in &ranges[i].above.clone() {
                    if let Some(j) = vars.iter().position(|v| *v == y) {
                        let (high, low) = (ranges[j].high.clone(), ranges[i].low.clone());
                        ranges[i].high.extend(high);
                        ranges[j].low.extend(low);
                    }
                }
            }
            for r in &mut ranges {
                r.low.dedup();
                r.high.dedup();
            }
        }
        let mut code = String::new();
        let (locals, around) = (s.locals.clone(), s.bound.len());
        for (&x, r) in vars.iter().zip(&ranges) {
            let (Some(low), Some(high)) = (fold(&r.low, "max"), fold(&r.high, "min")) else {
                s.locals = locals;
                s.bound.truncate(around);
                return Err(open);
            };
            let name = self.temporary();
            let _ = write!(
                code,
                "for (long {name} = {low}; {name} <= {high}; {name}++) {{ {CLASS}.step(); "
            );
            s.locals.insert(x, name);
            s.bound.push(x);
        }
        let made = self.inside_loops(e, inner, &guards, s, (code, vars.len()), out);
        s.locals = locals;
        s.bound.truncate(around);
        made
    }

    /// What stands in the innermost loop.
    fn inside_loops(
        &mut self,
        e: &Expr,
        inner: Option<&Expr>,
        guards: &[&Expr],
        s: &mut Scope,
        (code, depth): (String, usize),
        out: &mut String,
    ) -> R<()> {
        let mut condition = Vec::new();
        for g in guards {
            condition.push(self.expr(g, s)?);
        }
        let condition = condition.join(" && ");
        let close = "} ".repeat(depth);
        let throw = self.throw(e.span);
        match inner {
            Some(body) => {
                let c = self.expr(body, s)?;
                let _ = write!(out, "{code} if (({condition}) && !{c}) {throw} {close}");
            }
            None => {
                let found = self.temporary();
                let _ = write!(
                    out,
                    "{{ boolean {found} = false; {code} if ({condition}) {found} = true; {close} if (!{found}) {throw} }} "
                );
            }
        }
        Ok(())
    }

    /// What a guard says about the range of a variable.
    fn bound(&mut self, g: &Expr, x: LocalId, vars: &[LocalId], s: &mut Scope, r: &mut Range) {
        let ExprKind::Binary(op, a, b) = &g.kind else {
            return;
        };
        let (op, other) = match (is_local(a, x), is_local(b, x)) {
            (true, false) => (*op, b),
            (false, true) => {
                let turned = match op {
                    BinOp::Lt => BinOp::Gt,
                    BinOp::Le => BinOp::Ge,
                    BinOp::Gt => BinOp::Lt,
                    BinOp::Ge => BinOp::Le,
                    _ => return,
                };
                (turned, a)
            }
            _ => return,
        };
        if let Some(&y) = vars.iter().find(|v| is_local(other, **v)) {
            if matches!(op, BinOp::Lt | BinOp::Le) {
                r.above.push(y);
            }
            return;
        }
        if mentions(other, vars) {
            return;
        }
        let Ok(t) = self.expr(other, s) else { return };
        match op {
            BinOp::Lt => r.high.push(format!("({t} - 1)")),
            BinOp::Le => r.high.push(t),
            BinOp::Gt => r.low.push(format!("({t} + 1)")),
            BinOp::Ge => r.low.push(t),
            _ => {}
        }
    }

    /// A value that is saved on entry, as an element of `ep$old`.
    fn save(&mut self, text: String, ty: Type, s: &mut Scope) -> R<String> {
        let old = s.old.as_mut().ok_or("`old` is not executable here")?;
        let n = match old.iter().position(|o| o.0 == text) {
            Some(n) => n,
            None => {
                old.push((text, ty));
                old.len() - 1
            }
        };
        let boxed = match ty {
            t if t.is_integral() => "Long".to_owned(),
            Type::Boolean => "Boolean".to_owned(),
            Type::Null => "Object".to_owned(),
            t => self.p.type_name(t),
        };
        Ok(format!("(({boxed}) {CLASS}.saved(ep$old[{n}]))"))
    }

    /// `old(e)`: its value on entry. Under a quantifier, an element of an array
    /// is one of a copy of the array.
    fn old(&mut self, x: &Expr, s: &mut Scope) -> R<String> {
        let mut plain = s.clone();
        plain.old = None;
        plain.result = None;
        if !mentions(x, &s.bound) {
            let text = self.expr(x, &mut plain)?;
            return self.save(text, x.ty, s);
        }
        let mut reads = false;
        if let ExprKind::Index(a, i) = &x.kind {
            i.walk(&mut |e| {
                reads |= !matches!(
                    e.kind,
                    ExprKind::Local(_)
                        | ExprKind::Constant(_)
                        | ExprKind::Binary(..)
                        | ExprKind::Length(_)
                        | ExprKind::Convert(_)
                );
            });
            if !reads && !mentions(a, &s.bound) {
                let array = self.expr(a, &mut plain)?;
                let copy = self.save(format!("{array}.clone()"), a.ty, s)?;
                let i = self.expr(i, &mut plain)?;
                let element = format!("{copy}[Math.toIntExact({i})]");
                return Ok(match x.ty.is_integral() {
                    true => format!("((long) {element})"),
                    false => format!("({element})"),
                });
            }
        }
        Err("`old` under a quantifier is not executable".into())
    }

    /// An expression in brackets, of its [`kept_type`].
    pub fn expr(&mut self, e: &Expr, s: &mut Scope) -> R<String> {
        let p = self.p;
        let long = e.ty.is_integral();
        let kept = move |text: String| match long {
            true => format!("((long) {text})"),
            false => format!("({text})"),
        };
        Ok(match &e.kind {
            ExprKind::Constant(Constant::Boolean(b)) => format!("({b})"),
            ExprKind::Constant(Constant::Integer(i)) => format!("({i}L)"),
            ExprKind::Constant(Constant::Str(units)) => {
                format!("({})", quoted(&String::from_utf16_lossy(units)))
            }
            ExprKind::Null => "(null)".into(),
            ExprKind::Local(l) => match s.locals.get(l) {
                Some(name) => kept(name.clone()),
                None => return Err("a variable that is not there any more".into()),
            },
            ExprKind::This => s.this.clone().ok_or("`this` is not there")?,
            ExprKind::Result => kept(s.result.clone().ok_or("`result` is not there")?),
            ExprKind::Field(o, f) => {
                let o = self.expr(o, s)?;
                let class = &p.classes[p.fields[*f].class].name;
                kept(format!("(({class}) {o}).{}", p.fields[*f].name))
            }
            ExprKind::Static(f) => {
                let class = &p.classes[p.fields[*f].class].name;
                kept(format!("{class}.{}", p.fields[*f].name))
            }
            ExprKind::Index(a, i) => {
                let (a, i) = (self.expr(a, s)?, self.expr(i, s)?);
                kept(format!("{a}[Math.toIntExact({i})]"))
            }
            ExprKind::Length(a) => kept(format!("{}.length", self.expr(a, s)?)),
            ExprKind::Unary(op, x) => {
                let x = self.expr(x, s)?;
                match op {
                    UnOp::Not => format!("(!{x})"),
                    UnOp::Neg => format!("Math.negateExact({x})"),
                    _ if long => format!("(~{x})"),
                    _ => return Err("an operator is not executable".into()),
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, s)?,
            ExprKind::Conditional(c, a, b) => {
                let (c, a, b) = (self.expr(c, s)?, self.expr(a, s)?, self.expr(b, s)?);
                format!("({c} ? {a} : {b})")
            }
            ExprKind::Call {
                target,
                method,
                args,
            } if p.methods[*method].kind == MethodKind::Pure => {
                let m = &p.methods[*method];
                let on = match target {
                    Target::Static => p.classes[m.class].name.clone(),
                    Target::Virtual(o) => self.expr(o, s)?,
                    Target::Exact(o) if m.is_private => self.expr(o, s)?,
                    Target::Exact(_) => return Err("a call of `super` in a specification".into()),
                };
                let mut list = Vec::new();
                for (a, ty) in args.iter().zip(m.param_types()) {
                    list.push(narrow(self.expr(a, s)?, ty));
                }
                kept(format!("{on}.{}({})", m.name, list.join(", ")))
            }
            ExprKind::String(op, list) => {
                let mut args = Vec::new();
                for x in list {
                    args.push(self.expr(x, s)?);
                }
                let (on, rest) = args.split_first().ok_or("a string is missing")?;
                kept(match (op, rest.first()) {
                    (StringOp::Length, _) => format!("{on}.length()"),
                    (StringOp::IsEmpty, _) => format!("{on}.isEmpty()"),
                    (StringOp::CharAt, Some(i)) => format!("{on}.charAt(Math.toIntExact({i}))"),
                    (StringOp::Equals, Some(t)) => format!("{on}.equals({t})"),
                    _ => return Err("a string operation is not executable".into()),
                })
            }
            ExprKind::Convert(x) => {
                let inner = self.expr(x, s)?;
                match e.ty {
                    Type::Long => inner,
                    ty if ty.widens_from(x.ty) => inner,
                    ty => format!("((long) ({}) {inner})", p.type_name(ty)),
                }
            }
            ExprKind::Cast(x) => format!("(({}) {})", p.type_name(e.ty), self.expr(x, s)?),
            ExprKind::InstanceOf(x, ty) => {
                format!("({} instanceof {})", self.expr(x, s)?, p.type_name(*ty))
            }
            ExprKind::Opening(_, body) | ExprKind::Using(_, body) => self.expr(body, s)?,
            ExprKind::Old(x) => self.old(x, s)?,
            ExprKind::Untouched(_) => return Err("`untouched` is not executable".into()),
            ExprKind::Quantified { .. } => {
                return Err("a quantifier inside of an expression is not executable".into())
            }
            _ => return Err(format!("`{}` is not executable", self.text(e.span))),
        })
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr, s: &mut Scope) -> R<String> {
        let (x, y) = (self.expr(a, s)?, self.expr(b, s)?);
        let exact = |f: &str| format!("Math.{f}Exact({x}, {y})");
        Ok(match op {
            BinOp::Add => exact("add"),
            BinOp::Sub => exact("subtract"),
            BinOp::Mul => exact("multiply"),
            BinOp::Implies => format!("(!{x} || {y})"),
            BinOp::Sep => format!("({x} && {y})"),
            BinOp::Eq | BinOp::Ne if a.ty.is_reference() => {
                format!("((Object) {x} {} (Object) {y})", op.text())
            }
            BinOp::Shl | BinOp::Shr | BinOp::Ushr => {
                return Err("a shift in a specification is not executable".into())
            }
            op => format!("({x} {} {y})", op.text()),
        })
    }

    /// `ep$old`, filled on entry.
    pub fn saving(&self, old: &[(String, Type)]) -> String {
        let mut out = format!("final Object[] ep$old = new Object[{}]; ", old.len());
        for (i, (text, _)) in old.iter().enumerate() {
            let _ = write!(
                out,
                "try {{ ep$old[{i}] = {text}; }} catch (RuntimeException ep$e) {{ ep$old[{i}] = new {CLASS}.Unsaved(); }} "
            );
        }
        out
    }
}

/// A kept value as one of the parameter's type.
pub(super) fn narrow(text: String, ty: Type) -> String {
    match ty {
        Type::Int => format!("Math.toIntExact({text})"),
        Type::Char => format!("((char) {text})"),
        Type::Short => format!("((short) {text})"),
        Type::Byte => format!("((byte) {text})"),
        _ => text,
    }
}

/// What guards say about a variable: where it begins and ends, and which other
/// variables it stays below.
#[derive(Default, Clone)]
struct Range {
    low: Vec<String>,
    high: Vec<String>,
    above: Vec<LocalId>,
}

fn fold(list: &[String], f: &str) -> Option<String> {
    let (first, rest) = list.split_first()?;
    let more = |a: String, b: &String| format!("Math.{f}({a}, {b})");
    Some(rest.iter().fold(first.clone(), more))
}

fn mentions(e: &Expr, vars: &[LocalId]) -> bool {
    let mut found = false;
    e.walk(&mut |e| {
        if let ExprKind::Local(l) = e.kind {
            found |= vars.contains(&l);
        }
    });
    found
}

fn is_local(e: &Expr, x: LocalId) -> bool {
    match &e.kind {
        ExprKind::Local(l) => *l == x,
        ExprKind::Convert(e) => is_local(e, x),
        _ => false,
    }
}

fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}
