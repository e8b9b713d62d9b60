//! Random systems, and an interpreter of its own that judges what is claimed
//! about them.

use ep_its::num::Int;
use ep_its::poly::{Monomial, Poly, Var};
use ep_its::system::{Arm, Atom, Cost, Loc, Rel, System, Transition};
use std::collections::{HashMap, HashSet};

/// So many seeds from `EVERYPATH_FIRST` on, so that long runs can be made in parts;
/// each thousandth is told.
#[allow(dead_code)]
pub fn seeds(count: u64) -> impl Iterator<Item = u64> {
    let first = std::env::var("EVERYPATH_FIRST").ok();
    let first: u64 = first.and_then(|v| v.parse().ok()).unwrap_or(0);
    (first..first + count).inspect(|seed| {
        if seed % 1_000 == 0 {
            println!("seed {seed}");
        }
    })
}

/// Numbers that repeat.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678_9ABC_DEF1)
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

fn linear(d: &mut Dice, vars: u32, terms: u64) -> Poly {
    let mut p = Poly::from(d.within(-3, 3));
    for _ in 0..terms {
        let k = [1, 1, 1, -1, -1, 2, -2][d.below(7) as usize];
        let v = Var(d.below(u64::from(vars)) as u32);
        p.insert(Monomial::var(v), Int::from(k));
    }
    if d.one_in(25) {
        let v = Var(d.below(u64::from(vars)) as u32);
        p.insert(
            Monomial::var(v).times(&Monomial::var(v)),
            Int::from(d.within(-1, 1)),
        );
    }
    p
}

/// A system of two to four locations, mostly with loops that count.
pub fn system(seed: u64) -> System {
    let mut d = Dice::new(seed);
    for _ in 0..8 {
        d.below(2);
    }
    let n = 1 + d.below(3) as u32;
    let mut s = System::new("l0");
    s.variables = (0..n).map(|i| format!("x{i}")).collect();
    let locations = 2 + d.below(3);
    for i in 1..locations {
        s.locations.push(format!("l{i}"));
    }
    let count = 2 + d.below(5) as u32;
    for i in 0..count {
        // The first leaves the start, so that most systems are alive.
        let source = if i == 0 { 0 } else { d.below(locations) as u32 };
        let target = if i == 0 { 1 } else { d.below(locations) as u32 };
        let temporaries = u32::from(d.one_in(4));
        let all = n + temporaries;
        let mut guard = Vec::new();
        for _ in 0..d.below(3) {
            let terms = 1 + d.below(2);
            let poly = linear(&mut d, all, terms);
            guard.push(Atom {
                poly,
                rel: if d.one_in(8) { Rel::Eq } else { Rel::Ge },
            });
        }
        let arms = if d.one_in(20) { 2 } else { 1 };
        let arm = |d: &mut Dice, target: u32| {
            let update = (0..n)
                .map(|v| match d.below(6) {
                    0..=2 => Poly::var(Var(v)),
                    3 | 4 => Poly::var(Var(v)).plus(&Poly::from(d.within(-2, 2))),
                    _ => linear(d, all, 1),
                })
                .collect();
            Arm {
                target: Loc(target),
                update,
            }
        };
        let arms = (0..arms).map(|_| arm(&mut d, target)).collect();
        let mut t = Transition {
            source: Loc(source),
            guard,
            temporaries: (0..temporaries).map(|t| format!("t{t}")).collect(),
            arms,
            cost: Cost::exactly(Poly::from(1)),
            origin: i,
        };
        ep_its::simplify::temporaries::drop_unused(&mut t, n as usize);
        s.transitions.push(t);
    }
    s
}

/// The value of a polynomial, term by term.
pub fn value(p: &Poly, at: &[Int]) -> Int {
    let mut sum = Int::from(0);
    for (m, c) in p.terms() {
        let mut product = c.clone();
        for (v, e) in m.powers() {
            for _ in 0..*e {
                product *= &at[v.0 as usize];
            }
        }
        sum += product;
    }
    sum
}

pub type Place = (Loc, Vec<Int>);

/// What a transition makes of a state: one place per arm; `None` if it is not
/// taken.
pub fn step(s: &System, t: &Transition, at: &Place, temporaries: &[Int]) -> Option<Vec<Place>> {
    let _ = s;
    if t.source != at.0 {
        return None;
    }
    let mut all = at.1.clone();
    all.extend(temporaries.iter().cloned());
    for a in &t.guard {
        let v = value(&a.poly, &all);
        let zero = Int::from(0);
        let holds = match a.rel {
            Rel::Ge => v >= zero,
            Rel::Eq => v == zero,
        };
        if !holds {
            return None;
        }
    }
    let place = |arm: &Arm| {
        (
            arm.target,
            arm.update.iter().map(|p| value(p, &all)).collect(),
        )
    };
    Some(t.arms.iter().map(place).collect())
}

/// All states after a state, with temporaries from a small range.
pub fn successors(s: &System, at: &Place) -> Vec<Place> {
    let mut out = Vec::new();
    for (_, t) in s.transitions.iter() {
        let choices: Vec<Vec<Int>> = match t.temporaries.len() {
            0 => vec![Vec::new()],
            _ => (-4..=4).map(|k| vec![Int::from(k)]).collect(),
        };
        for c in choices {
            out.extend(step(s, t, at, &c).unwrap_or_default());
        }
    }
    out
}

// Every test file takes what it needs.
#[allow(dead_code)]
/// A state that a run from this box comes back to, or a run of this length:
/// depth first through all states, up to a number of them.
pub fn endless(s: &System, box_size: i64, states: usize, length: usize) -> Option<Place> {
    let n = s.variables.len();
    let mut done: HashSet<Place> = HashSet::new();
    let mut on_path: HashMap<Place, usize> = HashMap::new();
    let side = (2 * box_size + 1) as usize;
    for start in 0..side.pow(n as u32) {
        let mut rest = start;
        let mut values = Vec::new();
        for _ in 0..n {
            values.push(Int::from((rest % side) as i64 - box_size));
            rest /= side;
        }
        let root = (s.start, values);
        if done.contains(&root) {
            continue;
        }
        let mut stack = vec![(root.clone(), successors(s, &root))];
        on_path.insert(root, 0);
        while let Some((place, next)) = stack.last_mut() {
            let Some(after) = next.pop() else {
                let (place, _) = stack.pop().expect("it was the last");
                on_path.remove(&place);
                done.insert(place);
                continue;
            };
            let _ = place;
            if on_path.contains_key(&after) {
                return Some(after);
            }
            if done.contains(&after) {
                continue;
            }
            if done.len() + stack.len() > states {
                return None;
            }
            if stack.len() > length {
                return Some(after);
            }
            on_path.insert(after.clone(), stack.len());
            let following = successors(s, &after);
            stack.push((after, following));
        }
    }
    None
}
