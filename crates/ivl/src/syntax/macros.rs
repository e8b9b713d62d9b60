//! Macros: `define name(params) body`, as expressions, statements, types and
//! plain names.
//!
//! Idea: the body is copied, its own declarations are renamed when their name
//! is in use where the macro is used (hygiene), parameters are replaced, every
//! node gets the place of the use, and then the copy is expanded in turn.
//! Arguments are expanded before. Source: Viper's `MacroExpander`. Cost: the
//! size of the expanded text, limited by [`MAX_NODES`].

use super::rewrite::{walk_expr, walk_member, walk_specs, walk_stmt, walk_type, Rewrite};
use super::symbol::{Interner, Symbol};
use super::tree::{
    Define, DefineBody, Expr, ExprKind, Member, MemberKind, Name, Stmt, StmtKind, Type, TypeKind,
};
use crate::problem::{Problem, ProblemKind};
use ep_base::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What one file may expand to.
const MAX_NODES: u32 = 4_000_000;

/// Expands the macros of all members in place and drops their definitions.
pub fn expand(members: &mut Vec<Member>, interner: &mut Interner) -> Vec<Problem> {
    let mut expander = Expander {
        macros: FxHashMap::default(),
        interner,
        globals: FxHashSet::default(),
        used: Vec::new(),
        active: Vec::new(),
        nodes: 0,
        problems: Vec::new(),
    };
    let mut taken: FxHashMap<Symbol, Span> = FxHashMap::default();
    for member in members.iter() {
        if let Some(name) = global_name(member) {
            taken.insert(name.symbol, name.span);
            expander.globals.insert(name.symbol);
        }
        if let MemberKind::Field(decls) = &member.kind {
            expander.globals.extend(decls.iter().map(|d| d.name.symbol));
        }
    }
    members.retain(|member| match &member.kind {
        MemberKind::Define(define) => {
            expander.add_global(define, &taken);
            false
        }
        _ => true,
    });
    for member in members {
        expander.member(member);
    }
    expander.problems
}

fn global_name(member: &Member) -> Option<Name> {
    match &member.kind {
        MemberKind::Method(m) => Some(m.name),
        MemberKind::Function(f) => Some(f.name),
        MemberKind::Predicate(p) => Some(p.name),
        MemberKind::Domain(d) => Some(d.name),
        MemberKind::Adt(a) => Some(a.name),
        MemberKind::Import(_) | MemberKind::Define(_) | MemberKind::Field(_) => None,
    }
}

struct Expander<'a> {
    macros: FxHashMap<Symbol, Rc<Define>>,
    /// Names of members, which no new name may be.
    globals: FxHashSet<Symbol>,
    interner: &'a mut Interner,
    /// Names that are declared in the member, then those that expansions
    /// declared, by scope.
    used: Vec<FxHashSet<Symbol>>,
    /// The macros that are being expanded.
    active: Vec<Symbol>,
    nodes: u32,
    problems: Vec<Problem>,
}

