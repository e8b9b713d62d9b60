//! Interned types: equal types have equal ids, so that comparing is one
//! integer comparison. Cost: one hash per construction.

use super::DomainId;
use ep_base::entity::EntityId;
use rustc_hash::FxHashMap;

ep_base::entity!(
    /// A type, interned in [`Types`].
    TypeId,
    "type"
);

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Bool,
    Int,
    Perm,
    Ref,
    /// The type of a magic wand as a value of a predicate-like resource.
    Wand,
    /// A predicate instance in a termination measure.
    PredicateInstance,
    Seq(TypeId),
    Set(TypeId),
    Multiset(TypeId),
    Map(TypeId, TypeId),
    /// A domain (or ADT) with its type arguments.
    Domain(DomainId, Box<[TypeId]>),
    /// The n-th type parameter of the surrounding domain.
    Param(u32),
    /// A type that is being inferred. Never in a program that was checked.
    Infer(u32),
}

/// The table of types. The first six are fixed.
#[derive(Clone, Debug)]
pub struct Types {
    items: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
}

impl Types {
    pub const BOOL: TypeId = TypeId(0);
    pub const INT: TypeId = TypeId(1);
    pub const PERM: TypeId = TypeId(2);
    pub const REF: TypeId = TypeId(3);
    pub const WAND: TypeId = TypeId(4);
    pub const PREDICATE_INSTANCE: TypeId = TypeId(5);

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId::from_index(self.items.len());
        self.items.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }
    /// The type of an id.
    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.items[id.index()]
    }
    /// How many types there are; ids are dense.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Never: the basic types are always there.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// `Seq[element]`
    pub fn seq(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::Seq(element))
    }
    /// `Set[element]`
    pub fn set(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::Set(element))
    }
    /// `Multiset[element]`
    pub fn multiset(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::Multiset(element))
    }
    /// `Map[key, value]`
    pub fn map(&mut self, key: TypeId, value: TypeId) -> TypeId {
        self.intern(Type::Map(key, value))
    }
    /// `Domain[args]`
    pub fn domain(&mut self, domain: DomainId, args: &[TypeId]) -> TypeId {
        self.intern(Type::Domain(domain, args.into()))
    }
    /// Replaces the type parameters of a domain by `args`.
    pub fn instantiate(&mut self, ty: TypeId, args: &[TypeId]) -> TypeId {
        if args.is_empty() {
            return ty;
        }
        match self.get(ty).clone() {
            Type::Param(n) => args.get(n as usize).copied().unwrap_or(ty),
            Type::Seq(e) => {
                let e = self.instantiate(e, args);
                self.seq(e)
            }
            Type::Set(e) => {
                let e = self.instantiate(e, args);
                self.set(e)
            }
            Type::Multiset(e) => {
                let e = self.instantiate(e, args);
                self.multiset(e)
            }
            Type::Map(k, v) => {
                let k = self.instantiate(k, args);
                let v = self.instantiate(v, args);
                self.map(k, v)
            }
            Type::Domain(d, inner) => {
                let inner: Vec<_> = inner.iter().map(|&t| self.instantiate(t, args)).collect();
                self.domain(d, &inner)
            }
            _ => ty,
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Types {
            items: Vec::new(),
            ids: FxHashMap::default(),
        };
        for ty in [
            Type::Bool,
            Type::Int,
            Type::Perm,
            Type::Ref,
            Type::Wand,
            Type::PredicateInstance,
        ] {
            types.intern(ty);
        }
        types
    }
}
