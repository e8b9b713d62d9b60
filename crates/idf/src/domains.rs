//! Domains: symbols and axioms, for each instance of a domain's type parameters that
//! the program speaks of.
//!
//! Axioms are evaluated before the first member, with an empty path condition: what
//! a path knows must not find its way into them.

use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Fail, Res};
use crate::options::Variation;
use crate::state::Owner;
use ep_base::Span;
use ep_ivl::ast::{AxiomId, DomainFuncId, DomainId, ExprId, ExprKind, Type, TypeId};
use ep_term::FunId;
use rustc_hash::FxHashSet;

/// Instances of one program, those of small types first.
const INSTANCES: usize = 200;

/// How much deeper than the types of the program those may be that axioms speak of: a
/// domain whose axioms speak of ever larger instances of itself ends here.
const DEEPER: usize = 1;

impl Engine<'_> {
    /// A type under the instance that is looked at.
    pub fn instance(&mut self, ty: TypeId) -> TypeId {
        if self.domains.args.is_empty() {
            return ty;
        }
        let args = std::mem::take(&mut self.domains.args);
        let result = self.domains.types.instantiate(ty, &args);
        self.domains.args = args;
        result
    }

    /// The type of an expression.
    pub fn type_of(&mut self, e: ExprId) -> TypeId {
        let ty = self.program.expr(e).ty;
        self.instance(ty)
    }

    /// The symbol of a domain function at type arguments.
    pub fn domain_symbol(&mut self, f: DomainFuncId, types: &[TypeId], at: Span) -> Res<FunId> {
        let data = &self.program.domain_funcs[f];
        if data.interpretation.is_some() {
            return self.unsupported("an interpreted function as a symbol", at);
        }
        let types: Box<[TypeId]> = types.iter().map(|&t| self.instance(t)).collect();
        let params: Vec<TypeId> = data
            .params
            .iter()
            .map(|p| self.domains.types.instantiate(p.1, &types))
            .collect();
        let result = self.domains.types.instantiate(data.result, &types);
        let (symbol, new) = self.logic.domain_function(
            &mut self.prover.pool,
            self.program,
            &self.domains.types,
            (f, types.clone()),
            &params,
            result,
        );
        if new {
            self.prover.watched.insert(symbol);
            self.domains.instances.push((data.domain, types.clone()));
            if data.unique {
                self.tell_unique_apart(f, &types, symbol);
            }
        }
        Ok(symbol)
    }

    /// Unique constants of one domain differ.
    fn tell_unique_apart(&mut self, f: DomainFuncId, types: &[TypeId], symbol: FunId) {
        let domain = self.program.domain_funcs[f].domain;
        let own = self.prover.pool.apply(symbol, &[]);
        for (g, other) in self.domains.unique.clone() {
            if self.program.domain_funcs[g].domain == domain {
                let t = self.prover.pool.apply(other, &[]);
                if self.prover.pool.sort(t) == self.prover.pool.sort(own) && t != own {
                    let differ = self.prover.pool.ne(t, own);
                    self.logic.axioms.push(differ);
                }
            }
        }
        let _ = types;
        self.domains.unique.push((f, symbol));
    }

    /// Evaluates the axioms of all instances that the program speaks of.
    pub fn find_axioms(&mut self) -> Res<()> {
        let program = self.program;
        for (i, ty) in (0..program.types.len()).map(|i| (i, program.types.get(TypeId(i as u32)))) {
            if let Type::Domain(d, args) = ty {
                let _ = i;
                if args.iter().all(|&a| self.is_closed(a)) {
                    self.domains.instances.push((*d, args.clone()));
                }
            }
        }
        // Axioms of a domain without parameters hold whether or not it is spoken of.
        for d in program.domains.ids() {
            if program.domains[d].type_params.is_empty() {
                self.domains.instances.push((d, Box::default()));
            }
        }
        for (_, expr) in program.exprs.iter() {
            if let ExprKind::Apply(f, types, _) = &expr.kind {
                if types.iter().all(|&t| self.is_closed(t)) {
                    let domain = program.domain_funcs[*f].domain;
                    self.domains.instances.push((domain, types.clone()));
                }
            }
        }
        let related: Vec<DomainId> = (program.domains.ids())
            .filter(|&d| self.relates(d) && !self.found_by_types(d))
            .collect();
        let deepest = (self.domains.instances.iter())
            .map(|(_, types)| self.depth_of(types))
            .max();
        let most = deepest.unwrap_or(0) + DEEPER;
        let mut done: FxHashSet<(DomainId, Box<[TypeId]>)> = FxHashSet::default();
        // Guesses come when nothing else is left: there may be more of them than are taken.
        let mut guesses = Vec::new();
        while !self.domains.instances.is_empty() {
            while !self.domains.instances.is_empty() || !guesses.is_empty() {
                let mut level = std::mem::take(&mut self.domains.instances);
                if level.is_empty() {
                    level = std::mem::take(&mut guesses);
                }
                // Those that were asked for last come first, as on a stack.
                if self.options.variation != Variation::Reordered {
                    level.reverse();
                }
                for instance in level {
                    let deep = self.depth_of(&instance.1) > most;
                    if deep || done.len() > INSTANCES || !done.insert(instance.clone()) {
                        continue;
                    }
                    self.check_budget()?;
                    self.axioms_of(instance.0, &instance.1)?;
                    self.related_instances(&related, &instance.1, &mut guesses);
                }
            }
            if done.len() <= INSTANCES {
                self.joined_instances(&done);
            }
        }
        Ok(())
    }

    /// Axioms that speak of functions of other domains only, at type parameters that
    /// several of them share (`contains[A, B]` and `contains[B, C]`) or that stand in
    /// others (`decreasing[Multiset[A]]`): wanted for the types at which all of these
    /// domains are.
    fn joined_instances(&mut self, done: &FxHashSet<(DomainId, Box<[TypeId]>)>) {
        let program = self.program;
        for d in program.domains.ids() {
            let data = &program.domains[d];
            let n = data.type_params.len();
            if n == 0 || data.adt.is_some() || !data.functions.is_empty() {
                continue;
            }
            for &a in &data.axioms {
                let triggers = self.types_in_triggers(a);
                // The one parameter by itself is what related instances are for.
                if n == 1 && !triggers.iter().any(|(_, types)| self.inside_others(types)) {
                    continue;
                }
                let mut found: Vec<Vec<Option<TypeId>>> = vec![vec![None; n]];
                for (of, pattern) in &triggers {
                    let mut next = Vec::new();
                    for (_, types) in done.iter().filter(|(o, _)| o == of) {
                        for partial in &found {
                            next.extend(self.matched(partial, pattern, types));
                        }
                    }
                    next.sort();
                    next.dedup();
                    next.truncate(INSTANCES);
                    found = next;
                }
                for types in found {
                    let whole: Option<Box<[TypeId]>> = types.into_iter().collect();
                    if let Some(types) = whole.filter(|t| !done.contains(&(d, t.clone()))) {
                        self.domains.instances.push((d, types));
                    }
                }
            }
        }
    }

    /// The domain functions in the triggers of an axiom, by domain and type arguments.
    fn types_in_triggers(&self, axiom: AxiomId) -> Vec<(DomainId, Box<[TypeId]>)> {
        let program = self.program;
        let mut found = Vec::new();
        program.walk_expr(program.axioms[axiom].body, &mut |_, x| {
            if let ExprKind::Quantified(binder) = &x.kind {
                for &t in binder.triggers.iter().flatten() {
                    if let ExprKind::Apply(f, types, _) = &program.expr(t).kind {
                        found.push((program.domain_funcs[*f].domain, types.clone()));
                    }
                }
            }
            true
        });
        found
    }

    /// Axioms of one parameter whose triggers have it inside of other types only: that it
    /// is `A` is told by `decreasing[Multiset[A]]`. Taken at every type that is spoken of,
    /// such a domain would speak of `Multiset[Multiset[A]]` next, and so on.
    fn found_by_types(&self, d: DomainId) -> bool {
        let data = &self.program.domains[d];
        data.type_params.len() == 1
            && data.functions.is_empty()
            && (data.axioms.iter()).all(|&a| {
                let triggers = self.types_in_triggers(a);
                !triggers.is_empty() && triggers.iter().all(|t| self.inside_others(&t.1))
            })
    }

    /// The parameters with what they must be for the pattern to be these types.
    fn matched(
        &self,
        partial: &[Option<TypeId>],
        pattern: &[TypeId],
        types: &[TypeId],
    ) -> Option<Vec<Option<TypeId>>> {
        let mut all = partial.to_vec();
        let fits = pattern.len() == types.len()
            && (pattern.iter().zip(types)).all(|(&p, &t)| self.fits(p, t, &mut all));
        fits.then_some(all)
    }

    /// Whether the type is the pattern under the parameters, which are found on the way.
    fn fits(&self, pattern: TypeId, ty: TypeId, params: &mut [Option<TypeId>]) -> bool {
        if let Type::Param(n) = self.domains.types.get(pattern) {
            return match params.get_mut(*n as usize) {
                Some(slot) => *slot.get_or_insert(ty) == ty,
                None => false,
            };
        }
        if pattern == ty {
            return true;
        }
        match (self.domains.types.get(pattern), self.domains.types.get(ty)) {
            (Type::Seq(p), Type::Seq(t))
            | (Type::Set(p), Type::Set(t))
            | (Type::Multiset(p), Type::Multiset(t)) => self.fits(*p, *t, params),
            (Type::Map(k, v), Type::Map(a, b)) => {
                self.fits(*k, *a, params) && self.fits(*v, *b, params)
            }
            (Type::Domain(d, ps), Type::Domain(e, ts)) => {
                d == e && ps.iter().zip(ts).all(|(&p, &t)| self.fits(p, t, params))
            }
            _ => false,
        }
    }

    /// A parameter stands in another type among these.
    fn inside_others(&self, types: &[TypeId]) -> bool {
        let own = |&&t: &&TypeId| !matches!(self.domains.types.get(t), Type::Param(_));
        types.iter().filter(own).any(|&t| !self.is_closed(t))
    }

    /// Axioms of a generic domain hold for all types. Those that speak of functions of
    /// other domains are wanted for the types that these were used with.
    fn related_instances(
        &self,
        related: &[DomainId],
        types: &[TypeId],
        guesses: &mut Vec<(DomainId, Box<[TypeId]>)>,
    ) {
        for &d in related {
            let n = self.program.domains[d].type_params.len();
            if n == types.len() {
                guesses.push((d, types.into()));
            } else if n == 1 {
                for &ty in types {
                    guesses.push((d, [ty].into()));
                }
            } else if types.is_empty() {
                let any = vec![ep_ivl::ast::Types::INT; n];
                guesses.push((d, any.into()));
            }
        }
    }

    /// A generic domain with axioms about the functions of others.
    fn relates(&self, d: DomainId) -> bool {
        let data = &self.program.domains[d];
        !data.type_params.is_empty() && data.adt.is_none() && self.speaks_of_others(d)
    }

    fn speaks_of_others(&self, d: DomainId) -> bool {
        let program = self.program;
        let mut found = false;
        for &a in &program.domains[d].axioms {
            program.walk_expr(program.axioms[a].body, &mut |_, x| {
                if let ExprKind::Apply(f, ..) = x.kind {
                    found |= program.domain_funcs[f].domain != d;
                }
                !found
            });
        }
        found
    }

    /// How deep types stand in each other among these.
    fn depth_of(&self, types: &[TypeId]) -> usize {
        let inside = |&ty: &TypeId| match self.domains.types.get(ty) {
            Type::Seq(e) | Type::Set(e) | Type::Multiset(e) => 1 + self.depth_of(&[*e]),
            Type::Map(k, v) => 1 + self.depth_of(&[*k, *v]),
            Type::Domain(_, args) => 1 + self.depth_of(args),
            _ => 1,
        };
        types.iter().map(inside).max().unwrap_or(0)
    }

    fn is_closed(&self, ty: TypeId) -> bool {
        match self.program.types.get(ty) {
            Type::Param(_) => false,
            Type::Seq(e) | Type::Set(e) | Type::Multiset(e) => self.is_closed(*e),
            Type::Map(k, v) => self.is_closed(*k) && self.is_closed(*v),
            Type::Domain(_, args) => args.iter().all(|&a| self.is_closed(a)),
            _ => true,
        }
    }

    fn axioms_of(&mut self, domain: DomainId, types: &[TypeId]) -> Res<()> {
        let data = &self.program.domains[domain];
        for &f in &data.functions {
            let decl = &self.program.domain_funcs[f];
            // Its signature speaks of further instances.
            for ty in decl.params.iter().map(|p| p.1).chain([decl.result]) {
                let ty = self.domains.types.instantiate(ty, types);
                if let Type::Domain(d, args) = self.domains.types.get(ty).clone() {
                    self.domains.instances.push((d, args));
                }
            }
            if decl.unique && decl.params.is_empty() && decl.interpretation.is_none() {
                self.domain_symbol(f, types, decl.span)?;
            }
        }
        for &a in &data.axioms {
            let axiom = &self.program.axioms[a];
            self.blame = Blame {
                kind: ErrorKind::NotWellformed,
                span: axiom.span,
                note: None,
            };
            self.domains.args = types.to_vec();
            let st = self.state_of(Owner::Axiom(a));
            let t = self.unchecked(0, |v| v.eval(&st, axiom.body));
            self.domains.args.clear();
            let t = t?;
            self.logic.axioms.push(t);
        }
        Ok(())
    }

    /// What the axioms of the program say could not be found: every member says so.
    pub fn assume_axioms_of_program(&mut self) -> Res<()> {
        match &self.domains.failed {
            None => Ok(()),
            Some((what, span)) if *span == Span::NONE => Err(Fail::Unknown(what.clone())),
            Some((what, span)) => {
                let (what, span): (String, Span) = (what.clone(), *span);
                self.unsupported(&what, span)
            }
        }
    }
}