impl Expander<'_> {
    fn report(&mut self, span: Span, message: String) {
        self.problems
            .push(Problem::new(ProblemKind::Syntax, span, message));
    }
    fn quoted(&self, symbol: Symbol) -> String {
        format!("`{}`", self.interner.text(symbol))
    }

    fn add_global(&mut self, define: &Define, taken: &FxHashMap<Symbol, Span>) {
        let name = define.name;
        if self.macros.contains_key(&name.symbol) {
            let text = self.quoted(name.symbol);
            self.report(name.span, format!("another macro is named {text}, too"));
        } else if taken.contains_key(&name.symbol) {
            let text = self.quoted(name.symbol);
            self.report(
                name.span,
                format!("the name of the macro {text} is also that of a declaration"),
            );
        }
        self.macros.insert(name.symbol, Rc::new(define.clone()));
    }

    fn member(&mut self, member: &mut Member) {
        let mut facts = Facts::default();
        walk_member(&mut facts, member);
        self.used = vec![facts.declared, FxHashSet::default()];
        self.used[0].extend(facts.labels);
        let mut hidden = Vec::new();
        for define in facts.defines {
            let symbol = define.name.symbol;
            hidden.push((symbol, self.macros.insert(symbol, Rc::new(define))));
        }
        walk_member(self, member);
        for (symbol, before) in hidden.into_iter().rev() {
            match before {
                Some(define) => self.macros.insert(symbol, define),
                None => self.macros.remove(&symbol),
            };
        }
    }

    /// The macro of a name used without arguments.
    fn plain(&mut self, name: Symbol, span: Span) -> Option<Rc<Define>> {
        let define = self.macros.get(&name)?.clone();
        if let Some(params) = &define.params {
            let message = format!(
                "the macro {} takes {} in parentheses",
                self.quoted(name),
                arguments(params.len())
            );
            self.report(span, message);
            return None;
        }
        Some(define)
    }

    /// The macro of a call. A macro without parameters renames the call.
    fn called(&mut self, name: &mut Name, given: usize, span: Span) -> Option<Rc<Define>> {
        for _ in 0..64 {
            let define = self.macros.get(&name.symbol)?.clone();
            if let Some(params) = &define.params {
                if params.len() == given {
                    return Some(define);
                }
                let message = format!(
                    "the macro {} takes {}, not {given}",
                    self.quoted(name.symbol),
                    arguments(params.len())
                );
                self.report(span, message);
                return None;
            }
            match &define.body {
                DefineBody::Expr(Expr {
                    kind: ExprKind::Name(symbol),
                    ..
                }) => name.symbol = *symbol,
                _ => {
                    let message =
                        format!("the macro {} takes no arguments", self.quoted(name.symbol));
                    self.report(span, message);
                    return None;
                }
            }
        }
        self.recursion(name.symbol, span);
        None
    }

    fn recursion(&mut self, name: Symbol, span: Span) {
        let message = format!("the macro {} uses itself", self.quoted(name));
        let span = self.macros.get(&name).map_or(span, |d| d.span);
        if !(self.problems.iter()).any(|p| p.span == span && p.message == message) {
            self.report(span, message);
        }
    }

    /// Expands what must be a field or a predicate afterwards.
    fn location(&mut self, e: &mut Expr, wand: bool, acc: bool) {
        let is_macro = match &e.kind {
            ExprKind::Name(s) => self.macros.contains_key(s),
            ExprKind::Call(name, _, None) => self.macros.contains_key(&name.symbol),
            _ => false,
        };
        let span = e.span;
        self.expr(e);
        let fits = match &e.kind {
            ExprKind::Field(..) | ExprKind::Call(..) => true,
            ExprKind::Acc(..) => acc,
            ExprKind::Binary(super::tree::BinOp::Wand, _, _) => wand,
            _ => false,
        };
        if is_macro && !fits && self.active.is_empty() {
            self.report(
                span,
                "the macro must stand for a field or a predicate here".to_owned(),
            );
        }
    }

    fn scope(&mut self, stmts: &mut [Stmt]) {
        self.used.push(FxHashSet::default());
        stmts.iter_mut().for_each(|s| self.stmt(s));
        self.used.pop();
    }

    /// A copy of the body for one use, not yet expanded. `None`: reported.
    fn instantiate(&mut self, define: &Define, args: Vec<Expr>, span: Span) -> Option<DefineBody> {
        if self.active.contains(&define.name.symbol) {
            self.recursion(define.name.symbol, span);
            return None;
        }
        if self.nodes > MAX_NODES {
            return None;
        }
        let mut body = define.body.clone();
        let mut facts = Facts::default();
        facts.body(&mut body);
        self.nodes += facts.nodes;
        if self.nodes > MAX_NODES {
            let message = format!("macros expand to more than {MAX_NODES} nodes");
            self.report(span, message);
            return None;
        }
        let params: Vec<Symbol> = (define.params.iter().flatten().map(|p| p.symbol)).collect();
        let in_args = names_in(&args);
        let replace: FxHashMap<Symbol, Expr> = params.iter().copied().zip(args).collect();
        let mut declared: Vec<Symbol> = facts.declared.into_iter().collect();
        declared.extend(facts.labels.into_iter().filter(|l| !params.contains(l)));
        declared.sort_unstable();
        let mut rename = FxHashMap::default();
        for name in declared {
            let mut new = name;
            let used = &self.used;
            let taken =
                |s: Symbol| in_args.contains(&s) || used.iter().any(|scope| scope.contains(&s));
            if taken(name) {
                let globals = &self.globals;
                new = (self.interner).fresh(name, |s| taken(s) || globals.contains(&s));
                rename.insert(name, new);
            }
            if let Some(scope) = self.used.last_mut() {
                scope.insert(new);
            }
        }
        let mut instance = Instance {
            rename,
            replace,
            bound: Vec::new(),
            span,
            problems: &mut self.problems,
        };
        instance.body(&mut body);
        Some(body)
    }

    fn expand_body(&mut self, name: Symbol, body: &mut DefineBody) {
        self.active.push(name);
        match body {
            DefineBody::Expr(e) => self.expr(e),
            DefineBody::Stmts(stmts) => stmts.iter_mut().for_each(|s| self.stmt(s)),
            DefineBody::Type(ty) => self.ty(ty),
        }
        self.active.pop();
    }

    /// What a use stands for, fully expanded.
    fn use_of(&mut self, define: &Define, args: Vec<Expr>, span: Span) -> Option<DefineBody> {
        let mut body = self.instantiate(define, args, span)?;
        self.expand_body(define.name.symbol, &mut body);
        Some(body)
    }

    fn misplaced(&mut self, define: &Define, body: &DefineBody, place: &str, span: Span) {
        let what = match body {
            DefineBody::Expr(_) => "an expression",
            DefineBody::Stmts(_) => "statements",
            DefineBody::Type(_) => "a type",
        };
        let name = self.quoted(define.name.symbol);
        self.report(
            span,
            format!("the macro {name} stands for {what}, but {place} is wanted here"),
        );
    }
}

