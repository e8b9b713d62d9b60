//! Domains: symbols and axioms, for each instance of a domain's type parameters that
//! the program speaks of.
//!
//! Axioms are evaluated before the first member, with an empty path condition: what
//! a path knows must not find its way into them.

use crate::engine::{Blame, Engine};
use crate::error::{ErrorKind, Res};
use crate::state::Owner;
use ep_base::Span;
use ep_ivl::ast::{DomainFuncId, DomainId, ExprId, ExprKind, Type, TypeId};
use ep_term::FunId;
use rustc_hash::FxHashSet;

/// Instances of one program; a domain whose axioms speak of ever larger instances of
/// itself ends here.
const INSTANCES: usize = 200;

impl Engine<'_> {
    /// A type under the instance that is looked at.
    pub fn instance(&mut self, ty: TypeId) -> TypeId {
        if self.type_args.is_empty() {
            return ty;
        }
        let args = std::mem::take(&mut self.type_args);
        let result = self.types.instantiate(ty, &args);
        self.type_args = args;
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
        if data.interpretation.is_some()
            || self.program.domains[data.domain].interpretation.is_some()
        {
            return self.unsupported("interpreted domains are not supported yet", at);
        }
        let types: Box<[TypeId]> = types.iter().map(|&t| self.instance(t)).collect();
        let params: Vec<TypeId> = data
            .params
            .iter()
            .map(|p| self.types.instantiate(p.1, &types))
            .collect();
        let result = self.types.instantiate(data.result, &types);
        let (symbol, new) = self.logic.domain_function(
            &mut self.prover.pool,
            self.program,
            &self.types,
            (f, types.clone()),
            &params,
            result,
        );
        if new {
            self.prover.watched.insert(symbol);
            self.domain_instances.push((data.domain, types.clone()));
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
        for (g, other) in self.unique.clone() {
            if self.program.domain_funcs[g].domain == domain {
                let t = self.prover.pool.apply(other, &[]);
                if self.prover.pool.sort(t) == self.prover.pool.sort(own) && t != own {
                    let differ = self.prover.pool.ne(t, own);
                    self.logic.axioms.push(differ);
                }
            }
        }
        let _ = types;
        self.unique.push((f, symbol));
    }

    /// Evaluates the axioms of all instances that the program speaks of.
    pub fn find_axioms(&mut self) -> Res<()> {
        let program = self.program;
        for (i, ty) in (0..program.types.len()).map(|i| (i, program.types.get(TypeId(i as u32)))) {
            if let Type::Domain(d, args) = ty {
                let _ = i;
                if args.iter().all(|&a| self.is_closed(a)) {
                    self.domain_instances.push((*d, args.clone()));
                }
            }
        }
        // Axioms of a domain without parameters hold whether or not it is spoken of.
        for d in program.domains.ids() {
            if program.domains[d].type_params.is_empty() {
                self.domain_instances.push((d, Box::default()));
            }
        }
        for (_, expr) in program.exprs.iter() {
            if let ExprKind::Apply(f, types, _) = &expr.kind {
                if types.iter().all(|&t| self.is_closed(t)) {
                    let domain = program.domain_funcs[*f].domain;
                    self.domain_instances.push((domain, types.clone()));
                }
            }
        }
        let mut done: FxHashSet<(DomainId, Box<[TypeId]>)> = FxHashSet::default();
        while !self.domain_instances.is_empty() {
            while let Some(instance) = self.domain_instances.pop() {
                if done.len() > INSTANCES || !done.insert(instance.clone()) {
                    continue;
                }
                self.axioms_of(instance.0, &instance.1)?;
                self.related_instances(&instance.1);
            }
            if done.len() <= INSTANCES {
                self.joined_instances(&done);
            }
        }
        Ok(())
    }

    /// Axioms that speak of functions of other domains only, at type parameters that
    /// several of them share (`contains[A, B]` and `contains[B, C]`): wanted for the
    /// types at which all of these domains are.
    fn joined_instances(&mut self, done: &FxHashSet<(DomainId, Box<[TypeId]>)>) {
        let program = self.program;
        for d in program.domains.ids() {
            let data = &program.domains[d];
            let n = data.type_params.len();
            if n < 2 || data.adt.is_some() || !data.functions.is_empty() {
                continue;
            }
            for &a in &data.axioms {
                let mut triggers: Vec<(DomainId, Box<[TypeId]>)> = Vec::new();
                program.walk_expr(program.axioms[a].body, &mut |_, x| {
                    if let ExprKind::Quantified(binder) = &x.kind {
                        for &t in binder.triggers.iter().flatten() {
                            if let ExprKind::Apply(f, types, _) = &program.expr(t).kind {
                                let of = program.domain_funcs[*f].domain;
                                triggers.push((of, types.clone()));
                            }
                        }
                    }
                    true
                });
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
                        self.domain_instances.push((d, types));
                    }
                }
            }
        }
    }

    /// The parameters with what they must be for the pattern to be these types.
    fn matched(
        &self,
        partial: &[Option<TypeId>],
        pattern: &[TypeId],
        types: &[TypeId],
    ) -> Option<Vec<Option<TypeId>>> {
        let mut all = partial.to_vec();
        for (&p, &t) in pattern.iter().zip(types) {
            match self.program.types.get(p) {
                Type::Param(n) => {
                    let slot = all.get_mut(*n as usize)?;
                    if slot.is_some_and(|known| known != t) {
                        return None;
                    }
                    *slot = Some(t);
                }
                _ if p == t => {}
                _ => return None,
            }
        }
        Some(all)
    }

    /// Axioms of a generic domain hold for all types. Those that speak of functions of
    /// other domains are wanted for the types that these were used with.
    fn related_instances(&mut self, types: &[TypeId]) {
        let program = self.program;
        for d in program.domains.ids() {
            let data = &program.domains[d];
            let n = data.type_params.len();
            if n == 0 || data.adt.is_some() || !self.speaks_of_others(d) {
                continue;
            }
            if n == types.len() {
                self.domain_instances.push((d, types.into()));
            } else if n == 1 {
                for &ty in types {
                    self.domain_instances.push((d, [ty].into()));
                }
            } else if types.is_empty() {
                let any = vec![ep_ivl::ast::Types::INT; n];
                self.domain_instances.push((d, any.into()));
            }
        }
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
        if data.interpretation.is_some() {
            return Ok(());
        }
        for &f in &data.functions {
            let decl = &self.program.domain_funcs[f];
            // Its signature speaks of further instances.
            for ty in decl.params.iter().map(|p| p.1).chain([decl.result]) {
                let ty = self.types.instantiate(ty, types);
                if let Type::Domain(d, args) = self.types.get(ty).clone() {
                    self.domain_instances.push((d, args));
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
            self.type_args = types.to_vec();
            self.unchecked = true;
            let st = self.state_of(Owner::Axiom(a));
            let t = self.eval(&st, axiom.body);
            self.unchecked = false;
            self.type_args.clear();
            let t = t?;
            self.logic.axioms.push(t);
        }
        Ok(())
    }

    /// What the axioms of the program say could not be found: every member says so.
    pub fn assume_axioms_of_program(&mut self) -> Res<()> {
        match &self.axioms_failed {
            None => Ok(()),
            Some((what, span)) => {
                let (what, span): (String, Span) = (what.clone(), *span);
                self.unsupported(&what, span)
            }
        }
    }
}
