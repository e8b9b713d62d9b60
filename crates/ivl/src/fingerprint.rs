//! What a member's verdict depends on, as a hash.
//!
//! Idea: the *meaning* of a member is the text of it and of everything that
//! its proof can see: contracts of called methods; contracts, bodies and
//! measures of functions; bodies of predicates; all domains, since their
//! axioms are always in force; the fields. The printer gives the text, sorted
//! by name, so neither places nor the order of members count. The *layout* is
//! the places of the same parts. Which of the called methods call back counts,
//! too: termination depends on it. Alternative: hashing trees by hand; the
//! printer is tested to lose nothing. Cost: one print per member, one walk of
//! the dependencies per question.

use crate::ast::{
    ExprId, ExprKind, FunctionId, Member, MethodId, PredicateId, Program, Resource, Stmt, StmtKind,
};
use crate::graph;
use crate::print;
use ep_base::entity::EntityId;
use ep_base::Span;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;

/// A hash that stays the same from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint([u8; 32]);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

/// A part of a program that a proof can see.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Part {
    Function(FunctionId),
    Predicate(PredicateId),
    Contract(MethodId),
    Body(MethodId),
}

/// The fingerprints of a program.
pub struct Fingerprints<'a> {
    program: &'a Program,
    /// Fields and domains, which count for every member.
    common: String,
    /// The methods that each method calls, and the component of each in that graph:
    /// at a call within one a measure has to become less, which the bodies of other
    /// methods decide.
    calls: Vec<Vec<MethodId>>,
    component: Vec<u32>,
}

impl<'a> Fingerprints<'a> {
    /// For a program.
    pub fn new(program: &'a Program) -> Self {
        let mut common: Vec<String> = (program.fields.ids().map(Member::Field))
            .chain(program.domains.ids().map(Member::Domain))
            .map(|m| print::member(program, m))
            .collect();
        common.sort();
        let calls = graph::method_calls(program);
        let (_, component) = graph::component_of(&calls);
        Fingerprints {
            program,
            common: common.concat(),
            calls,
            component,
        }
    }

    /// The names of the methods that a method calls and that call it back, sorted.
    fn cycle(&self, method: MethodId) -> BTreeSet<&str> {
        let own = self.component[method.index()];
        let called = self.calls[method.index()].iter();
        called
            .filter(|c| self.component[c.index()] == own)
            .map(|c| self.program.methods[*c].name.as_str())
            .collect()
    }

    /// The program.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The meaning of a member and of all that it depends on.
    pub fn meaning(&self, member: Member, salt: &str) -> Fingerprint {
        let p = self.program;
        let mut texts: Vec<String> = (self.parts(member).into_iter())
            .map(|part| match part {
                Part::Function(f) => print::member(p, Member::Function(f)),
                Part::Predicate(x) => print::member(p, Member::Predicate(x)),
                Part::Contract(m) => print::contract(p, m),
                Part::Body(m) => print::member(p, Member::Method(m)),
            })
            .collect();
        texts.sort();
        let mut hash = Sha256::new();
        for text in [salt, p.name(member), member.keyword(), &self.common] {
            hash.update(text);
            hash.update([0]);
        }
        for text in &texts {
            hash.update(text);
            hash.update([0]);
        }
        if let Member::Method(m) = member {
            for name in self.cycle(m) {
                hash.update(name);
                hash.update([0]);
            }
        }
        Fingerprint(hash.finalize().into())
    }

    /// The places of a member and of all that it depends on, and the texts
    /// that a front end attached.
    pub fn layout(&self, member: Member) -> Fingerprint {
        let mut hash = Sha256::new();
        let mut parts: Vec<Part> = self.parts(member).into_iter().collect();
        parts.sort_by_key(|part| self.part_name(*part));
        for part in parts {
            self.span(&mut hash, self.part_span(part));
            self.exprs_of(part, &mut |e| {
                self.program.walk_expr(e, &mut |_, x| {
                    self.span(&mut hash, x.span);
                    self.note(&mut hash, x.note);
                    true
                });
            });
            if let Part::Body(m) = part {
                if let Some(body) = &self.program.methods[m].body {
                    self.program.walk_block(body, &mut |_, s| {
                        self.span(&mut hash, s.span);
                        self.note(&mut hash, s.note);
                    });
                }
            }
        }
        Fingerprint(hash.finalize().into())
    }

