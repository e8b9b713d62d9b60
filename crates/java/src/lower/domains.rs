//! The theories of arrays, strings, types and bits, made when first used.
//!
//! Array contents: `get(set(e, i, v), i) == v` and
//! `i != j ==> get(set(e, i, v), j) == get(e, j)`, with triggers in both
//! directions. A value is guarded by its range, so that the axioms stay
//! consistent with `get` being in range.

use super::{Lower, Overflow};
use crate::tree::ClassId;
use crate::types::Type;
use ep_base::Span;
use ep_ivl::ast::*;
use std::collections::{BTreeMap, HashMap};

/// What an array's elements are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Ref,
}

impl Kind {
    /// Of elements of this type.
    pub fn of(ty: Type) -> Kind {
        match ty {
            Type::Boolean => Kind::Boolean,
            Type::Byte => Kind::Byte,
            Type::Short => Kind::Short,
            Type::Char => Kind::Char,
            Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            _ => Kind::Ref,
        }
    }
    fn ty(self) -> Type {
        match self {
            Kind::Boolean => Type::Boolean,
            Kind::Byte => Type::Byte,
            Kind::Short => Type::Short,
            Kind::Char => Type::Char,
            Kind::Int => Type::Int,
            Kind::Long => Type::Long,
            Kind::Ref => Type::Null,
        }
    }
    fn word(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Short => "short",
            Kind::Char => "char",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Ref => "reference",
        }
    }
}

/// The theory of one kind of arrays.
#[derive(Clone, Copy)]
pub struct Elements {
    pub get: DomainFuncId,
    pub set: DomainFuncId,
    pub zero: DomainFuncId,
    /// The field of the array that holds them.
    pub field: FieldId,
}

/// The theory of types.
#[derive(Clone, Copy)]
struct JavaTypes {
    domain: DomainId,
    ty: TypeId,
    of: DomainFuncId,
    subtype: DomainFuncId,
}

/// Functions of the other theories.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Func {
    /// Of an array.
    Length,
    StringLength,
    StringChar,
    Concat,
    /// The string of an integer, a character, a boolean, a reference.
    ShowInt,
    ShowChar,
    ShowBool,
    ShowRef,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Ushr,
    /// The object that holds all static fields.
    Statics,
}

#[derive(Default)]
pub struct Domains {
    elements: BTreeMap<Kind, Elements>,
    funcs: BTreeMap<Func, DomainFuncId>,
    domain: Option<DomainId>,
    types: Option<JavaTypes>,
    /// The constant of each type that is mentioned.
    tags: Vec<(Type, DomainFuncId)>,
    literals: HashMap<Vec<u16>, DomainFuncId>,
    literal_list: Vec<(Vec<u16>, DomainFuncId)>,
}

impl Domains {
    /// What a reader of a model has to know.
    pub(super) fn theories(&self) -> super::Theories {
        let func = |f: Func| self.funcs.get(&f).copied();
        super::Theories {
            length: func(Func::Length),
            string_length: func(Func::StringLength),
            string_char: func(Func::StringChar),
            elements: self.elements.values().map(|e| (e.field, e.get)).collect(),
            type_of: self.types.map(|t| t.of),
            tags: self.tags.clone(),
            literals: self.literal_list.clone(),
        }
    }

    /// Whether the class of an object was asked for.
    pub fn types_used(&self) -> bool {
        self.types.is_some()
    }
}

const AT: Span = Span::NONE;

