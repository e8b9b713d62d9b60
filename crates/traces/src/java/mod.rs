//! From the typed Java tree to the language of the paper.
//!
//! Expressions with effects become sequences of statements, so that what is
//! left is side-effect free; Java's order of evaluation is kept by saving
//! operands that come before an effect. Classes are closed: objects are of the
//! classes of the file. Strings are array-like objects of characters. Methods
//! are lowered when something calls them.
//!
//! What is not modelled is a statement that ends its path with its name.

mod arrays;
mod expr;
mod spec;
mod stmt;
mod strings;

pub use spec::Property;

use crate::expr::{ClassTag, ExprId, Exprs, Keys, Range, Role, Scalar, Ty, VarId};
use crate::lang::{BlockId, LabelId, Proc, ProcId, Program, Stmt, StmtId};
use crate::mutation::{JavaRule, Mutation, Switch};
use ep_base::entity::EntityId;
use ep_java::tree;
use ep_java::Type;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How Java is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The paper's total operations: `x / 0` is 0, `x % 0` is `x`.
    pub total: bool,
    /// Which rule is broken on purpose; tests only.
    pub mutation: Switch,
}

/// A method as an entry: its procedure and the initial values.
pub struct Method {
    /// The procedure.
    pub proc: ProcId,
    /// One variable of the initial state per parameter, `this` first.
    pub params: Vec<VarId>,
    /// What holds at the start.
    pub assumed: Vec<ExprId>,
    /// Its result type.
    pub ret: Type,
}

/// A Java program in the language of the paper.
pub struct Lowered {
    /// Expressions.
    pub x: Exprs,
    /// Statements.
    pub p: Program,
    /// The variable of each field, by [`tree::FieldId`].
    pub fields: Vec<VarId>,
    /// The tag of each class, by [`tree::ClassId`].
    pub classes: Vec<ClassTag>,
    /// The class of each tag.
    pub class_of: FxHashMap<ClassTag, tree::ClassId>,
    /// The tags of array types.
    pub arrays: FxHashMap<Type, ClassTag>,
    /// The tag of `String`.
    pub string: ClassTag,
    /// Static fields in order.
    pub statics: Vec<(tree::FieldId, VarId)>,
}

/// The lowering under way.
pub struct Lowerer<'a> {
    pub(crate) j: &'a tree::Program,
    options: Options,
    pub(crate) out: Lowered,
    procs: FxHashMap<tree::MethodId, ProcId>,
    todo: Vec<tree::MethodId>,
    concat: Option<ProcId>,
    equals: Option<ProcId>,
    /// The text of an `int` and of a `long`.
    digits: [Option<ProcId>; 2],
    /// Whether the program reads messages of exceptions.
    messages: bool,
    /// Of the method being lowered.
    locals: Vec<VarId>,
    local_of: FxHashMap<tree::LocalId, VarId>,
    this: Option<VarId>,
    labels: FxHashMap<tree::LabelId, (LabelId, Option<LabelId>)>,
    method: Option<tree::MethodId>,
    line: u32,
    /// The statements so far.
    code: Vec<StmtId>,
}

/// The type of a value of a Java type.
pub(crate) fn scalar(ty: Type) -> Scalar {
    match ty {
        Type::Boolean => Scalar::Bool,
        Type::Long => Scalar::Long,
        Type::Byte | Type::Short | Type::Char | Type::Int => Scalar::Int,
        _ => Scalar::Ref,
    }
}

fn range(ty: Type) -> Range {
    match ty {
        Type::Byte => Range::Byte,
        Type::Short => Range::Short,
        Type::Char => Range::Char,
        _ => Range::Full,
    }
}