    fn span(&self, hash: &mut Sha256, span: Span) {
        if let Some(file) = self.program.files.get(span.start.file) {
            hash.update(file.path.as_bytes());
        }
        for n in [
            span.start.line,
            span.start.column,
            span.end_line,
            span.end_column,
        ] {
            hash.update(n.to_le_bytes());
        }
    }
    fn note(&self, hash: &mut Sha256, note: Option<crate::ast::NoteId>) {
        if let Some(text) = note.and_then(|n| self.program.notes.get(n)) {
            hash.update(text.as_bytes());
        }
    }
    fn part_name(&self, part: Part) -> (u8, &str) {
        let p = self.program;
        match part {
            Part::Function(f) => (0, &p.functions[f].name),
            Part::Predicate(x) => (1, &p.predicates[x].name),
            Part::Contract(m) => (2, &p.methods[m].name),
            Part::Body(m) => (3, &p.methods[m].name),
        }
    }
    fn part_span(&self, part: Part) -> Span {
        match part {
            Part::Function(f) => self.program.functions[f].span,
            Part::Predicate(x) => self.program.predicates[x].span,
            Part::Contract(m) | Part::Body(m) => self.program.methods[m].span,
        }
    }

    /// The part of a member and all that it reaches.
    fn parts(&self, member: Member) -> BTreeSet<Part> {
        let first = match member {
            Member::Function(f) => Part::Function(f),
            Member::Predicate(x) => Part::Predicate(x),
            Member::Method(m) => Part::Body(m),
            Member::Field(_) | Member::Domain(_) => return BTreeSet::new(),
        };
        let mut found = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(part) = open.pop() {
            self.seen_by(part, &mut |next| {
                if found.insert(next) {
                    open.push(next);
                }
            });
        }
        found
    }

    fn exprs_of(&self, part: Part, f: &mut dyn FnMut(ExprId)) {
        let p = self.program;
        match part {
            Part::Function(id) => {
                let x = &p.functions[id];
                x.pres
                    .iter()
                    .chain(&x.posts)
                    .chain(&x.body)
                    .for_each(|&e| f(e));
                x.decreases.iter().for_each(|m| m.for_each(&mut |e| f(e)));
            }
            Part::Predicate(id) => p.predicates[id].body.iter().for_each(|&e| f(e)),
            Part::Contract(id) | Part::Body(id) => {
                let x = &p.methods[id];
                x.pres.iter().chain(&x.posts).for_each(|&e| f(e));
                x.decreases.iter().for_each(|m| m.for_each(&mut |e| f(e)));
                if let (Part::Body(_), Some(body)) = (part, &x.body) {
                    p.walk_block(body, &mut |_, s| s.for_each_expr(&mut |e| f(e)));
                }
            }
        }
    }

    fn seen_by(&self, part: Part, f: &mut dyn FnMut(Part)) {
        let p = self.program;
        self.exprs_of(part, &mut |e| {
            p.walk_expr(e, &mut |_, x| {
                match &x.kind {
                    ExprKind::Call(g, _) => f(Part::Function(*g)),
                    ExprKind::PredicateInstance(x, _) => f(Part::Predicate(*x)),
                    ExprKind::Acc(a) | ExprKind::Unfolding(a, _) | ExprKind::Folding(a, _) => {
                        predicate_of(&a.resource, f);
                    }
                    ExprKind::Perm(r) => predicate_of(r, f),
                    ExprKind::ForPerm(_, r, _) => predicate_of(r, f),
                    _ => {}
                }
                true
            });
        });
        if let Part::Body(id) = part {
            if let Some(body) = &p.methods[id].body {
                p.walk_block(body, &mut |_, s: &Stmt| match &s.kind {
                    StmtKind::Call { method, .. } => f(Part::Contract(*method)),
                    StmtKind::Fold(a) | StmtKind::Unfold(a) => predicate_of(&a.resource, f),
                    _ => {}
                });
            }
        }
        // A function that an axiom mentions is seen by everyone.
        for (_, axiom) in p.axioms.iter() {
            p.walk_expr(axiom.body, &mut |_, x| {
                if let ExprKind::Call(g, _) = x.kind {
                    f(Part::Function(g));
                }
                true
            });
        }
    }
}

fn predicate_of(resource: &Resource, f: &mut dyn FnMut(Part)) {
    if let Resource::Predicate(x, _) = resource {
        f(Part::Predicate(*x));
    }
}
