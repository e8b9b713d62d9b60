//! Arrays of references: an array is also one of every supertype.
//!
//! Idea: each array type has its own map of elements and its own class, so a
//! place of type `T[]` is looked up by the class of the array: the map of `S[]`
//! where the array is one. A store checks, after null and bounds, that the
//! value is of the array's own element type (JLS 10.5). Array types are those
//! that the program mentions; where no two of them are related nothing is
//! asked. Cost: a conditional per related type and access.

use super::Lowerer;
use crate::delta::{self, ErrorKind};
use crate::expr::{ClassTag, ExprId, VarId};
use crate::lang::{Lhs, Program, Stmt};
use crate::mutation::JavaRule;
use ep_base::entity::EntityId;
use ep_java::tree;
use ep_java::Type;

/// What an array of a static type can be: its class, its elements, their type.
pub(crate) struct View {
    class: ClassTag,
    elements: VarId,
    element: Type,
}

impl Lowerer<'_> {
    /// Makes the classes of all array types of the program, each with those
    /// that are subtypes of it.
    pub(crate) fn array_types(&mut self) {
        let mut found: Vec<Type> = Vec::new();
        self.types(false, &mut |ty| {
            let mut next = Some(ty);
            while let Some(ty) = next.filter(|t| matches!(t, Type::Array(..))) {
                if !found.contains(&ty) {
                    found.push(ty);
                }
                next = ty.element();
            }
        });
        for &ty in &found {
            self.tag(ty);
        }
        for &sup in &found {
            let Some(tag) = self.tag(sup) else { continue };
            let mut list = vec![tag];
            for &sub in found.iter().filter(|&&s| s != sup) {
                if self.j.is_subtype(sub, sup) {
                    list.extend(self.tag(sub));
                }
            }
            self.out.p.classes[tag as usize].concrete = list.into();
        }
        self.objects(&found);
    }

    /// Where the file speaks of `Object`, an object may be a string or an array
    /// of the types that it mentions.
    fn objects(&mut self, arrays: &[Type]) {
        let object = self.j.known.object;
        let (mut any, mut string) = (false, false);
        self.types(true, &mut |ty| {
            any |= ty == Type::Class(object);
            string |= ty == Type::Str;
        });
        if !any {
            return;
        }
        let tag = self.out.classes[object.index()] as usize;
        let mut list = self.out.p.classes[tag].concrete.to_vec();
        if string {
            list.push(self.out.string);
        }
        list.extend(arrays.iter().filter_map(|&a| self.tag(a)));
        self.out.p.classes[tag].concrete = list.into();
    }

    /// Each type that the program mentions, with or without java.lang.
    fn types(&self, own: bool, see: &mut dyn FnMut(Type)) {
        let skip = |c: tree::ClassId| own && self.j.classes[c].prelude;
        for (_, f) in self.j.fields.iter().filter(|f| !skip(f.1.class)) {
            see(f.ty);
            if let Some(e) = &f.init {
                e.walk(&mut |e| seen(e, see));
            }
        }
        for (_, m) in self.j.methods.iter().filter(|m| !skip(m.1.class)) {
            see(m.ret);
            m.locals.iter().for_each(|(_, l)| see(l.ty));
            if let Some(tree::Body::Block(list)) = &m.body {
                for s in list {
                    s.walk(&mut |e| seen(e, see));
                }
            }
        }
    }

    /// What an array of this static type can be, the type itself last.
    pub(crate) fn views(&mut self, array: Type) -> Vec<View> {
        let Some(tag) = self.tag(array) else {
            return Vec::new();
        };
        let classes = self.out.p.classes[tag as usize].concrete.clone();
        let mut out = Vec::new();
        for &class in classes.iter().rev() {
            let ty = self.out.arrays.iter().find(|a| *a.1 == class);
            let element = ty.and_then(|a| a.0.element());
            let elements = self.out.p.classes[class as usize].elements;
            if let (Some(element), Some(elements)) = (element, elements) {
                out.push(View {
                    class,
                    elements,
                    element,
                });
            }
        }
        out
    }

    /// `a[i]`.
    pub(crate) fn element_read(&mut self, ty: Type, a: ExprId, i: ExprId) -> Option<ExprId> {
        let mut views = self.views(ty).into_iter().rev();
        let own = self.out.x.of(views.next()?.elements);
        let mut e = self.out.x.select(own, a, Some(i));
        for view in views {
            let map = self.out.x.of(view.elements);
            let there = self.out.x.select(map, a, Some(i));
            let is = Program::class_in(&mut self.out.x, a, &[view.class]);
            e = self.out.x.ite(is, there, e);
        }
        Some(e)
    }

    /// `a[i] := v` where the array may be one of several types; all three are
    /// evaluated already.
    pub(crate) fn element_store(&mut self, ty: Type, a: ExprId, i: ExprId, v: ExprId) {
        // The bounds alone would not look at the length of a negative index.
        let there = self.out.x.not_nil(a);
        self.emit(Stmt::Check(there, ErrorKind::NullDereference));
        let length = self.out.x.read(self.out.x.length_map(), a);
        let within = delta::within(&mut self.out.x, i, length);
        self.emit(Stmt::Check(within, ErrorKind::OutOfBounds));
        let views = self.views(ty);
        self.store_by_class(&views, a, i, v);
    }

    fn store_by_class(&mut self, views: &[View], a: ExprId, i: ExprId, v: ExprId) {
        let Some((view, others)) = views.split_first() else {
            return;
        };
        let store = |s: &mut Self| {
            let nil = s.out.x.nil();
            let none = s.out.x.eq(v, nil);
            let is = s.is_a(v, view.element);
            let fits = s.out.x.or(none, is);
            if s.out.x.as_bool(fits) != Some(true) && !s.broken(JavaRule::StoreUnchecked) {
                s.emit(Stmt::Check(fits, ErrorKind::ArrayStore));
            }
            s.emit(Stmt::Assign(Lhs::element(view.elements, a, i), v));
        };
        if others.is_empty() {
            // The static type has made the value fit.
            self.emit(Stmt::Assign(Lhs::element(view.elements, a, i), v));
            return;
        }
        let is = Program::class_in(&mut self.out.x, a, &[view.class]);
        let then = self.block(store);
        let els = self.block(|s| s.store_by_class(others, a, i, v));
        self.emit(Stmt::If(is, then, els));
    }
}

/// The types that an expression mentions.
fn seen(e: &tree::Expr, see: &mut dyn FnMut(Type)) {
    see(e.ty);
    if let tree::ExprKind::InstanceOf(_, ty) = &e.kind {
        see(*ty);
    }
}
