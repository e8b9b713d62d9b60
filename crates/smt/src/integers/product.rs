//! Products of columns as columns of their own.
//!
//! Source: none, these are tables; what is said of a product is in `ranges` (interval
//! arithmetic) and in `search` (the planes of McCormick, 1976).

use crate::linear::Col;
use rustc_hash::FxHashMap;

/// Which columns are products, and of what.
#[derive(Default)]
pub(super) struct Products {
    by_factors: FxHashMap<Vec<(Col, u32)>, Col>,
    factors: FxHashMap<Col, Vec<(Col, u32)>>,
    users: FxHashMap<Col, Vec<Col>>,
}

impl Products {
    pub fn get(&self, factors: &[(Col, u32)]) -> Option<Col> {
        self.by_factors.get(factors).copied()
    }

    pub fn insert(&mut self, p: Col, factors: Vec<(Col, u32)>) {
        for (x, _) in &factors {
            self.users.entry(*x).or_default().push(p);
        }
        self.by_factors.insert(factors.clone(), p);
        self.factors.insert(p, factors);
    }

    /// Columns with exponents, sorted.
    pub fn factors(&self, p: Col) -> Option<&[(Col, u32)]> {
        self.factors.get(&p).map(Vec::as_slice)
    }

    pub fn of_factor(&self, x: Col) -> Vec<Col> {
        self.users.get(&x).cloned().unwrap_or_default()
    }

    pub fn all(&self) -> impl Iterator<Item = (Col, &[(Col, u32)])> {
        self.factors.iter().map(|(p, f)| (*p, f.as_slice()))
    }

    pub fn is_empty(&self) -> bool {
        self.factors.is_empty()
    }
}
