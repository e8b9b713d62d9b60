//! What a way costs: a number of instructions, and what charges say, over the
//! symbolic variables that the way knows.

use super::lin::Lin;
use num_bigint::BigInt;

/// A linear form and products of two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    pub form: Lin,
    pub products: Vec<(Lin, Lin)>,
}

impl Weight {
    /// So many instructions.
    pub fn number(n: u64) -> Weight {
        Weight {
            form: Lin::number(n),
            products: Vec::new(),
        }
    }

    /// The sum.
    pub fn add(&mut self, other: &Weight) {
        self.form = self.form.plus(&other.form);
        self.products.extend(other.products.iter().cloned());
    }

    /// Adds a product; one with a number is linear.
    pub fn add_product(&mut self, a: Lin, b: Lin) {
        match (a.as_number().cloned(), b.as_number().cloned()) {
            (Some(n), _) => self.form = self.form.plus_times(&b, &n),
            (_, Some(n)) => self.form = self.form.plus_times(&a, &n),
            _ => self.products.push((a, b)),
        }
    }

    /// The form, where there is no product.
    pub fn linear(&self) -> Option<&Lin> {
        self.products.is_empty().then_some(&self.form)
    }

    /// The number, where it is one.
    pub fn as_number(&self) -> Option<&BigInt> {
        self.linear().and_then(Lin::as_number)
    }
}
