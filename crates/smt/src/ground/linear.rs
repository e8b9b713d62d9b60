//! Whether linear constraints over integers and reals contradict each other.
//!
//! Idea: equations with a unit coefficient are solved and put in; then variables
//! are eliminated one at a time by adding each upper bound to each lower bound
//! (Fourier and Motzkin), cheapest first, until only constants are left. Every row
//! that is made is a non-negative combination of rows that hold, or a rounding of
//! one over integers only, so a row that says `c <= 0` for a positive `c` is a
//! contradiction. Whatever is too large or overflows is given up, which only
//! means that nothing was found.
//! Source: Schrijver, Theory of Linear and Integer Programming, section 12.2.
//! Cost: quadratic per variable in the rows that mention it; bounded by `ROWS`.

/// More rows than this are given up.
const ROWS: usize = 400;

/// `Σ coefficient * variable + constant <= 0`, or `< 0`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// By variable, without zeros.
    terms: Vec<(u32, i128)>,
    pub constant: i128,
    pub strict: bool,
    /// All variables are integers.
    pub integer: bool,
}

impl Row {
    /// `constant`, over integers or not.
    pub fn new(constant: i128, integer: bool) -> Row {
        Row {
            constant,
            integer,
            ..Row::default()
        }
    }

    /// Adds `c * x`; `None` on overflow.
    pub fn add(&mut self, x: u32, c: i128) -> Option<()> {
        match self.terms.binary_search_by_key(&x, |t| t.0) {
            Ok(i) => {
                self.terms[i].1 = self.terms[i].1.checked_add(c)?;
                if self.terms[i].1 == 0 {
                    self.terms.remove(i);
                }
            }
            Err(i) if c != 0 => self.terms.insert(i, (x, c)),
            Err(_) => {}
        }
        Some(())
    }

    /// Adds a multiple of another row.
    pub fn add_row(&mut self, other: &Row, by: i128) -> Option<()> {
        for &(x, c) in &other.terms {
            self.add(x, c.checked_mul(by)?)?;
        }
        self.constant = self.constant.checked_add(other.constant.checked_mul(by)?)?;
        self.integer &= other.integer;
        self.strict |= other.strict;
        Some(())
    }

    fn of(&self, x: u32) -> i128 {
        match self.terms.binary_search_by_key(&x, |t| t.0) {
            Ok(i) => self.terms[i].1,
            Err(_) => 0,
        }
    }

    /// Divides by the common factor; over integers the constant is rounded.
    fn reduce(&mut self) {
        if self.integer && self.strict {
            // e < 0 is e + 1 <= 0.
            self.constant = self.constant.saturating_add(1);
            self.strict = false;
        }
        let g = self.terms.iter().fold(0, |g, t| gcd(g, t.1));
        if g <= 1 || (!self.integer && self.constant % g != 0) {
            return;
        }
        for t in &mut self.terms {
            t.1 /= g;
        }
        // Σ c x <= -k: the right side is rounded down, so k is rounded up.
        let k = self.constant;
        self.constant = k.div_euclid(g) + i128::from(k.rem_euclid(g) != 0);
    }

    /// A row without variables that does not hold.
    fn impossible(&self) -> bool {
        self.terms.is_empty() && (self.constant > 0 || (self.strict && self.constant == 0))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    match b {
        0 => a.wrapping_abs(),
        _ => gcd(b, a % b),
    }
}

/// What is assumed.
#[derive(Clone, Debug, Default)]
pub struct System {
    equations: Vec<Row>,
    rows: Vec<Row>,
}

impl System {
    /// `row == 0`
    pub fn equal(&mut self, row: Row) {
        self.equations.push(row);
    }