/// All names that are used or declared in arguments.
fn names_in(args: &[Expr]) -> FxHashSet<Symbol> {
    struct Names(FxHashSet<Symbol>);
    impl Rewrite for Names {
        fn declared(&mut self, name: &mut Name, _label: bool) {
            self.0.insert(name.symbol);
        }
        fn expr(&mut self, e: &mut Expr) {
            if let ExprKind::Name(symbol) = e.kind {
                self.0.insert(symbol);
            }
            walk_expr(self, e);
        }
    }
    let mut names = Names(FxHashSet::default());
    args.iter().for_each(|a| names.expr(&mut a.clone()));
    names.0
}

fn arguments(n: usize) -> String {
    match n {
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    }
}

impl Rewrite for Expander<'_> {
    fn reference(&mut self, name: &mut Name) {
        let Some(define) = self.macros.get(&name.symbol).cloned() else {
            return;
        };
        if define.params.is_some() {
            return;
        }
        if let Some(DefineBody::Expr(Expr {
            kind: ExprKind::Name(symbol),
            ..
        })) = self.use_of(&define, Vec::new(), name.span)
        {
            name.symbol = symbol;
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        let span = ty.span;
        let (define, args) = match &mut ty.kind {
            TypeKind::Named(symbol, None) if self.macros.contains_key(symbol) => {
                let symbol = *symbol;
                (self.plain(symbol, span), Vec::new())
            }
            TypeKind::Macro(name, args) => {
                args.iter_mut().for_each(|a| self.expr(a));
                let mut name = *name;
                let count = args.len();
                let args = std::mem::take(args);
                if !self.macros.contains_key(&name.symbol) {
                    let message = format!("there is no macro {}", self.quoted(name.symbol));
                    self.report(span, message);
                }
                (self.called(&mut name, count, span), args)
            }
            _ => return walk_type(self, ty),
        };
        let Some(define) = define else { return };
        match self.use_of(&define, args, span) {
            Some(DefineBody::Type(t)) => *ty = t,
            Some(DefineBody::Expr(Expr {
                kind: ExprKind::Name(symbol),
                ..
            })) => ty.kind = TypeKind::Named(symbol, None),
            Some(body) => self.misplaced(&define, &body, "a type", span),
            None => {}
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        let span = e.span;
        let (define, args) = match &mut e.kind {
            ExprKind::Name(symbol) if self.macros.contains_key(symbol) => {
                let symbol = *symbol;
                (self.plain(symbol, span), Vec::new())
            }
            ExprKind::Call(name, args, None) if self.macros.contains_key(&name.symbol) => {
                args.iter_mut().for_each(|a| self.expr(a));
                let mut called = *name;
                let define = self.called(&mut called, args.len(), span);
                *name = called;
                match define {
                    Some(_) => (define, std::mem::take(args)),
                    None => return,
                }
            }
            ExprKind::Acc(location, amount) => {
                self.location(location, false, false);
                amount.iter_mut().for_each(|a| self.expr(a));
                return;
            }
            ExprKind::Perm(location) => return self.location(location, true, false),
            ExprKind::Unfolding(access, body) => {
                self.location(access, false, true);
                return self.expr(body);
            }
            _ => return walk_expr(self, e),
        };
        let Some(define) = define else { return };
        match self.use_of(&define, args, span) {
            Some(DefineBody::Expr(body)) => *e = body,
            Some(body) => self.misplaced(&define, &body, "an expression", span),
            None => {}
        }
    }

    fn stmt(&mut self, s: &mut Stmt) {
        let span = s.span;
        let (define, args) = match &mut s.kind {
            StmtKind::Define(_) => {
                s.kind = StmtKind::Inline(Vec::new());
                return;
            }
            StmtKind::Block(body) => return self.scope(body),
            StmtKind::If(condition, then, other) => {
                self.expr(condition);
                self.scope(then);
                return self.scope(other);
            }
            StmtKind::While(condition, specs, body) => {
                self.expr(condition);
                walk_specs(self, specs);
                return self.scope(body);
            }
            StmtKind::Assign(targets, _) if !targets.is_empty() => {
                for target in targets {
                    if let ExprKind::Call(name, ..) = &target.kind {
                        if !self.macros.contains_key(&name.symbol) {
                            let message = "a call cannot be assigned".to_owned();
                            self.report(target.span, message);
                        }
                    }
                }
                return walk_stmt(self, s);
            }
            StmtKind::Assign(_, value) => match &mut value.kind {
                ExprKind::Name(symbol) if self.macros.contains_key(symbol) => {
                    let symbol = *symbol;
                    (self.plain(symbol, span), Vec::new())
                }
                ExprKind::Call(name, args, None) if self.macros.contains_key(&name.symbol) => {
                    args.iter_mut().for_each(|a| self.expr(a));
                    let mut called = *name;
                    let define = self.called(&mut called, args.len(), span);
                    *name = called;
                    match define {
                        Some(_) => (define, std::mem::take(args)),
                        None => return,
                    }
                }
                _ => return walk_stmt(self, s),
            },
            _ => return walk_stmt(self, s),
        };
        let Some(define) = define else { return };
        match self.use_of(&define, args, span) {
            Some(DefineBody::Stmts(body)) => s.kind = StmtKind::Inline(body),
            Some(body) => self.misplaced(&define, &body, "a statement", span),
            None => {}
        }
    }
}

/// What is declared in a tree.
#[derive(Default)]
struct Facts {
    declared: FxHashSet<Symbol>,
    labels: FxHashSet<Symbol>,
    defines: Vec<Define>,
    nodes: u32,
}

impl Facts {
    fn body(&mut self, body: &mut DefineBody) {
        match body {
            DefineBody::Expr(e) => self.expr(e),
            DefineBody::Stmts(stmts) => stmts.iter_mut().for_each(|s| self.stmt(s)),
            DefineBody::Type(ty) => self.ty(ty),
        }
    }
}

impl Rewrite for Facts {
    fn declared(&mut self, name: &mut Name, label: bool) {
        match label {
            true => self.labels.insert(name.symbol),
            false => self.declared.insert(name.symbol),
        };
    }
    fn expr(&mut self, e: &mut Expr) {
        self.nodes += 1;
        walk_expr(self, e);
    }
    fn stmt(&mut self, s: &mut Stmt) {
        self.nodes += 1;
        if let StmtKind::Define(define) = &s.kind {
            self.defines.push(define.clone());
        }
        walk_stmt(self, s);
    }
}

/// Renames, replaces parameters, and moves everything to the place of the use.
struct Instance<'a> {
    rename: FxHashMap<Symbol, Symbol>,
    replace: FxHashMap<Symbol, Expr>,
    /// Bound by quantifiers and `let` around: these hide parameters.
    bound: Vec<Symbol>,
    span: Span,
    problems: &'a mut Vec<Problem>,
}