impl Lower<'_> {
    fn theory(&mut self) -> DomainId {
        if let Some(d) = self.domains.domain {
            return d;
        }
        let d = self.b.declare_domain("Java", Vec::new(), AT);
        self.domains.domain = Some(d);
        d
    }

    fn domain_axiom(
        &mut self,
        domain: DomainId,
        sorts: &[(&str, TypeId)],
        make: impl FnOnce(&mut Self, &[ExprId]) -> (Vec<Trigger>, ExprId),
    ) {
        let mut vars = Vars::new();
        let ids: Vec<VarId> = sorts
            .iter()
            .map(|(n, t)| Builder::declare_var(&mut vars, *n, *t, AT))
            .collect();
        let uses: Vec<ExprId> = ids.iter().map(|v| self.b.var(&vars, *v, AT)).collect();
        let (triggers, body) = make(self, &uses);
        let body = if ids.is_empty() {
            body
        } else {
            self.b
                .quantified(Quantifier::Forall, ids, triggers, body, AT)
        };
        let axiom = self.b.program.axioms.push(Axiom {
            name: None,
            span: AT,
            domain,
            vars,
            body,
        });
        self.b.program.domains[domain].axioms.push(axiom);
    }

    /// The theory of arrays with these elements.
    pub(super) fn elements(&mut self, kind: Kind) -> Elements {
        if let Some(e) = self.domains.elements.get(&kind) {
            return *e;
        }
        let word = kind.word();
        let name = self.names.fresh(format!("{word}_elements"));
        let domain = self.b.declare_domain(name, Vec::new(), AT);
        let all = self.b.types().domain(domain, &[]);
        let one = self.ty(kind.ty());
        let p = |n: &str, t| (Some(n.to_string()), t);
        let int = Types::INT;
        let func = |l: &mut Self, n: &str, params, result| {
            let name = l.names.fresh(format!("{word}_{n}"));
            l.b.domain_func(domain, name, params, result, AT)
        };
        let get = func(self, "get", vec![p("e", all), p("i", int)], one);
        let set = func(
            self,
            "set",
            vec![p("e", all), p("i", int), p("v", one)],
            all,
        );
        let zero = func(self, "zero", vec![], all);
        let name = self.names.fresh(format!("{word}s"));
        let field = self.b.field(name, all, AT);
        let out = Elements {
            get,
            set,
            zero,
            field,
        };
        self.domains.elements.insert(kind, out);
        let ty = kind.ty();
        self.domain_axiom(domain, &[("e", all), ("i", int), ("v", one)], |l, x| {
            let s = l.b.apply(set, &[], vec![x[0], x[1], x[2]], AT);
            let g = l.b.apply(get, &[], vec![s, x[1]], AT);
            let eq = l.b.binary(BinOp::Eq, g, x[2], AT);
            let body = match l.in_range(x[2], ty, AT) {
                Some(r) => l.b.binary(BinOp::Implies, r, eq, AT),
                None => eq,
            };
            (vec![vec![s]], body)
        });
        let sorts = [("e", all), ("i", int), ("v", one), ("j", int)];
        self.domain_axiom(domain, &sorts, |l, x| {
            let s = l.b.apply(set, &[], vec![x[0], x[1], x[2]], AT);
            let g = l.b.apply(get, &[], vec![s, x[3]], AT);
            let h = l.b.apply(get, &[], vec![x[0], x[3]], AT);
            let ne = l.b.binary(BinOp::Ne, x[1], x[3], AT);
            let eq = l.b.binary(BinOp::Eq, g, h, AT);
            let body = l.b.binary(BinOp::Implies, ne, eq, AT);
            (vec![vec![g], vec![s, h]], body)
        });
        self.domain_axiom(domain, &[("i", int)], |l, x| {
            let z = l.b.apply(zero, &[], vec![], AT);
            let g = l.b.apply(get, &[], vec![z, x[0]], AT);
            let d = l.default_value(ty, AT);
            (vec![vec![g]], l.b.binary(BinOp::Eq, g, d, AT))
        });
        if ty.is_integral() && self.options.overflow != Overflow::Ignore {
            self.domain_axiom(domain, &[("e", all), ("i", int)], |l, x| {
                let g = l.b.apply(get, &[], vec![x[0], x[1]], AT);
                let body = l.range(g, ty, AT).unwrap_or(g);
                (vec![vec![g]], body)
            });
        }
        out
    }

    /// A function of the theory, with its axioms.
    pub(super) fn func(&mut self, f: Func) -> DomainFuncId {
        if let Some(id) = self.domains.funcs.get(&f) {
            return *id;
        }
        let domain = self.theory();
        let (int, reference) = (Types::INT, Types::REF);
        let (name, params, result): (_, &[TypeId], _) = match f {
            Func::Length => ("length", &[reference], int),
            Func::StringLength => ("string_length", &[reference], int),
            Func::StringChar => ("char_at", &[reference, int], int),
            Func::Concat => ("concat", &[reference, reference], reference),
            Func::ShowInt => ("show_int", &[int], reference),
            Func::ShowChar => ("show_char", &[int], reference),
            Func::ShowBool => ("show_boolean", &[Types::BOOL], reference),
            Func::ShowRef => ("show", &[reference], reference),
            Func::BitAnd => ("bit_and", &[int, int], int),
            Func::BitOr => ("bit_or", &[int, int], int),
            Func::BitXor => ("bit_xor", &[int, int], int),
            Func::Shl => ("shift_left", &[int, int], int),
            Func::Shr => ("shift_right", &[int, int], int),
            Func::Ushr => ("shift_right_unsigned", &[int, int], int),
            Func::Statics => ("statics", &[], reference),
        };
        let name = self.names.fresh(name.to_string());
        let params = params.iter().map(|t| (None, *t)).collect();
        let id = self.b.domain_func(domain, name, params, result, AT);
        self.domains.funcs.insert(f, id);
        let not_null = |l: &mut Self, e| {
            let n = l.b.null(AT);
            l.b.binary(BinOp::Ne, e, n, AT)
        };
        match f {
            Func::Length | Func::StringLength => {
                self.domain_axiom(domain, &[("a", reference)], |l, x| {
                    let n = l.b.apply(id, &[], vec![x[0]], AT);
                    let body = l.sized(n);
                    (vec![vec![n]], body)
                });
            }
            Func::StringChar => {
                self.domain_axiom(domain, &[("s", reference), ("i", int)], |l, x| {
                    let c = l.b.apply(id, &[], vec![x[0], x[1]], AT);
                    let body = l.range(c, Type::Char, AT).unwrap_or(c);
                    (vec![vec![c]], body)
                });
            }
            Func::Concat => {
                self.domain_axiom(domain, &[("s", reference), ("t", reference)], |l, x| {
                    let c = l.b.apply(id, &[], vec![x[0], x[1]], AT);
                    let body = not_null(l, c);
                    (vec![vec![c]], body)
                });
            }
            Func::ShowInt | Func::ShowChar | Func::ShowBool | Func::ShowRef => {
                let sort = match f {
                    Func::ShowBool => Types::BOOL,
                    Func::ShowRef => reference,
                    _ => int,
                };
                self.domain_axiom(domain, &[("x", sort)], |l, x| {
                    let c = l.b.apply(id, &[], vec![x[0]], AT);
                    let body = not_null(l, c);
                    (vec![vec![c]], body)
                });
            }
            Func::Statics => self.domain_axiom(domain, &[], |l, _| {
                let s = l.b.apply(id, &[], vec![], AT);
                (vec![], not_null(l, s))
            }),
            _ => {}
        }
        id
    }

    /// `0 <= n && n <= 2147483647`
    fn sized(&mut self, n: ExprId) -> ExprId {
        let zero = self.b.int(0, AT);
        let low = self.b.binary(BinOp::Le, zero, n, AT);
        if self.options.overflow == Overflow::Ignore {
            return low;
        }
        let max = self.b.int(i32::MAX, AT);
        let high = self.b.binary(BinOp::Le, n, max, AT);
        self.b.binary(BinOp::And, low, high, AT)
    }

    pub(super) fn apply(&mut self, f: Func, args: Vec<ExprId>, span: Span) -> ExprId {
        let f = self.func(f);
        self.b.apply(f, &[], args, span)
    }

    /// The reference that a string literal is.
    pub(super) fn literal(&mut self, units: &[u16], span: Span) -> ExprId {
        let f = match self.domains.literals.get(units) {
            Some(f) => *f,
            None => {
                let domain = self.theory();
                let name = self.names.fresh("text".to_string());
                let f = self.b.domain_func(domain, name, vec![], Types::REF, AT);
                self.b.program.domain_funcs[f].unique = true;
                self.domains.literals.insert(units.to_vec(), f);
                self.domains.literal_list.push((units.to_vec(), f));
                f
            }
        };
        self.b.apply(f, &[], vec![], span)
    }

    fn java_types(&mut self) -> JavaTypes {
        if let Some(t) = self.domains.types {
            return t;
        }
        let name = self.names.fresh("JavaType".to_string());
        let domain = self.b.declare_domain(name, Vec::new(), AT);
        let ty = self.b.types().domain(domain, &[]);
        let name = self.names.fresh("typeof".to_string());
        let of = self
            .b
            .domain_func(domain, name, vec![(None, Types::REF)], ty, AT);
        let name = self.names.fresh("subtype".to_string());
        let params = vec![(None, ty), (None, ty)];
        let subtype = self.b.domain_func(domain, name, params, Types::BOOL, AT);
        let t = JavaTypes {
            domain,
            ty,
            of,
            subtype,
        };
        self.domains.types = Some(t);
        t
    }

    /// The constant of a type.
    fn tag(&mut self, ty: Type, span: Span) -> ExprId {
        let t = self.java_types();
        let f = match self.domains.tags.iter().find(|(x, _)| *x == ty) {
            Some((_, f)) => *f,
            None => {
                let name = format!("type_{}", self.p.type_name(ty).replace("[]", "_array"));
                let name = self.names.fresh(name);
                let f = self.b.domain_func(t.domain, name, vec![], t.ty, AT);
                self.b.program.domain_funcs[f].unique = true;
                self.domains.tags.push((ty, f));
                f
            }
        };
        self.b.apply(f, &[], vec![], span)
    }

    /// `typeof(e) == ty`
    pub(super) fn is_exactly(&mut self, e: ExprId, ty: Type, span: Span) -> ExprId {
        let t = self.java_types();
        let of = self.b.apply(t.of, &[], vec![e], span);
        let tag = self.tag(ty, span);
        self.b.binary(BinOp::Eq, of, tag, span)
    }

    /// `e != null && typeof(e)` below `ty`.
    pub(super) fn is_instance(&mut self, e: ExprId, ty: Type, span: Span) -> ExprId {
        let t = self.java_types();
        let of = self.b.apply(t.of, &[], vec![e], span);
        let tag = self.tag(ty, span);
        let sub = self.b.apply(t.subtype, &[], vec![of, tag], span);
        let null = self.b.null(span);
        let some = self.b.binary(BinOp::Ne, e, null, span);
        self.b.binary(BinOp::And, some, sub, span)
    }

    /// What is known about types and literals once all of them are there.
    pub(super) fn domains_axioms(&mut self) {
        if let Some(t) = self.domains.types {
            // Classes that exist are named, so that asking for one of them
            // tells what an object can be.
            for (id, c) in self.p.classes.iter() {
                if !c.prelude && !c.interface && !c.is_abstract {
                    self.tag(Type::Class(id), AT);
                }
            }
            let tags = self.domains.tags.clone();
            for (a, fa) in &tags {
                for (b, fb) in &tags {
                    let yes = self.p.is_subtype(*a, *b);
                    self.domain_axiom(t.domain, &[], |l, _| {
                        let x = l.b.apply(*fa, &[], vec![], AT);
                        let y = l.b.apply(*fb, &[], vec![], AT);
                        let s = l.b.apply(t.subtype, &[], vec![x, y], AT);
                        let body = if yes { s } else { l.b.unary(UnOp::Not, s, AT) };
                        (vec![], body)
                    });
                }
            }
        }
        for (units, f) in self.domains.literal_list.clone() {
            let length = self.func(Func::StringLength);
            let domain = self.theory();
            self.domain_axiom(domain, &[], |l, _| {
                let s = l.b.apply(f, &[], vec![], AT);
                let null = l.b.null(AT);
                let mut all = vec![l.b.binary(BinOp::Ne, s, null, AT)];
                let n = l.b.apply(length, &[], vec![s], AT);
                let k = l.b.int(units.len() as u64, AT);
                all.push(l.b.binary(BinOp::Eq, n, k, AT));
                if let Some(at) = l.domains.funcs.get(&Func::StringChar).copied() {
                    for (i, u) in units.iter().enumerate().take(256) {
                        let i = l.b.int(i as u64, AT);
                        let c = l.b.apply(at, &[], vec![s, i], AT);
                        let u = l.b.int(*u, AT);
                        all.push(l.b.binary(BinOp::Eq, c, u, AT));
                    }
                }
                (vec![], l.b.conjunction(&all, AT))
            });
        }
    }

    /// The classes that objects of a class can have.
    pub(super) fn concrete(&self, class: ClassId) -> Vec<ClassId> {
        self.p
            .concrete_subclasses(class)
            .into_iter()
            .filter(|c| !self.p.classes[*c].prelude)
            .collect()
    }
}
