//! Symbols for what a formula describes: the inverse of a receiver expression and
//! the map of a part of the heap.
//!
//! Idea: `forall x :: c(x) ==> acc(e(x).f, p(x))` gives permission by location, so
//! the variables have to be found from the location: `inv(l)` where the symbol
//! `dom(l)` says that `l` is a receiver at all. The symbols take what `c` and `e`
//! mention (the free variables) as arguments and belong to their shape: the same
//! assertion about the same values has the same symbols at every place of the
//! program, so that what is taken is often the very term that is held, and a
//! definition of a function can be put in for any arguments. The same goes for maps
//! (snapshots of such assertions): equal parts of equal heaps are equal terms.
//! Alternative: new symbols at each evaluation, as Silicon; the solver then has to
//! show again and again that they agree.
//! Source: Müller, Schwerhoff, Summers, "Automatic verification of iterated
//! separating conjunctions using symbolic execution" (CAV 2016), section 3.
//! Cost: linear in the formula, once per evaluation.

use ep_term::{FunId, Op, Pool, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a canonical variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// An argument of a location.
    Formal,
    /// A variable of an iterated assertion.
    Bound,
    /// A free variable of a shape.
    Free,
}

/// The symbols of one shape of receivers.
#[derive(Clone, Debug)]
pub struct Inverse {
    /// One for each variable of the assertion.
    pub variables: Vec<FunId>,
    /// Whether a location is a receiver.
    pub domain: FunId,
}

/// Values by location: the sort, its lookup, and the value where nothing is.
#[derive(Clone, Copy, Debug)]
pub struct MapSort {
    pub sort: Sort,
    pub lookup: FunId,
    pub outside: TermId,
}

#[derive(PartialEq, Eq, Hash)]
struct Shape {
    parts: Vec<TermId>,
    sorts: Vec<Sort>,
}

/// All of these symbols of a program.
#[derive(Default)]
pub struct Closures {
    canonical: FxHashMap<(Role, Sort, u32), TermId>,
    inverses: FxHashMap<Shape, Inverse>,
    maps: FxHashMap<Shape, FunId>,
    map_sorts: FxHashMap<(Vec<Sort>, Sort), MapSort>,
    /// Sorts of maps whose equality was defined.
    pub extensional: FxHashSet<Sort>,
    /// Facts that define such symbols or follow from permissions.
    pub definitions: FxHashSet<TermId>,
}

impl Closures {
    /// The variable of a role, by sort and position.
    pub fn canonical(&mut self, pool: &mut Pool, role: Role, sort: Sort, at: u32) -> TermId {
        *self
            .canonical
            .entry((role, sort, at))
            .or_insert_with(|| match role {
                Role::Formal => pool.fresh_var("l", sort),
                Role::Bound => pool.fresh_var("x", sort),
                Role::Free => pool.fresh_var("c", sort),
            })
    }

    /// The variables of a role for these sorts.
    pub fn all(&mut self, pool: &mut Pool, role: Role, sorts: &[Sort]) -> Vec<TermId> {
        let each = |(i, &s): (usize, &Sort)| self.canonical(pool, role, s, i as u32);
        sorts.iter().enumerate().map(each).collect()
    }

    /// The terms with canonical variables instead of their free ones (those that are
    /// not `bound` and no constants), and these in the order of their places.
    fn shape(
        &mut self,
        pool: &mut Pool,
        parts: &[TermId],
        bound: &[TermId],
        constants: &[TermId],
    ) -> (Shape, Vec<TermId>) {
        let mut free: Vec<VarId> = Vec::new();
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        for &part in parts {
            let outer: FxHashSet<VarId> = pool.vars(part).iter().copied().collect();
            let mut stack = vec![part];
            while let Some(t) = stack.pop() {
                if !seen.insert(t) {
                    continue;
                }
                match pool.op(t) {
                    Op::Var(v) => {
                        let own = bound.contains(&t) || constants.contains(&t);
                        if outer.contains(&v) && !own && !free.contains(&v) {
                            free.push(v);
                        }
                    }
                    _ => stack.extend(pool.args(t).iter().rev()),
                }
            }
        }
        let mut map = FxHashMap::default();
        let mut actual = Vec::new();
        for (i, &v) in free.iter().enumerate() {
            let t = pool.var_term(v);
            let sort = pool.sort(t);
            map.insert(v, self.canonical(pool, Role::Free, sort, i as u32));
            actual.push(t);
        }
        let mut memo = FxHashMap::default();
        let parts = parts
            .iter()
            .map(|&t| pool.substitute_with(t, &map, &mut memo))
            .collect();
        let sorts = bound.iter().map(|&t| pool.sort(t)).collect();
        (Shape { parts, sorts }, actual)
    }