impl Instance<'_> {
    fn body(&mut self, body: &mut DefineBody) {
        match body {
            DefineBody::Expr(e) => self.expr(e),
            DefineBody::Stmts(stmts) => stmts.iter_mut().for_each(|s| self.stmt(s)),
            DefineBody::Type(ty) => self.ty(ty),
        }
    }
    fn new_name(&mut self, name: &mut Name) {
        let hidden = self.bound.contains(&name.symbol);
        let arg = self.replace.get(&name.symbol).filter(|_| !hidden);
        if let Some(arg) = arg {
            match arg.kind {
                ExprKind::Name(symbol) => name.symbol = symbol,
                _ => self.problems.push(Problem::new(
                    ProblemKind::Syntax,
                    self.span,
                    "the macro uses this argument as a name, so it must be one",
                )),
            }
        } else if let Some(&new) = self.rename.get(&name.symbol) {
            name.symbol = new;
        }
        name.span = self.span;
    }
}

impl Rewrite for Instance<'_> {
    fn reference(&mut self, name: &mut Name) {
        self.new_name(name);
    }
    fn declared(&mut self, name: &mut Name, label: bool) {
        if label {
            return self.new_name(name);
        }
        if let Some(&new) = self.rename.get(&name.symbol) {
            name.symbol = new;
        }
        name.span = self.span;
    }
    fn ty(&mut self, ty: &mut Type) {
        ty.span = self.span;
        if let TypeKind::Named(symbol, None) = &mut ty.kind {
            if let Some(arg) = self.replace.get(symbol) {
                if let ExprKind::Name(new) = arg.kind {
                    *symbol = new;
                }
            }
        }
        walk_type(self, ty);
    }
    fn expr(&mut self, e: &mut Expr) {
        if let ExprKind::Name(symbol) = &mut e.kind {
            let hidden = self.bound.contains(symbol);
            if let Some(arg) = self.replace.get(symbol).filter(|_| !hidden) {
                *e = arg.clone();
                Respan(self.span).expr(e);
            } else if let Some(&new) = self.rename.get(symbol) {
                *symbol = new;
            }
            e.span = self.span;
            return;
        }
        e.span = self.span;
        let mark = self.bound.len();
        match &mut e.kind {
            ExprKind::Quantified(_, decls, _, _) | ExprKind::ForPerm(decls, _, _) => {
                self.bound.extend(decls.iter().map(|d| d.name.symbol));
            }
            ExprKind::Let(name, value, body) => {
                self.expr(value);
                self.bound.push(name.symbol);
                self.declared(name, false);
                self.expr(body);
                self.bound.truncate(mark);
                return;
            }
            _ => {}
        }
        walk_expr(self, e);
        self.bound.truncate(mark);
    }
    fn stmt(&mut self, s: &mut Stmt) {
        s.span = self.span;
        walk_stmt(self, s);
    }
}

/// Moves everything to one place.
struct Respan(Span);

impl Rewrite for Respan {
    fn reference(&mut self, name: &mut Name) {
        name.span = self.0;
    }
    fn declared(&mut self, name: &mut Name, _label: bool) {
        name.span = self.0;
    }
    fn ty(&mut self, ty: &mut Type) {
        ty.span = self.0;
        walk_type(self, ty);
    }
    fn expr(&mut self, e: &mut Expr) {
        e.span = self.0;
        walk_expr(self, e);
    }
    fn stmt(&mut self, s: &mut Stmt) {
        s.span = self.0;
        walk_stmt(self, s);
    }
}
