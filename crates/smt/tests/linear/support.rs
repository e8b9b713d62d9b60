//! Random problems, and Z3 as the judge.

use ep_smt::linear::{Col, Constraint, Form, Proof, Relation, Q};
use ep_smt::z3::{Incremental, SessionOptions, Verdict};
use ep_term::{Pool, Sort, TermId};
use std::time::{Duration, Instant};

pub fn cases() -> u64 {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

pub struct Random(u64);

impl Random {
    pub fn new(test: u64) -> Random {
        let seed = std::env::var("EVERYPATH_SEED").ok();
        let seed: u64 = seed.and_then(|n| n.parse().ok()).unwrap_or(1);
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (test + 1) << 20)
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % n
    }
    pub fn between(&mut self, a: i64, b: i64) -> i64 {
        a + self.below((b - a + 1) as u64) as i64
    }
    /// Sparse, mostly with small coefficients, now and then with large ones.
    pub fn form(&mut self, columns: u32, most: i64) -> Form {
        let n = 1 + self.below(3);
        let large = self.below(25) == 0;
        let terms: Vec<(Col, i64)> = (0..n)
            .map(|_| {
                let size = match self.below(3) {
                    _ if large => 3_000_000_000,
                    0 => 7,
                    _ => 2,
                };
                (
                    Col(self.below(columns.into()) as u32),
                    self.between(-size, size),
                )
            })
            .collect();
        Form::new(terms, self.between(-most, most))
    }
    pub fn relation(&mut self) -> Relation {
        match self.below(8) {
            0 => Relation::Lt,
            1 => Relation::Gt,
            2 => Relation::Eq,
            n if n % 2 == 0 => Relation::Le,
            _ => Relation::Ge,
        }
    }
    pub fn constraints(&mut self, columns: u32, n: u64, most: i64) -> Vec<Constraint> {
        (0..n)
            .map(|i| Constraint::new(self.form(columns, most), self.relation(), i as u32))
            .collect()
    }
}

/// Problems as terms.
pub struct Judge {
    pub pool: Pool,
    z3: Incremental,
    columns: Vec<TermId>,
    sort: Sort,
}

impl Judge {
    pub fn new(sort: Sort) -> Judge {
        Judge {
            pool: Pool::new(),
            z3: Incremental::new(SessionOptions::default()),
            columns: Vec::new(),
            sort,
        }
    }

    fn term(&mut self, c: &Constraint) -> TermId {
        let real = self.sort == Sort::Real;
        let p = &mut self.pool;
        let number = |p: &mut Pool, q: &Q| {
            if real {
                p.real(q.to_big())
            } else {
                assert!(q.is_integer());
                p.int(q.numer())
            }
        };
        let mut sum = number(p, c.form.constant());
        for (x, k) in c.form.terms() {
            while self.columns.len() <= x.0 as usize {
                let name = format!("x{}", self.columns.len());
                let v = p.fresh_var(&name, self.sort);
                self.columns.push(v);
            }
            let k = number(p, k);
            let x = self.columns[x.0 as usize];
            if real {
                let t = p.real_mul(k, x);
                sum = p.real_add(sum, t);
            } else {
                let t = p.int_mul(k, x);
                sum = p.int_add(sum, t);
            }
        }
        let zero = number(p, &Q::ZERO);
        match (c.relation, real) {
            (Relation::Eq, _) => p.eq(sum, zero),
            (Relation::Le, true) => p.real_le(sum, zero),
            (Relation::Lt, true) => p.real_lt(sum, zero),
            (Relation::Ge, true) => p.real_le(zero, sum),
            (Relation::Gt, true) => p.real_lt(zero, sum),
            (Relation::Le, false) => p.int_le(sum, zero),
            (Relation::Lt, false) => p.int_lt(sum, zero),
            (Relation::Ge, false) => p.int_le(zero, sum),
            (Relation::Gt, false) => p.int_lt(zero, sum),
        }
    }

    /// Z3's answer, `None` for unknown.
    pub fn satisfiable(&mut self, constraints: &[Constraint]) -> Option<bool> {
        if self.pool.len() > 200_000 {
            *self = Judge::new(self.sort);
        }
        let terms: Vec<TermId> = constraints.iter().map(|c| self.term(c)).collect();
        self.z3.push();
        for &t in &terms {
            self.z3.assert(&self.pool, t);
        }
        // Large coefficients over integers can keep Z3 for minutes.
        self.z3.deadline = Some(Instant::now() + Duration::from_millis(200));
        let said = match self.z3.check(1_000_000) {
            Verdict::Sat => Some(true),
            Verdict::Unsat => Some(false),
            Verdict::Incomplete | Verdict::Unknown(_) => None,
        };
        self.z3.pop(1);
        said
    }
}

pub fn satisfies(all: &[Constraint], at: &[Q]) -> bool {
    all.iter().all(|c| c.holds(|x| at[x.0 as usize].to_big()))
}

/// Proofs with one number changed.
pub fn mutants(proof: &Proof, by: &Q) -> Vec<Proof> {
    let mut out = Vec::new();
    let changed = |list: &[(u32, Q)]| -> Vec<Vec<(u32, Q)>> {
        (0..list.len())
            .map(|i| {
                let mut list = list.to_vec();
                list[i].1 = list[i].1.plus(by);
                list
            })
            .collect()
    };
    match proof {
        Proof::Linear(f) => {
            for multipliers in changed(&f.multipliers) {
                out.push(Proof::Linear(ep_smt::linear::Farkas { multipliers }));
            }
        }
        Proof::Cut { step, from, then } => {
            for inner in mutants(then, by) {
                out.push(Proof::Cut {
                    step: *step,
                    from: from.clone(),
                    then: Box::new(inner),
                });
            }
        }
        Proof::Split {
            step,
            form,
            at,
            below,
            above,
        } => {
            let mut with = |a: Proof, b: Proof| {
                out.push(Proof::Split {
                    step: *step,
                    form: form.clone(),
                    at: at.clone(),
                    below: Box::new(a),
                    above: Box::new(b),
                });
            };
            for m in mutants(below, by) {
                with(m, (**above).clone());
            }
            for m in mutants(above, by) {
                with((**below).clone(), m);
            }
        }
    }
    out
}
