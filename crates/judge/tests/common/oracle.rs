//! What a claim says, tried out: all runs from a grid of starts.
//!
//! Reads certificates by itself and evaluates them with `i128`; shares nothing
//! with the crate under test.

use std::collections::{HashMap, HashSet};

#[derive(Clone, Debug, PartialEq)]
pub enum S {
    A(String),
    L(Vec<S>),
}

pub type Env = HashMap<String, i128>;

impl S {
    pub fn parse_all(text: &str) -> Vec<S> {
        let text = text.replace('(', " ( ").replace(')', " ) ");
        let mut stack = vec![Vec::new()];
        for t in text.split_whitespace() {
            match t {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let l = stack.pop().unwrap();
                    stack.last_mut().unwrap().push(S::L(l));
                }
                t => stack.last_mut().unwrap().push(S::A(t.into())),
            }
        }
        stack.pop().unwrap()
    }

    pub fn list(&self) -> &[S] {
        match self {
            S::L(l) => l,
            S::A(_) => &[],
        }
    }

    pub fn atom(&self) -> &str {
        match self {
            S::A(a) => a,
            S::L(_) => "",
        }
    }

    pub fn head(&self) -> &str {
        self.list().first().map_or("", S::atom)
    }

    /// The arguments of the first `(head …)` inside.
    pub fn get(&self, head: &str) -> &[S] {
        let found = self.list().iter().find(|s| s.head() == head);
        found.map_or(&[], |s| &s.list()[1..])
    }
}

/// The value of a polynomial or of a bound; `None` if it is too large.
pub fn value(s: &S, env: &Env) -> Option<i128> {
    if let S::A(a) = s {
        return a.parse().ok().or_else(|| env.get(a).copied());
    }
    let args = s.list()[1..]
        .iter()
        .map(|a| value(a, env))
        .collect::<Option<Vec<i128>>>()?;
    match s.head() {
        "+" => args.iter().try_fold(0i128, |x, y| x.checked_add(*y)),
        "*" => args.iter().try_fold(1i128, |x, y| x.checked_mul(*y)),
        "-" if args.len() == 1 => args[0].checked_neg(),
        "-" => args[1..].iter().try_fold(args[0], |x, y| x.checked_sub(*y)),
        "^" => args[0].checked_pow(u32::try_from(args[1]).ok()?),
        "max" => args.iter().max().copied(),
        "min" => args.iter().min().copied(),
        "div" => Some(args[0].div_euclid(args[1])),
        "pow" => args[0].checked_pow(u32::try_from(args[1].max(0)).ok()?),
        "bits" => Some(if args[0] <= 0 {
            0
        } else {
            128 - i128::from(args[0].leading_zeros())
        }),
        other => panic!("{other}"),
    }
}

pub fn holds(s: &S, env: &Env) -> Option<bool> {
    let (a, b) = (value(&s.list()[1], env)?, value(&s.list()[2], env)?);
    Some(match s.head() {
        ">=" => a >= b,
        ">" => a > b,
        "<=" => a <= b,
        "<" => a < b,
        _ => a == b,
    })
}

/// What all runs from a state have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Runs {
    /// The most that a finite part costs.
    pub cost: i128,
    /// A state comes again, or the run is longer than anybody looks.
    pub endless: bool,
    /// A state comes again.
    pub recurs: bool,
}

pub struct Simulator<'a> {
    pub system: &'a S,
    /// 1: lower side of costs, 2: upper side.
    pub side: usize,
    pub temps: std::ops::RangeInclusive<i128>,
    pub fuel: u64,
    memo: HashMap<(String, Vec<i128>), Runs>,
    path: HashSet<(String, Vec<i128>)>,
}

const DEPTH: usize = 600;

impl<'a> Simulator<'a> {
    pub fn new(system: &'a S, side: usize, temps: std::ops::RangeInclusive<i128>) -> Self {
        Simulator {
            system,
            side,
            temps,
            fuel: 150_000,
            memo: HashMap::new(),
            path: HashSet::new(),
        }
    }

    fn vars(&self) -> &'a [S] {
        self.system.get("vars")
    }

    /// `None` when the fuel or the range of numbers is used up.
    pub fn runs(&mut self, start: &Env) -> Option<Runs> {
        let at = self.system.get("start")[0].atom().to_string();
        let state = self.vars().iter().map(|v| start[v.atom()]).collect();
        self.from(at, state)
    }

    fn from(&mut self, at: String, state: Vec<i128>) -> Option<Runs> {
        let key = (at, state);
        if let Some(r) = self.memo.get(&key) {
            return Some(*r);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        if self.path.contains(&key) || self.path.len() > DEPTH {
            return Some(Runs {
                cost: 0,
                endless: true,
                recurs: self.path.contains(&key),
            });
        }
        self.path.insert(key.clone());
        let mut best = Runs {
            cost: 0,
            endless: false,
            recurs: false,
        };
        let mut env: Env = (self.vars().iter())
            .map(|v| v.atom().to_string())
            .zip(key.1.iter().copied())
            .collect();
        for t in &self.system.list()[1..] {
            if t.head() == "trans" && t.list()[2].atom() == key.0 {
                self.fire(t, &mut env, t.get("temps"), &mut best)?;
            }
        }
        self.path.remove(&key);
        if !best.endless {
            self.memo.insert(key, best);
        }
        Some(best)
    }

    fn fire(&mut self, t: &S, env: &mut Env, temps: &[S], best: &mut Runs) -> Option<()> {
        if let Some((first, rest)) = temps.split_first() {
            for x in solved(t, first, env).unwrap_or_else(|| self.temps.clone().collect()) {
                self.fuel = self.fuel.checked_sub(1)?;
                env.insert(first.atom().to_string(), x);
                self.fire(t, env, rest, best)?;
            }
            env.remove(first.atom());
            return Some(());
        }
        for a in t.get("guard") {
            if !holds(a, env)? {
                return Some(());
            }
        }
        let mut cost = value(&t.get("cost")[self.side - 1], env)?;
        let (mut endless, mut recurs) = (false, false);
        for arm in t.list().iter().filter(|s| s.head() == "to") {
            let mut next = Vec::new();
            for v in self.vars() {
                let set = arm.list()[2..].iter().find(|p| p.list()[0] == *v);
                next.push(value(set.map_or(v, |p| &p.list()[1]), env)?);
            }
            if next.iter().any(|x| x.abs() > 1 << 40) {
                return None;
            }
            let r = self.from(arm.list()[1].atom().to_string(), next)?;
            cost = cost.checked_add(r.cost)?;
            endless |= r.endless;
            recurs |= r.recurs;
        }
        best.cost = best.cost.max(cost);
        best.endless |= endless;
        best.recurs |= recurs;
        Some(())
    }
}

