//! From the parsed to the typed tree: declarations first, then bodies, then
//! flow (reachability and definite assignment).
//!
//! The rules are Java's (JLS chapters 4 to 6, 8, 14 to 16) as far as the subset
//! goes. A broken rule is told with its place and the rest is still checked;
//! a program is handed on only when nothing was told.

mod body;
mod call;
pub(crate) mod constant;
mod declare;
mod exceptions;
mod expr;
mod flow;
mod spec;
mod words;

use crate::ast;
use crate::source::{Problem, Sources, Span};
use crate::tree::*;
use crate::types::Type;
use ep_base::Arena;
use std::collections::HashMap;

/// The rule failed; its problem is told.
#[derive(Debug)]
struct Failed;

type C<T> = Result<T, Failed>;

struct Checker<'a> {
    units: &'a [ast::Unit],
    program: Program,
    names: HashMap<String, ClassId>,
    problems: Vec<Problem>,
    /// The declaration behind each method; none for added constructors.
    method_decls: Vec<Option<&'a ast::MethodDecl>>,
    field_decls: Vec<&'a ast::FieldDecl>,
    private_fields: Vec<bool>,
}

/// The typed tree of parsed texts, or all that is wrong with them.
pub fn check(sources: Sources, units: &[ast::Unit]) -> Result<Program, (Sources, Vec<Problem>)> {
    let nothing = ClassId(0);
    let program = Program {
        sources,
        classes: Arena::new(),
        fields: Arena::new(),
        methods: Arena::new(),
        known: Known {
            object: nothing,
            throwable: nothing,
            exception: nothing,
            runtime_exception: nothing,
            error: nothing,
            null_pointer: nothing,
            arithmetic: nothing,
            index: nothing,
            string_index: nothing,
            negative_size: nothing,
            class_cast: nothing,
            array_store: nothing,
            assertion: nothing,
        },
    };
    let mut c = Checker {
        units,
        program,
        names: HashMap::new(),
        problems: Vec::new(),
        method_decls: Vec::new(),
        field_decls: Vec::new(),
        private_fields: Vec::new(),
    };
    c.declare();
    c.bodies();
    if c.problems.is_empty() {
        let problems = flow::check(&c.program);
        c.problems.extend(problems);
    }
    if c.problems.is_empty() {
        let problems = exceptions::check(&c.program);
        c.problems.extend(problems);
    }
    if c.problems.is_empty() {
        return Ok(c.program);
    }
    c.problems.sort_by_key(|p| p.span);
    c.problems.dedup();
    Err((c.program.sources, c.problems))
}

impl<'a> Checker<'a> {
    fn tell(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Initializers and bodies.
    fn bodies(&mut self) {
        // Final fields first: their values are constants of all others.
        for pass in [true, false] {
            for i in 0..self.field_decls.len() {
                let id = FieldId(i as u32);
                if self.program.fields[id].is_final == pass {
                    self.initializer(id);
                }
            }
        }
        for i in 0..self.method_decls.len() {
            let id = MethodId(i as u32);
            if let Some(decl) = self.method_decls[i] {
                self.method_body(id, decl);
            }
        }
    }

    fn initializer(&mut self, id: FieldId) {
        let decl = self.field_decls[id.0 as usize];
        let f = &self.program.fields[id];
        let (class, ty, is_static, is_final) = (f.class, f.ty, f.is_static, f.is_final);
        let Some(init) = &decl.init else { return };
        let mut b = body::Scope::new(self, class, is_static, None);
        let checked = b.initial_value(init, ty);
        let locals = b.locals.len();
        debug_assert_eq!(locals, 0);
        if let Ok(e) = checked {
            let constant = if is_final && (!ty.is_reference() || ty == Type::Str) {
                constant::fold(&self.program, &e)
            } else {
                None
            };
            let f = &mut self.program.fields[id];
            f.init = Some(e);
            f.constant = constant;
        }
    }

    fn method_body(&mut self, id: MethodId, decl: &'a ast::MethodDecl) {
        let m = &self.program.methods[id];
        let (class, is_static) = (m.class, m.is_static);
        let mut b = body::Scope::new(self, class, is_static, Some(id));
        b.parameters();
        let contract = b.contract(&decl.contract);
        let body = b.method_body(decl);
        let (locals, labels) = (std::mem::take(&mut b.locals), b.labels);
        let m = &mut self.program.methods[id];
        m.locals = locals;
        m.labels = labels;
        m.contract = contract;
        m.body = body;
    }

    /// The type that was written, if there is one.
    fn resolve(&mut self, t: &ast::TypeRef) -> C<Type> {
        let scalar = match t.name.text.as_str() {
            "void" => Type::Void,
            "boolean" => Type::Boolean,
            "byte" => Type::Byte,
            "short" => Type::Short,
            "char" => Type::Char,
            "int" => Type::Int,
            "long" => Type::Long,
            "String" if !self.names.contains_key("String") => Type::Str,
            name => match self.names.get(name) {
                Some(c) => Type::Class(*c),
                None => {
                    let mut p = Problem::ty(t.name.span, format!("there is no class `{name}`"));
                    if UNKNOWN_LIBRARY.contains(&name) {
                        p = Problem::outside(t.name.span, &format!("the library class `{name}`"));
                    }
                    self.tell(p);
                    return Err(Failed);
                }
            },
        };
        scalar.array(t.dims).ok_or_else(|| {
            self.tell(Problem::ty(t.name.span, "there is no array of `void`"));
            Failed
        })
    }

    fn class_called(&mut self, name: &ast::Name) -> C<ClassId> {
        let t = ast::TypeRef {
            name: name.clone(),
            dims: 0,
        };
        match self.resolve(&t)? {
            Type::Class(c) => Ok(c),
            _ => {
                self.tell(Problem::ty(
                    name.span,
                    format!("`{}` is no class that has subclasses", name.text),
                ));
                Err(Failed)
            }
        }
    }
}

/// Library classes that people reach for first.
const UNKNOWN_LIBRARY: &[&str] = &[
    "List",
    "ArrayList",
    "LinkedList",
    "Map",
    "HashMap",
    "Set",
    "HashSet",
    "Scanner",
    "Random",
    "StringBuilder",
    "Boolean",
    "Byte",
    "Short",
    "Double",
    "Float",
    "Number",
    "Iterator",
    "Iterable",
    "Comparable",
    "Runnable",
    "Thread",
    "Optional",
    "Arrays",
    "Collections",
    "Objects",
];

fn span_of(name: &ast::Name) -> Span {
    name.span
}