impl<'a> Lowerer<'a> {
    /// Classes and fields of the program.
    pub fn new(j: &'a tree::Program, options: Options) -> Self {
        let mut x = Exprs::new();
        x.mutation = options.mutation;
        let mut p = Program::new(&mut x);
        let known = [
            j.known.null_pointer,
            j.known.index,
            j.known.string_index,
            j.known.negative_size,
            j.known.arithmetic,
            j.known.class_cast,
            j.known.assertion,
            j.known.array_store,
        ];
        let mut classes = Vec::new();
        let mut class_of = FxHashMap::default();
        for (id, c) in j.classes.iter() {
            let tag = match known.iter().position(|&k| k == id) {
                // ErrorKind::ALL stands in this order.
                Some(at)
                    if c.name.trim_start_matches(tree::LANG)
                        == p.classes[p.errors[at] as usize].name =>
                {
                    p.classes[p.errors[at] as usize].name = c.name.clone();
                    p.errors[at]
                }
                _ => p.class(&c.name),
            };
            classes.push(tag);
            class_of.insert(tag, id);
        }
        let string = p.class("String");
        // Only classes of the file can stand behind a parameter of type Object.
        for (id, _) in j.classes.iter() {
            let throwable = j.is_subclass(id, j.known.throwable);
            let list: Vec<ClassTag> = j
                .concrete_subclasses(id)
                .into_iter()
                .filter(|&c| throwable || !j.classes[c].prelude || c == j.known.object)
                .map(|c| classes[c.index()])
                .collect();
            p.classes[classes[id.index()] as usize].concrete = list.into();
        }
        let mut l = Lowerer {
            j,
            options,
            out: Lowered {
                x,
                p,
                fields: Vec::new(),
                classes,
                class_of,
                arrays: FxHashMap::default(),
                string,
                statics: Vec::new(),
            },
            procs: FxHashMap::default(),
            todo: Vec::new(),
            concat: None,
            equals: None,
            digits: [None; 2],
            messages: expr::reads_messages(j),
            locals: Vec::new(),
            local_of: FxHashMap::default(),
            this: None,
            labels: FxHashMap::default(),
            method: None,
            line: 0,
            code: Vec::new(),
        };
        for (id, f) in j.fields.iter() {
            let s = scalar(f.ty);
            let (name, ty) = match f.is_static {
                true => (
                    format!("{}.{}", j.classes[f.class].name, f.name),
                    Ty::Scalar(s),
                ),
                false => (f.name.clone(), Ty::Map(Keys::Ref, s)),
            };
            let v = l.out.x.var(&name, ty, Role::Global);
            let class = l.tag(f.ty);
            let info = l.out.x.info_mut(v);
            info.range = range(f.ty);
            info.class = class;
            l.out.fields.push(v);
            if f.is_static {
                l.out.statics.push((id, v));
            } else {
                let tag = l.out.classes[f.class.index()] as usize;
                l.out.p.classes[tag].fields.push(v);
            }
        }
        l.array_types();
        l
    }

    /// The class of references of a type.
    pub(crate) fn tag(&mut self, ty: Type) -> Option<ClassTag> {
        match ty {
            Type::Class(c) => Some(self.out.classes[c.index()]),
            Type::Str => Some(self.out.string),
            Type::Array(..) => {
                if let Some(&t) = self.out.arrays.get(&ty) {
                    return Some(t);
                }
                let name = self.j.type_name(ty);
                let t = self.out.p.class(&name);
                self.out.arrays.insert(ty, t);
                let element = ty.element()?;
                let map = Program::elements(&mut self.out.x, &name, scalar(element));
                let class = self.tag(element);
                let info = self.out.x.info_mut(map);
                info.range = range(element);
                info.class = class;
                self.out.p.classes[t as usize].elements = Some(map);
                Some(t)
            }
            _ => None,
        }
    }

    /// The elements of arrays of a type and of no subtype.
    pub(crate) fn elements(&mut self, array: Type) -> Option<VarId> {
        let t = self.tag(array)?;
        self.out.p.classes[t as usize].elements
    }