    /// The inverse of receivers: `condition` and `args` are over `bound`. The second
    /// value is what comes before the location in its symbols' arguments.
    pub fn inverse(
        &mut self,
        pool: &mut Pool,
        condition: TermId,
        args: &[TermId],
        bound: &[TermId],
        constants: &[TermId],
    ) -> (Inverse, Vec<TermId>) {
        let mut parts = vec![condition];
        parts.extend_from_slice(args);
        let (shape, actual) = self.shape(pool, &parts, bound, constants);
        if let Some(found) = self.inverses.get(&shape) {
            return (found.clone(), actual);
        }
        let mut params: Vec<Sort> = actual.iter().map(|&t| pool.sort(t)).collect();
        params.extend(args.iter().map(|&t| pool.sort(t)));
        let variables = (bound.iter())
            .map(|&x| {
                let sort = pool.sort(x);
                pool.declare_fun("inv", &params, sort)
            })
            .collect();
        let domain = pool.declare_fun("dom", &params, Sort::Bool);
        let new = Inverse { variables, domain };
        self.inverses.insert(shape, new.clone());
        (new, actual)
    }

    /// The map from `formals` to `body`, as a term.
    pub fn map(
        &mut self,
        pool: &mut Pool,
        formals: &[TermId],
        body: TermId,
        constants: &[TermId],
    ) -> (MapSort, TermId) {
        let sorts: Vec<Sort> = formals.iter().map(|&t| pool.sort(t)).collect();
        let value = pool.sort(body);
        let of = self.map_sort(pool, &sorts, value);
        let (shape, actual) = self.shape(pool, &[body], formals, constants);
        let params: Vec<Sort> = actual.iter().map(|&t| pool.sort(t)).collect();
        let f = *self
            .maps
            .entry(shape)
            .or_insert_with(|| pool.declare_fun("map", &params, of.sort));
        (of, pool.apply(f, &actual))
    }

    /// The sort of maps from these sorts.
    pub fn map_sort(&mut self, pool: &mut Pool, from: &[Sort], value: Sort) -> MapSort {
        let key = (from.to_vec(), value);
        if let Some(&found) = self.map_sorts.get(&key) {
            return found;
        }
        let name = format!("Map{}", self.map_sorts.len());
        let sort = pool.uninterpreted_sort(&name);
        let mut params = vec![sort];
        params.extend_from_slice(from);
        let lookup = pool.declare_fun("lookup", &params, value);
        let outside = pool.declare_fun("outside", &[], value);
        let outside = pool.apply(outside, &[]);
        let new = MapSort {
            sort,
            lookup,
            outside,
        };
        self.map_sorts.insert(key, new);
        new
    }
}

/// Maps with equal values everywhere are equal: `a == b` unless they differ at
/// `differ(a, b)`, for maps that are parts of snapshots (`wrap`).
pub fn extensionality(pool: &mut Pool, of: MapSort, from: &[Sort], wrap: FunId) -> TermId {
    let (a, b) = (pool.fresh_var("a", of.sort), pool.fresh_var("b", of.sort));
    let (mut la, mut lb) = (vec![a], vec![b]);
    for &s in from {
        let f = pool.declare_fun("differ", &[of.sort, of.sort], s);
        let at = pool.apply(f, &[a, b]);
        la.push(at);
        lb.push(at);
    }
    let (x, y) = (pool.apply(of.lookup, &la), pool.apply(of.lookup, &lb));
    let same = pool.eq(a, b);
    let agree = pool.eq(x, y);
    let body = pool.implies(agree, same);
    let vars: Vec<VarId> = [a, b].iter().filter_map(|&t| pool.as_var(t)).collect();
    let trigger = [a, b].map(|t| pool.apply(wrap, &[t])).to_vec();
    pool.forall(&vars, body, &[trigger])
}

/// Subterms that a solver can match to find all of the variables, the smallest ones
/// that do; at most four.
pub fn patterns(pool: &Pool, terms: &[TermId], vars: &[VarId]) -> Vec<Vec<TermId>> {
    let mut found: Vec<TermId> = Vec::new();
    let mut seen: FxHashMap<TermId, bool> = FxHashMap::default();
    for &t in terms {
        look(pool, t, vars, &mut seen, &mut found);
    }
    found.truncate(4);
    found.into_iter().map(|t| vec![t]).collect()
}

/// Whether the term has a pattern with all variables; collects the smallest ones.
fn look(
    pool: &Pool,
    t: TermId,
    vars: &[VarId],
    seen: &mut FxHashMap<TermId, bool>,
    found: &mut Vec<TermId>,
) -> bool {
    if !vars.iter().all(|v| pool.vars(t).contains(v)) {
        return false;
    }
    if let Some(&known) = seen.get(&t) {
        return known;
    }
    let mut has = false;
    if !matches!(pool.op(t), Op::Forall(_) | Op::Exists(_)) {
        for &a in pool.args(t) {
            has |= look(pool, a, vars, seen, found);
        }
    }
    if !has && pool.is_pattern(t) {
        has = true;
        found.push(t);
    }
    seen.insert(t, has);
    has
}
