//! The language: statements, procedures, classes (sections 2 to 4, and what
//! Java adds).
//!
//! Statements and blocks are dense ids into the program. Java's expressions
//! with effects are sequences here, so that every expression is side-effect
//! free as in the paper. Errors that are no part of `δ` (casts, negative sizes,
//! assertions) are [`Stmt::Check`].

use crate::delta::{self, Check, ErrorKind};
use crate::expr::{ClassTag, ExprId, Exprs, Keys, Role, Scalar, Ty, VarId};
use ep_base::entity;
use ep_base::entity::Arena;
use std::rc::Rc;

entity!(
    /// A statement.
    StmtId,
    "s"
);
entity!(
    /// A sequence of statements.
    BlockId,
    "b"
);
entity!(
    /// A procedure, a method, a constructor.
    ProcId,
    "p"
);
entity!(
    /// The target of `break` and `continue`.
    LabelId,
    "l"
);

/// A left side: `x`, `e.f` or `a[e]` (one key), an element of an array object
/// (key and index).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lhs {
    /// The variable, the field, the array.
    pub var: VarId,
    /// The object, or the index of an array of section 2.1.
    pub key: Option<ExprId>,
    /// The index into an array object.
    pub index: Option<ExprId>,
}

impl Lhs {
    /// `x`.
    pub fn var(var: VarId) -> Self {
        Lhs {
            var,
            key: None,
            index: None,
        }
    }
    /// `e.f`, or `a[e]`.
    pub fn at(var: VarId, key: ExprId) -> Self {
        Lhs {
            var,
            key: Some(key),
            index: None,
        }
    }
    /// `e[i]`.
    pub fn element(var: VarId, key: ExprId, index: ExprId) -> Self {
        Lhs {
            var,
            key: Some(key),
            index: Some(index),
        }
    }
}

/// Who is called.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The procedure.
    pub proc: ProcId,
    /// The dynamic classes of the receiver that lead to it; empty for calls
    /// that do not depend on the class.
    pub classes: Rc<[ClassTag]>,
}

/// A `catch` clause.
#[derive(Clone, Debug)]
pub struct Catch {
    /// The classes that it catches, subclasses included.
    pub classes: Rc<[ClassTag]>,
    /// Where the exception goes.
    pub var: VarId,
    /// The handler.
    pub body: BlockId,
}

/// A statement.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Stmt {
    /// `h := e`.
    Assign(Lhs, ExprId),
    /// `h := new C`; of an array with its length.
    New(Lhs, ClassTag, Option<ExprId>),
    /// `h := e₀.m(ē)`: the first argument is the receiver if `receiver`.
    Call {
        to: Option<Lhs>,
        candidates: Rc<[Candidate]>,
        args: Rc<[ExprId]>,
        receiver: bool,
    },
    /// `return e`.
    Return(Option<ExprId>),
    /// `if b {S₁} {S₂}`.
    If(ExprId, BlockId, BlockId),
    /// `while b {S}`.
    While(ExprId, BlockId, LabelId),
    /// An error unless the condition holds.
    Check(ExprId, ErrorKind),
    /// Throws the object.
    Throw(ExprId),
    /// `try {S} catch … finally {S}`; the variable keeps an exception that is
    /// on its way through `finally`.
    Try {
        body: BlockId,
        catches: Rc<[Catch]>,
        finally: Option<BlockId>,
        saved: VarId,
    },
    /// A block that `break` can leave.
    Labelled(LabelId, BlockId),
    Break(LabelId),
    Continue(LabelId),
    /// What the subset does not have; a path that comes here ends.
    Unsupported(Rc<str>),
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Placed {
    /// What it does.
    pub stmt: Stmt,
    /// Its source line, 0 if none.
    pub line: u32,
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Its name for people.
    pub name: String,
    /// Formal parameters, `this` first; slots 0 and up.
    pub params: Vec<VarId>,
    /// All local variables by slot.
    pub locals: Vec<VarId>,
    /// Where `return e` puts the value.
    pub ret: Option<VarId>,
    /// The body.
    pub body: BlockId,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Its instance fields, inherited ones too.
    pub fields: Vec<VarId>,
    /// Itself and what extends it, as far as objects of it can exist.
    pub concrete: Rc<[ClassTag]>,
    /// For arrays: the map of the elements.
    pub elements: Option<VarId>,
}

/// A program.
pub struct Program {
    /// Procedures.
    pub procs: Arena<ProcId, Proc>,
    /// Statements.
    pub stmts: Arena<StmtId, Placed>,
    /// Sequences.
    pub blocks: Arena<BlockId, Vec<StmtId>>,
    /// Classes by tag.
    pub classes: Vec<Class>,
    /// The exception on its way.
    pub exception: VarId,
    /// The class of each error, by [`ErrorKind`].
    pub errors: [ClassTag; 8],
    labels: u32,
    checks: Vec<Option<Rc<[Check]>>>,
}

