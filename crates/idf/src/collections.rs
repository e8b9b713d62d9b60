//! Sequences, sets, multisets and maps: their functions and axioms, loaded when a
//! type is first used.

use crate::engine::Engine;
use crate::sexpr::Theory;
use ep_ivl::ast::{Type, TypeId, Types};
use ep_smt::ground::Kind;
use ep_term::{FunId, Sort};
use rustc_hash::FxHashMap;

const SEQ: &str = include_str!("theories/seq.txt");
const RANGE: &str = include_str!("theories/range.txt");
const SET: &str = include_str!("theories/set.txt");
const MULTISET: &str = include_str!("theories/multiset.txt");
const MAP: &str = include_str!("theories/map.txt");
const MAP_DOMAIN: &str = include_str!("theories/map_domain.txt");
const MAP_VALUES: &str = include_str!("theories/map_values.txt");

impl Engine<'_> {
    /// The symbol of an operation of a collection type.
    pub fn collection_function(&mut self, ty: TypeId, name: &'static str) -> FunId {
        if let Some(&f) = self.collections.functions.get(&(ty, name)) {
            return f;
        }
        self.load(ty, name);
        match self.collections.functions.get(&(ty, name)) {
            Some(&f) => f,
            // The theories declare every operation that the type checker lets through;
            // what is missing is left open, so that nothing can be proved with it.
            None => {
                let sort = self.sort(ty);
                let f = self.prover.pool.declare_fun(name, &[sort], sort);
                self.collections.functions.insert((ty, name), f);
                f
            }
        }
    }

    fn load(&mut self, ty: TypeId, name: &'static str) {
        let own = self.sort(ty);
        let mut sorts: FxHashMap<&'static str, Sort> = FxHashMap::default();
        sorts.insert("S", own);
        sorts.insert("Int", Sort::Int);
        sorts.insert("Bool", Sort::Bool);
        let ty_data = self.domains.types.get(ty).clone();
        let (base, texts): (&'static str, Vec<&'static str>) = match ty_data {
            Type::Seq(e) => {
                sorts.insert("E", self.sort(e));
                match name {
                    "range" if e == Types::INT => ("range", vec![RANGE]),
                    _ => ("seq", vec![SEQ]),
                }
            }
            Type::Set(e) => {
                sorts.insert("E", self.sort(e));
                ("set", vec![SET])
            }
            Type::Multiset(e) => {
                sorts.insert("E", self.sort(e));
                ("multiset", vec![MULTISET])
            }
            Type::Map(k, v) => {
                sorts.insert("K", self.sort(k));
                sorts.insert("V", self.sort(v));
                match name {
                    "domain" | "values" => {
                        return self.load_map_set(ty, name, k, v, sorts);
                    }
                    _ => ("map", vec![MAP]),
                }
            }
            _ => return,
        };
        if base == "range" {
            // The sequences themselves come first.
            self.collection_function(ty, "size");
        }
        let known = self.known_functions(ty);
        self.read(ty, base, sorts, known, &texts);
    }

    fn known_functions(&self, ty: TypeId) -> FxHashMap<&'static str, FunId> {
        let all = self.collections.functions.iter();
        all.filter(|((t, _), _)| *t == ty)
            .map(|((_, n), &f)| (*n, f))
            .collect()
    }

    /// The keys or values of a map as a set, linked to the theory of that set.
    fn load_map_set(
        &mut self,
        ty: TypeId,
        name: &'static str,
        k: TypeId,
        v: TypeId,
        mut sorts: FxHashMap<&'static str, Sort>,
    ) {
        let element = if name == "domain" { k } else { v };
        let Some(set) = self.set_of(element) else {
            return;
        };
        self.collection_function(ty, "size");
        let mut known = self.known_functions(ty);
        let set_sort = self.sort(set);
        let inside = self.collection_function(set, "in");
        let size = self.collection_function(set, "size");
        let text = if name == "domain" {
            sorts.insert("D", set_sort);
            known.insert("in-domain", inside);
            known.insert("size-domain", size);
            MAP_DOMAIN
        } else {
            sorts.insert("R", set_sort);
            known.insert("in-values", inside);
            MAP_VALUES
        };
        self.read(ty, name, sorts, known, &[text]);
    }

    /// The type `Set[element]`, if the program has it.
    fn set_of(&self, element: TypeId) -> Option<TypeId> {
        let types = &self.domains.types;
        let mut ids = (0..types.len() as u32).map(TypeId);
        ids.find(|&t| *types.get(t) == Type::Set(element))
    }

    fn read(
        &mut self,
        ty: TypeId,
        base: &'static str,
        sorts: FxHashMap<&'static str, Sort>,
        known: FxHashMap<&'static str, FunId>,
        texts: &[&'static str],
    ) {
        if !self.collections.loaded.insert((ty, base)) {
            return;
        }
        let mut theory = Theory::new(&mut self.prover.pool, sorts);
        theory.functions = known;
        for text in texts {
            let read = theory.read(text);
            debug_assert!(read.is_some(), "the theory `{base}` is wrong");
        }
        let (functions, axioms) = (theory.functions, theory.axioms);
        let kind = match self.domains.types.get(ty) {
            Type::Seq(_) => Some(Kind::Seq),
            Type::Set(_) => Some(Kind::Set),
            Type::Multiset(_) => Some(Kind::Multiset),
            _ => None,
        };
        if let (Some(&inside), Some(&found)) = (functions.get("in"), functions.get("found")) {
            self.collections.names.insert(inside, found);
        }
        for (name, f) in functions {
            match kind {
                Some(kind) if self.prover.shapes.declare(kind, name, f) => {}
                _ => {
                    self.prover.watched.insert(f);
                }
            }
            if name == "equal" {
                let sort = self.prover.pool.fun(f).params[0];
                self.prover.shapes.declare_equal(sort, f);
                self.collections.equals.insert(f);
            }
            self.collections.functions.entry((ty, name)).or_insert(f);
        }
        self.logic.axioms.extend(axioms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_term::Pool;

    #[test]
    fn theories_can_be_read() {
        let mut pool = Pool::new();
        let mut sorts: FxHashMap<&'static str, Sort> = FxHashMap::default();
        for name in ["S", "E", "K", "V", "D", "R"] {
            let s = pool.uninterpreted_sort(name);
            sorts.insert(name, s);
        }
        sorts.insert("Int", Sort::Int);
        sorts.insert("Bool", Sort::Bool);
        for text in [SEQ, SET, MULTISET, MAP] {
            let mut theory = Theory::new(&mut pool, sorts.clone());
            assert!(theory.read(text).is_some());
            assert!(theory.axioms.len() > 5);
        }
    }
}