    /// A method as an entry with everything that it calls.
    pub fn entry(&mut self, id: tree::MethodId) -> Method {
        let proc = self.proc(id);
        let m = &self.j.methods[id];
        let mut params = Vec::new();
        let mut assumed = Vec::new();
        let constructor = m.kind == tree::MethodKind::Constructor;
        if !m.is_static {
            let v = self.out.x.global("this", Scalar::Ref);
            let class = self.out.classes[m.class.index()];
            self.out.x.info_mut(v).class = Some(class);
            let e = self.out.x.of(v);
            let c = self.out.x.not_nil(e);
            assumed.push(c);
            params.push(v);
            // The body runs for the objects whose class does not override it.
            let here: Vec<ClassTag> = self
                .j
                .concrete_subclasses(m.class)
                .into_iter()
                .filter(|&c| constructor && c == m.class || self.j.dispatch(id, c) == Some(id))
                .map(|c| self.out.classes[c.index()])
                .collect();
            let all = self.out.p.classes[class as usize].concrete.len();
            if here.len() < all {
                let c = Program::class_in(&mut self.out.x, e, &here);
                assumed.push(c);
            }
        }
        for p in m.param_ids() {
            let l = &m.locals[p];
            let v = self.out.x.global(&l.name, scalar(l.ty));
            let class = self.tag(l.ty);
            let info = self.out.x.info_mut(v);
            info.range = range(l.ty);
            info.class = class;
            params.push(v);
        }
        while let Some(next) = self.todo.pop() {
            self.lower(next);
        }
        Method {
            proc,
            params,
            assumed,
            ret: m.ret,
        }
    }

    /// What was lowered.
    pub fn finish(self) -> Lowered {
        self.out
    }

    /// The procedure of a method; its body follows.
    pub(crate) fn proc(&mut self, id: tree::MethodId) -> ProcId {
        if let Some(&p) = self.procs.get(&id) {
            return p;
        }
        let body = self.out.p.block(Vec::new());
        let p = self.out.p.procs.push(Proc {
            name: self.j.method_name(id),
            params: Vec::new(),
            locals: Vec::new(),
            ret: None,
            body,
        });
        self.procs.insert(id, p);
        self.todo.push(id);
        p
    }

    fn lower(&mut self, id: tree::MethodId) {
        let m = &self.j.methods[id];
        self.method = Some(id);
        self.locals.clear();
        self.local_of.clear();
        self.labels.clear();
        self.code.clear();
        self.this = None;
        if !m.is_static {
            let v = self.local("this", Type::Class(m.class));
            self.this = Some(v);
        }
        for p in m.param_ids() {
            let v = self.local(&m.locals[p].name, m.locals[p].ty);
            self.local_of.insert(p, v);
        }
        let params = self.locals.clone();
        let ret = (m.ret != Type::Void).then(|| self.local("result", m.ret));
        self.line = self.line_of(m.span);
        match &m.body {
            Some(tree::Body::Block(list)) => self.stmts(list),
            _ => self.unsupported("a method without a body"),
        }
        let list = std::mem::take(&mut self.code);
        let body = self.out.p.block(list);
        let locals = std::mem::take(&mut self.locals);
        let proc = self.procs[&id];
        let proc = &mut self.out.p.procs[proc];
        proc.params = params;
        proc.locals = locals;
        proc.ret = ret;
        proc.body = body;
    }

    // ---- emitting ---------------------------------------------------------

    /// A new local variable.
    pub(crate) fn local(&mut self, name: &str, ty: Type) -> VarId {
        let class = self.tag(ty);
        let v = Program::local(&mut self.out.x, &mut self.locals, name, scalar(ty));
        self.out.x.info_mut(v).class = class;
        v
    }

    pub(crate) fn emit(&mut self, stmt: Stmt) {
        let s = self.out.p.stmt(stmt, self.line);
        self.code.push(s);
    }

    /// Whether a rule is broken on purpose.
    pub(crate) fn broken(&self, rule: JavaRule) -> bool {
        self.options.mutation.rule() == Mutation::Java(rule)
    }

    /// The line of a place; 0 in what stands for java.lang, whose lines are
    /// those of the call.
    pub(crate) fn line_of(&self, span: ep_java::Span) -> u32 {
        let prelude = |m: tree::MethodId| self.j.classes[self.j.methods[m].class].prelude;
        match self.method.is_some_and(prelude) {
            true => 0,
            false => self.j.sources.position(span).line,
        }
    }

    pub(crate) fn unsupported(&mut self, what: &str) {
        self.emit(Stmt::Unsupported(Rc::from(what)));
    }

    /// Runs `f` and takes what it emitted as a block.
    pub(crate) fn block(&mut self, f: impl FnOnce(&mut Self)) -> BlockId {
        let before = std::mem::take(&mut self.code);
        f(self);
        let list = std::mem::replace(&mut self.code, before);
        self.out.p.block(list)
    }
}