/// The only value that an equation of the guard leaves to a temporary: without it,
/// runs in which one grows would end at the end of a range.
fn solved(t: &S, temp: &S, env: &mut Env) -> Option<Vec<i128>> {
    let name = temp.atom().to_string();
    let mut found = None;
    for a in t.get("guard").iter().filter(|a| a.head() == "=") {
        let mut side = |x: i128| {
            env.insert(name.clone(), x);
            let [_, a, b] = a.list() else { return None };
            value(a, env)?.checked_sub(value(b, env)?)
        };
        let at: Option<Vec<i128>> = (0..3).map(&mut side).collect();
        let Some([zero, one, two]) = at.as_deref() else {
            continue;
        };
        let slope = one - zero;
        if slope != 0 && two - one == slope {
            let x = -zero / slope;
            found = Some(Vec::from_iter((x * slope == -zero).then_some(x)));
            break;
        }
    }
    env.remove(&name);
    found
}

/// All starts of a grid.
pub fn grid(names: &[S], values: &[i128]) -> Vec<Env> {
    let mut out = vec![Env::new()];
    for n in names {
        out = out
            .iter()
            .flat_map(|e| {
                values.iter().map(move |x| {
                    let mut e = e.clone();
                    e.insert(n.atom().to_string(), *x);
                    e
                })
            })
            .collect();
    }
    out
}

/// Why a claim is wrong; `Ok(false)` if it could not be tried out.
pub fn refute(system: &S, claim: &S) -> Result<bool, String> {
    let vars = system.get("vars");
    let kind = claim.list()[1].atom();
    match kind {
        "termination" | "upper" => {
            let values: &[i128] = if vars.len() > 2 {
                &[-2, 0, 1, 3]
            } else {
                &[-3, -1, 0, 1, 2, 4, 5]
            };
            let mut sim = Simulator::new(system, 2, -3..=7);
            for start in grid(vars, values) {
                if claim
                    .get("assume")
                    .iter()
                    .any(|a| holds(a, &start) != Some(true))
                {
                    continue;
                }
                let Some(r) = sim.runs(&start) else {
                    return Ok(false);
                };
                if kind == "termination" && r.endless {
                    return Err(format!("an endless run from {start:?}"));
                }
                if kind == "upper" {
                    let Some(b) = value(&claim.get("bound")[0], &start) else {
                        return Ok(false);
                    };
                    // A run that is only long may still be within a large bound.
                    let endless = r.recurs || r.endless && b < DEPTH as i128;
                    if endless || r.cost > b {
                        return Err(format!("{r:?} from {start:?}, bound {b}"));
                    }
                }
            }
            Ok(true)
        }
        "lower" => {
            let family = claim.get("family");
            let n = family[0].atom().to_string();
            for x in 0..8 {
                let env = Env::from([(n.clone(), x)]);
                let mut all = family[2].list()[1..].iter();
                if all.any(|a| holds(a, &env) != Some(true)) {
                    continue;
                }
                let Some(start) = assigned(&family[1].list()[1..], &env) else {
                    return Ok(false);
                };
                // Wide enough for the temporaries of eight rounds.
                let mut sim = Simulator::new(system, 1, -8..=24);
                let Some(r) = sim.runs(&start) else {
                    return Ok(false);
                };
                let Some(b) = value(&claim.get("bound")[0], &env) else {
                    return Ok(false);
                };
                if !r.endless && r.cost < b {
                    return Err(format!("{r:?} for {x}, bound {b}"));
                }
            }
            Ok(true)
        }
        _ => {
            let Some(start) = assigned(claim.get("start"), &Env::new()) else {
                return Ok(false);
            };
            let mut sim = Simulator::new(system, 1, -8..=700);
            match sim.runs(&start) {
                Some(r) if !r.endless => Err(format!("all runs end from {start:?}")),
                Some(_) => Ok(true),
                None => Ok(false),
            }
        }
    }
}

/// `(VAR POLY)…` with numbers; `None` if one is too large.
fn assigned(pairs: &[S], env: &Env) -> Option<Env> {
    pairs
        .iter()
        .map(|p| Some((p.list()[0].atom().to_string(), value(&p.list()[1], env)?)))
        .collect()
}
