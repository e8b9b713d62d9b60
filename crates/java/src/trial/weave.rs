//! Checks as code inside of the file. Nothing that is inserted has a line end, so
//! that lines stay what they are.

use super::run::Target;
use super::spec::{Gen, Scope};
use super::wanted::{contract_owner, covers, Kind, Reason, Wanted, CLASS};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use std::fmt::Write;

/// Changes of a text: what replaces the bytes from one offset to another.
#[derive(Default)]
pub(super) struct Edits(Vec<(u32, u32, String)>);

impl Edits {
    fn insert(&mut self, at: u32, text: String) {
        self.0.push((at, at, text));
    }

    /// The text with all changes. `private` is left out, since the class behind
    /// the file reads fields.
    pub fn applied(mut self, text: &str) -> String {
        for at in private_words(text) {
            self.0.push((at, at + 7, String::new()));
        }
        self.0.sort_by_key(|e| e.0);
        let mut out = String::new();
        let mut done = 0;
        for (from, to, new) in self.0 {
            let Some(kept) = text.get(done..from as usize) else {
                continue;
            };
            out.push_str(kept);
            out.push_str(&new);
            done = to as usize;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        out
    }
}

/// Where the word stands outside of comments and literals.
fn private_words(text: &str) -> Vec<u32> {
    let b = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    while i < b.len() {
        let rest = &b[i..];
        if rest.starts_with(b"//") {
            i += rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            let end = rest.windows(2).skip(2).position(|w| w == b"*/");
            i += end.map_or(rest.len(), |e| e + 4);
        } else if b[i] == b'"' || b[i] == b'\'' {
            let quote = b[i];
            i += 1;
            while i < b.len() && b[i] != quote {
                i += if b[i] == b'\\' { 2 } else { 1 };
            }
            i += 1;
        } else if b[i].is_ascii_alphabetic() || b[i] == b'_' || b[i] == b'$' {
            let word = |c: &u8| c.is_ascii_alphanumeric() || *c == b'_' || *c == b'$';
            let n = rest.iter().take_while(|c| word(c)).count();
            if &rest[..n] == b"private" {
                out.push(i as u32);
            }
            i += n;
        } else {
            i += 1;
        }
    }
    out
}

/// All changes for what is wanted.
pub(super) fn weave(
    w: &Wanted,
    gen: &mut Gen,
    t: &Target,
    at: Span,
    by: Span,
) -> Result<Edits, Reason> {
    let mut edits = Edits::default();
    match w.kind {
        Kind::Postcondition => {}
        Kind::Precondition => precondition(w, gen, by, &mut edits)?,
        Kind::Close | Kind::Body => body(w, gen, t, at, by, &mut edits)?,
    }
    Ok(edits)
}

/// The precondition of what is called is checked where it begins.
fn precondition(w: &Wanted, gen: &mut Gen, by: Span, edits: &mut Edits) -> Result<(), Reason> {
    let p = w.program;
    let mut callees: Vec<MethodId> = Vec::new();
    let mut look = |e: &Expr| {
        let called = match &e.kind {
            ExprKind::Call { method, .. } => Some(*method),
            ExprKind::New { constructor, .. } => Some(*constructor),
            _ => None,
        };
        if let Some(m) = called {
            if e.span == by || covers(by, e.span) {
                callees.push(m);
            }
        }
    };
    for (_, m) in p.methods.iter() {
        if let Some(Body::Block(list)) = &m.body {
            list.iter().for_each(|s| s.walk(&mut look));
        }
    }
    callees.dedup();
    let lines = (w.by.start.line, w.by.end_line);
    for callee in callees {
        // Whatever overrides it has the same precondition to keep.
        let all: Vec<MethodId> = (p.methods.iter())
            .map(|(id, _)| id)
            .filter(|id| *id == callee || p.overrides(*id, callee))
            .collect();
        let contract = &p.methods[contract_owner(p, callee)].contract;
        let name = format!("requires{}", callee.0);
        gen.caller = Some(lines);
        let mut code = gen.head(&name, callee, p.methods[callee].class, "");
        let mut scope = gen.scope(callee);
        for e in &contract.requires {
            gen.check(e, &mut scope, &mut code)?;
        }
        gen.caller = None;
        code.push('}');
        if !gen.can_fail(&code) {
            continue;
        }
        gen.helpers.push(code);
        for id in all {
            let m = &p.methods[id];
            let Some(start) = first_place(p, id) else {
                continue;
            };
            let mut args: Vec<String> = Vec::new();
            if !m.is_static {
                args.push("this".into());
            }
            args.extend(m.param_ids().map(|x| m.locals[x].name.clone()));
            let args = args.join(", ");
            edits.insert(
                start,
                format!("if ({CLASS}.armed) {{ {CLASS}.armed = false; {CLASS}.begin(); {CLASS}.{name}({args}); {CLASS}.armed = true; }} "),
            );
        }
        return Ok(());
    }
    Err("the call is not found in the source".into())
}

/// Where the first statement of a method's body begins, behind `super(…)`.
fn first_place(p: &Program, id: MethodId) -> Option<u32> {
    let m = &p.methods[id];
    let Some(Body::Block(list)) = &m.body else {
        return None;
    };
    if m.implicit || p.classes[m.class].prelude {
        return None;
    }
    let text = &p.sources.file(m.span.file).text;
    let rest = match list.first().map(|s| &s.kind) {
        Some(StmtKind::ConstructorCall { .. }) => &list[1..],
        _ => &list[..],
    };
    Some(match rest.first() {
        Some(s) => place_before(text, s),
        None => m.end.start,
    })
}

/// The offset before a statement; one of a specification is in a comment.
fn place_before(text: &str, s: &Stmt) -> u32 {
    let ghost = matches!(
        s.kind,
        StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::GhostAssert(_)
            | StmtKind::Join(_)
    );
    let start = s.span.start as usize;
    if !ghost {
        return s.span.start;
    }
    let before = text.get(..start).unwrap_or_default();
    let comment = before.rfind("//@").max(before.rfind("/*@"));
    comment.unwrap_or(start) as u32
}

/// The names of all locals of a method as they are in its body.
fn names_of(p: &Program, id: MethodId) -> Scope {
    let m = &p.methods[id];
    Scope {
        this: (!m.is_static).then(|| "this".to_owned()),
        locals: (m.locals.iter())
            .filter(|(_, l)| !l.ghost && !l.name.contains('$'))
            .map(|(x, l)| (x, l.name.clone()))
            .collect(),
        old: Some(Vec::new()),
        ..Scope::default()
    }
}

/// Assertions, invariants and checks of Java inside of the method.
fn body(
    w: &Wanted,
    gen: &mut Gen,
    t: &Target,
    at: Span,
    by: Span,
    edits: &mut Edits,
) -> Result<(), Reason> {
    let p = w.program;
    let m = &p.methods[t.method];
    let Some(Body::Block(list)) = &m.body else {
        return Err("the method has no body".into());
    };
    let text = p.sources.file(m.span.file).text.clone();
    let mut found: Vec<(u32, Vec<&Expr>)> = Vec::new();
    let mut ends: Vec<(u32, Vec<&Expr>)> = Vec::new();
    // Statements behind which, and before which, others may stand.
    let mut listed: Vec<Span> = list.iter().map(|s| s.span).collect();
    for s in list {
        statements(s, &mut |s| {
            if let StmtKind::Block(inner) = &s.kind {
                listed.extend(inner.iter().map(|s| s.span));
            }
        });
    }
    for s in list {
        statements(s, &mut |s| match &s.kind {
            StmtKind::GhostAssert(e) if covers(e.span, at) => {
                found.push((place_before(&text, s), vec![e]));
            }
            StmtKind::Close(e) if w.kind == Kind::Close && covers(s.span, by) => {
                found.push((place_before(&text, s), vec![e]));
            }
            StmtKind::While { spec, body, .. } | StmtKind::For { spec, body, .. }
                if spec.invariants.iter().any(|i| covers(i.span, at)) =>
            {
                if let StmtKind::Block(inner) = &body.kind {
                    let all: Vec<&Expr> = spec.invariants.iter().collect();
                    let start = match inner.first() {
                        Some(s) => place_before(&text, s),
                        None => body.span.end - 1,
                    };
                    found.push((start, all.clone()));
                    let plain = matches!(s.kind, StmtKind::While { .. });
                    if plain && !leaves(inner) {
                        ends.push((body.span.end - 1, all.clone()));
                    }
                    if plain && listed.contains(&s.span) {
                        found.push((s.span.start, all));
                    }
                }
            }
            _ => {}
        });
    }
    if found.is_empty() {
        return checked_code(w, list, at, edits);
    }
    let mut old = Vec::new();
    for (place, all) in found.into_iter().chain(ends) {
        let mut scope = names_of(p, t.method);
        scope.old = Some(std::mem::take(&mut old));
        let mut code = format!("if ({CLASS}.armed) {{ {CLASS}.armed = false; {CLASS}.begin(); ");
        for e in all {
            gen.check(e, &mut scope, &mut code)?;
        }
        let _ = write!(code, "{CLASS}.armed = true; }} ");
        old = scope.old.take().unwrap_or_default();
        if !gen.can_fail(&code) {
            return Err("the conjunct is no part of what can be run".into());
        }
        edits.insert(place, code);
    }
    if !old.is_empty() {
        let first = first_place(p, t.method).ok_or("the body has no beginning")?;
        let saving = gen.saving(&old);
        // Before what is checked at the same place.
        edits.0.insert(0, (first, first, saving));
    }
    Ok(())
}

/// Whether control never comes to the end of a block.
fn leaves(list: &[Stmt]) -> bool {
    matches!(
        list.last().map(|s| &s.kind),
        Some(StmtKind::Break(_) | StmtKind::Continue(_) | StmtKind::Return(_) | StmtKind::Throw(_))
    )
}

/// What the machine checks by itself needs no code; overflow needs exact
/// arithmetic.
fn checked_code(w: &Wanted, list: &[Stmt], at: Span, edits: &mut Edits) -> Result<(), Reason> {
    let p = w.program;
    super::run::exception(w.message).ok_or("the machine does not show this")?;
    if !w.message.contains("might overflow") {
        return Ok(());
    }
    let mut change: Option<(Span, String)> = None;
    let text = |e: &Expr| p.sources.text(e.span).to_owned();
    let mut look = |e: &Expr| {
        let inside = covers(at, e.span) && at.end - at.start <= e.span.end - e.span.start + 2;
        if !inside || change.is_some() {
            return;
        }
        let name = |ty: Type| p.type_name(ty);
        let exact = |op: BinOp| match op {
            BinOp::Add => Some("add"),
            BinOp::Sub => Some("subtract"),
            BinOp::Mul => Some("multiply"),
            _ => None,
        };
        let new = match &e.kind {
            ExprKind::Binary(op, a, b) if matches!(e.ty, Type::Int | Type::Long) => {
                let ty = name(e.ty);
                exact(*op)
                    .map(|f| format!("Math.{f}Exact(({ty}) ({}), ({ty}) ({}))", text(a), text(b)))
            }
            ExprKind::Compound {
                place,
                op,
                in_ty,
                value,
            } if *in_ty == e.ty && matches!(e.ty, Type::Int | Type::Long) => {
                let ty = name(e.ty);
                let plain = match place {
                    Place::Local(_) | Place::Static(_) => true,
                    Place::Field(o, _) => {
                        matches!(o.kind, ExprKind::This | ExprKind::Local(_))
                    }
                    Place::Index(..) => false,
                };
                // The left side, as written.
                let all = text(e);
                let left = all.find(op.text()).and_then(|i| all.get(..i));
                match (exact(*op), left) {
                    (Some(f), Some(left)) if plain => Some(format!(
                        "{left} = Math.{f}Exact({left}, ({ty}) ({}))",
                        text(value)
                    )),
                    _ => None,
                }
            }
            ExprKind::IncDec {
                place: Place::Local(_) | Place::Static(_),
                increment,
                ..
            } if matches!(e.ty, Type::Int | Type::Long) => {
                let all = text(e);
                let left = all.trim_matches(|c| c == '+' || c == '-').trim().to_owned();
                let f = if *increment { "increment" } else { "decrement" };
                let whole = list.iter().any(|s| is_statement(s, e.span));
                whole.then(|| format!("{left} = Math.{f}Exact({left})"))
            }
            _ => None,
        };
        if let Some(new) = new {
            change = Some((e.span, new));
        }
    };
    list.iter().for_each(|s| s.walk(&mut look));
    match change {
        Some((span, new)) => {
            let new = new.split_whitespace().collect::<Vec<_>>().join(" ");
            edits.0.push((span.start, span.end, new));
            Ok(())
        }
        None => Err("this overflow cannot be made visible".into()),
    }
}

/// The expression is a statement of its own.
fn is_statement(s: &Stmt, span: Span) -> bool {
    let mut found = false;
    statements(s, &mut |s| {
        found |= matches!(&s.kind, StmtKind::Expr(e) if e.span == span);
    });
    found
}

/// The statement and all inside of it.
fn statements<'t>(s: &'t Stmt, f: &mut dyn FnMut(&'t Stmt)) {
    f(s);
    match &s.kind {
        StmtKind::If(_, a, b) => {
            statements(a, f);
            if let Some(b) = b {
                statements(b, f);
            }
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Labeled(_, body) => statements(body, f),
        StmtKind::Switch { cases, .. } => {
            for s in cases.iter().flat_map(|c| &c.body) {
                statements(s, f);
            }
        }
        StmtKind::Try {
            body,
            catches,
            finally,
        } => {
            let all = body.iter().chain(catches.iter().flat_map(|c| &c.body));
            for s in all.chain(finally.iter().flatten()) {
                statements(s, f);
            }
        }
        StmtKind::Block(list) => list.iter().for_each(|s| statements(s, f)),
        _ => {}
    }
}