    /// `row <= 0`, or `row < 0` if it is strict.
    pub fn at_most(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Whether a contradiction was found.
    pub fn contradicts(mut self) -> bool {
        self.solve().unwrap_or(false)
    }

    fn solve(&mut self) -> Option<bool> {
        if self.equations.len() + self.rows.len() > ROWS {
            return None;
        }
        while let Some(e) = self.equations.pop() {
            let g = e.terms.iter().fold(0, |g, t| gcd(g, t.1));
            if (g == 0 && e.constant != 0) || (g > 1 && e.integer && e.constant % g != 0) {
                return Some(true);
            }
            match e.terms.iter().find(|t| t.1.abs() == 1) {
                Some(&(x, c)) => {
                    for row in self.equations.iter_mut().chain(&mut self.rows) {
                        let by = row.of(x).checked_mul(c)?;
                        if by != 0 {
                            // Adding an equation leaves strictness as it is.
                            row.add_row(&e, by.checked_neg()?)?;
                        }
                    }
                }
                None if e.terms.is_empty() => {}
                None => {
                    let mut negated = Row::new(0, e.integer);
                    negated.add_row(&e, -1)?;
                    self.rows.push(negated);
                    self.rows.push(e);
                }
            }
        }
        self.eliminate()
    }

    fn eliminate(&mut self) -> Option<bool> {
        loop {
            self.rows.iter_mut().for_each(Row::reduce);
            if self.rows.iter().any(Row::impossible) {
                return Some(true);
            }
            self.rows.retain(|r| !r.terms.is_empty());
            let mut uses: Vec<(u32, usize, usize)> = Vec::new();
            for row in &self.rows {
                for &(x, c) in &row.terms {
                    let i = match uses.binary_search_by_key(&x, |u| u.0) {
                        Ok(i) => i,
                        Err(i) => {
                            uses.insert(i, (x, 0, 0));
                            i
                        }
                    };
                    match c > 0 {
                        true => uses[i].1 += 1,
                        false => uses[i].2 += 1,
                    }
                }
            }
            let Some(&(x, up, down)) = uses.iter().min_by_key(|u| u.1 * u.2) else {
                return Some(false);
            };
            let (with, mut rest): (Vec<Row>, Vec<Row>) =
                self.rows.drain(..).partition(|r| r.of(x) != 0);
            if rest.len() + up * down > ROWS {
                return None;
            }
            for a in with.iter().filter(|r| r.of(x) > 0) {
                for b in with.iter().filter(|r| r.of(x) < 0) {
                    let mut sum = Row::new(0, true);
                    sum.add_row(a, b.of(x).checked_neg()?)?;
                    sum.add_row(b, a.of(x))?;
                    rest.push(sum);
                }
            }
            self.rows = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(u32, i128)], constant: i128, strict: bool, integer: bool) -> Row {
        let mut r = Row::new(constant, integer);
        r.strict = strict;
        for &(x, c) in terms {
            r.add(x, c).expect("small");
        }
        r
    }

    #[test]
    fn bounds_meet() {
        let mut s = System::default();
        // x < y, y < x + 1
        s.at_most(row(&[(0, 1), (1, -1)], 0, true, true));
        s.at_most(row(&[(1, 1), (0, -1)], -1, true, true));
        assert!(s.contradicts());
        let mut s = System::default();
        s.at_most(row(&[(0, 1), (1, -1)], 0, true, false));
        s.at_most(row(&[(1, 1), (0, -1)], -1, true, false));
        assert!(!s.contradicts());
    }

    #[test]
    fn equations_are_put_in() {
        let mut s = System::default();
        // x == y + 1, z == x, z <= y
        s.equal(row(&[(0, 1), (1, -1)], -1, false, true));
        s.equal(row(&[(2, 1), (0, -1)], 0, false, true));
        s.at_most(row(&[(2, 1), (1, -1)], 0, false, true));
        assert!(s.contradicts());
        let mut s = System::default();
        // 2 x == 1
        s.equal(row(&[(0, 2)], -1, false, true));
        assert!(s.contradicts());
        let mut s = System::default();
        s.equal(row(&[(0, 2)], -1, false, false));
        assert!(!s.contradicts());
    }

    /// Random systems over a small grid: what is called contradictory has no solution.
    #[test]
    fn contradictions_have_no_solution() {
        let mut seed = 11u64;
        let mut random = |n: i128| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            i128::from(seed >> 33) % n
        };
        let mut found = 0;
        for _ in 0..4000 {
            let mut s = System::default();
            let mut all = Vec::new();
            for _ in 0..5 {
                let terms: Vec<(u32, i128)> = (0..3).map(|x| (x, random(5) - 2)).collect();
                let (constant, strict, equal) = (random(7) - 3, random(2) == 0, random(4) == 0);
                all.push((terms.clone(), constant, strict, equal));
                let r = row(&terms, constant, strict && !equal, true);
                match equal {
                    true => s.equal(r),
                    false => s.at_most(r),
                }
            }
            if !s.contradicts() {
                continue;
            }
            found += 1;
            for point in 0..343i128 {
                let at = [point % 7 - 3, point / 7 % 7 - 3, point / 49 - 3];
                let holds = all.iter().all(|(terms, k, strict, equal)| {
                    let v: i128 = terms.iter().map(|&(x, c)| c * at[x as usize]).sum::<i128>() + k;
                    match (equal, strict) {
                        (true, _) => v == 0,
                        (false, true) => v < 0,
                        (false, false) => v <= 0,
                    }
                });
                assert!(!holds, "{all:?} holds at {at:?}");
            }
        }
        assert!(found > 100);
    }
}