impl Program {
    /// A program without procedures, with a class for each kind of error.
    pub fn new(x: &mut Exprs) -> Self {
        let exception = x.global("exception", Scalar::Ref);
        let mut p = Program {
            procs: Arena::new(),
            stmts: Arena::new(),
            blocks: Arena::new(),
            classes: Vec::new(),
            exception,
            errors: [0; 8],
            labels: 0,
            checks: Vec::new(),
        };
        for (at, kind) in ErrorKind::ALL.into_iter().enumerate() {
            p.errors[at] = p.class(kind.java_class());
        }
        p
    }
    /// A new class without fields.
    pub fn class(&mut self, name: &str) -> ClassTag {
        let tag = self.classes.len() as ClassTag;
        self.classes.push(Class {
            name: name.to_owned(),
            fields: Vec::new(),
            concrete: Rc::new([tag]),
            elements: None,
        });
        tag
    }
    /// The class that an error throws.
    pub fn error_class(&self, kind: ErrorKind) -> ClassTag {
        self.errors[kind as usize]
    }
    /// The error whose class this is.
    pub fn error_of(&self, class: ClassTag) -> Option<ErrorKind> {
        ErrorKind::ALL
            .into_iter()
            .find(|&k| self.error_class(k) == class)
    }
    /// A new statement.
    pub fn stmt(&mut self, stmt: Stmt, line: u32) -> StmtId {
        self.stmts.push(Placed { stmt, line })
    }
    /// A new sequence.
    pub fn block(&mut self, list: Vec<StmtId>) -> BlockId {
        self.blocks.push(list)
    }
    /// A new label.
    pub fn label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }
    /// A new local variable of a procedure under construction.
    pub fn local(x: &mut Exprs, locals: &mut Vec<VarId>, name: &str, s: Scalar) -> VarId {
        let v = x.var(name, Ty::Scalar(s), Role::Local(locals.len() as u32));
        locals.push(v);
        v
    }

    /// The single conditions of `δ` for what a statement evaluates, in Java's
    /// order.
    pub fn checks(&mut self, x: &mut Exprs, s: StmtId) -> Rc<[Check]> {
        let at = s.0 as usize;
        if let Some(Some(known)) = self.checks.get(at) {
            return known.clone();
        }
        let mut out = Vec::new();
        match &self.stmts[s].stmt {
            Stmt::Assign(h, e) => {
                for part in h.key.into_iter().chain(h.index).chain([*e]) {
                    delta::checks(x, part, &mut out);
                }
                if let Some(k) = h.key {
                    let m = x.of(h.var);
                    delta::place(x, m, k, h.index, &mut out);
                }
            }
            Stmt::New(h, _, len) => {
                for part in h.key.into_iter().chain(*len) {
                    delta::checks(x, part, &mut out);
                }
                if let Some(n) = *len {
                    let zero = x.int(0);
                    let c = x.bin(crate::BinOp::Le, zero, n);
                    if x.as_bool(c) != Some(true) {
                        out.push((c, ErrorKind::NegativeSize));
                    }
                }
                if let Some(k) = h.key {
                    let m = x.of(h.var);
                    delta::place(x, m, k, h.index, &mut out);
                }
            }
            Stmt::Call { args, receiver, .. } => {
                for &a in args.iter() {
                    delta::checks(x, a, &mut out);
                }
                if let (true, Some(&this)) = (*receiver, args.first()) {
                    let c = x.not_nil(this);
                    out.push((c, ErrorKind::NullDereference));
                }
            }
            Stmt::Return(Some(e)) | Stmt::If(e, ..) | Stmt::While(e, ..) => {
                delta::checks(x, *e, &mut out);
            }
            Stmt::Check(e, kind) => {
                delta::checks(x, *e, &mut out);
                out.push((*e, *kind));
            }
            Stmt::Throw(e) => {
                delta::checks(x, *e, &mut out);
                let c = x.not_nil(*e);
                out.push((c, ErrorKind::NullDereference));
            }
            _ => {}
        }
        if self.checks.len() <= at {
            self.checks.resize(at + 1, None);
        }
        let out: Rc<[Check]> = out.into();
        self.checks[at] = Some(out.clone());
        out
    }

    /// `class(e) ∈ classes`; `e` must not be nil.
    pub fn class_in(x: &mut Exprs, e: ExprId, classes: &[ClassTag]) -> ExprId {
        let tag = x.read(x.type_map(), e);
        let mut any = x.bool(false);
        for &c in classes {
            let n = x.int(c as i32);
            let is = x.eq(tag, n);
            any = x.or(any, is);
        }
        any
    }

    /// The map of the elements of arrays of this type.
    pub fn elements(x: &mut Exprs, name: &str, s: Scalar) -> VarId {
        x.var(name, Ty::Map(Keys::RefInt, s), Role::Global)
    }
}
