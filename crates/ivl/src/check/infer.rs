//! Type inference by unification.
//!
//! Unknown are the type arguments of generic functions and empty literals,
//! and whether `/` between integers is a fraction or a quotient: the latter is
//! a *numeric* unknown, which can only become `Int` or `Perm` and is `Perm`
//! when nothing says otherwise, as in Viper.

use crate::ast::{DomainId, Type, TypeId, Types};

/// What is known of the unknown types.
#[derive(Default)]
pub struct Infer {
    unknowns: Vec<Unknown>,
}

struct Unknown {
    value: Option<TypeId>,
    numeric: bool,
    /// The type parameter it stands for: inside of that domain it defaults
    /// to the parameter itself.
    origin: Option<(DomainId, u32)>,
}

impl Infer {
    /// A fresh unknown.
    pub fn fresh(&mut self, types: &mut Types, origin: Option<(DomainId, u32)>) -> TypeId {
        self.push(types, false, origin)
    }
    /// A fresh unknown that is `Int` or `Perm`.
    pub fn numeric(&mut self, types: &mut Types) -> TypeId {
        self.push(types, true, None)
    }
    fn push(
        &mut self,
        types: &mut Types,
        numeric: bool,
        origin: Option<(DomainId, u32)>,
    ) -> TypeId {
        let n = self.unknowns.len() as u32;
        self.unknowns.push(Unknown {
            value: None,
            numeric,
            origin,
        });
        types.intern(Type::Infer(n))
    }

    /// The type itself, as far as its outermost constructor is known.
    pub fn shallow(&self, types: &Types, mut ty: TypeId) -> TypeId {
        while let Type::Infer(n) = types.get(ty) {
            match self.unknowns[*n as usize].value {
                Some(value) => ty = value,
                None => return ty,
            }
        }
        ty
    }

    /// Makes both types equal. False: they cannot be.
    pub fn unify(&mut self, types: &Types, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.shallow(types, a), self.shallow(types, b));
        if a == b {
            return true;
        }
        match (types.get(a), types.get(b)) {
            (&Type::Infer(n), other) | (other, &Type::Infer(n)) => {
                let with = if *types.get(a) == Type::Infer(n) {
                    b
                } else {
                    a
                };
                if let Type::Infer(m) = other {
                    let numeric = self.unknowns[n as usize].numeric;
                    self.unknowns[*m as usize].numeric |= numeric;
                    if self.unknowns[*m as usize].origin.is_none() {
                        self.unknowns[*m as usize].origin = self.unknowns[n as usize].origin;
                    }
                } else if (self.unknowns[n as usize].numeric
                    && with != Types::INT
                    && with != Types::PERM)
                    || self.occurs(types, n, with)
                {
                    return false;
                }
                self.unknowns[n as usize].value = Some(with);
                true
            }
            (&Type::Seq(x), &Type::Seq(y))
            | (&Type::Set(x), &Type::Set(y))
            | (&Type::Multiset(x), &Type::Multiset(y)) => self.unify(types, x, y),
            (&Type::Map(k, v), &Type::Map(l, w)) => {
                self.unify(types, k, l) && self.unify(types, v, w)
            }
            (Type::Domain(d, xs), Type::Domain(e, ys)) if d == e && xs.len() == ys.len() => {
                let pairs: Vec<_> = xs.iter().copied().zip(ys.iter().copied()).collect();
                pairs.into_iter().all(|(x, y)| self.unify(types, x, y))
            }
            _ => false,
        }
    }

    fn occurs(&self, types: &Types, n: u32, ty: TypeId) -> bool {
        match types.get(self.shallow(types, ty)) {
            Type::Infer(m) => *m == n,
            Type::Seq(e) | Type::Set(e) | Type::Multiset(e) => self.occurs(types, n, *e),
            Type::Map(k, v) => self.occurs(types, n, *k) || self.occurs(types, n, *v),
            Type::Domain(_, args) => args.iter().any(|&a| self.occurs(types, n, a)),
            _ => false,
        }
    }

    /// The type with all unknowns replaced; what is still unknown becomes its
    /// default.
    pub fn settle(&self, types: &mut Types, ty: TypeId, inside: Option<DomainId>) -> TypeId {
        let ty = self.shallow(types, ty);
        match types.get(ty).clone() {
            Type::Infer(n) => {
                let unknown = &self.unknowns[n as usize];
                match unknown.origin {
                    _ if unknown.numeric => Types::PERM,
                    Some((domain, param)) if Some(domain) == inside => {
                        types.intern(Type::Param(param))
                    }
                    _ => Types::INT,
                }
            }
            Type::Seq(e) => {
                let e = self.settle(types, e, inside);
                types.seq(e)
            }
            Type::Set(e) => {
                let e = self.settle(types, e, inside);
                types.set(e)
            }
            Type::Multiset(e) => {
                let e = self.settle(types, e, inside);
                types.multiset(e)
            }
            Type::Map(k, v) => {
                let k = self.settle(types, k, inside);
                let v = self.settle(types, v, inside);
                types.map(k, v)
            }
            Type::Domain(d, args) => {
                let args: Vec<_> = (args.iter())
                    .map(|&a| self.settle(types, a, inside))
                    .collect();
                types.domain(d, &args)
            }
            _ => ty,
        }
    }
}
