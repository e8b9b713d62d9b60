//! Upper bounds of random systems: no run from a box of inputs costs more, the
//! checker accepts every derivation, and most derivations with a changed number
//! are refused. `EVERYPATH_CASES` sets the number of systems, `EVERYPATH_FIRST` the
//! number of the first.

use ep_base::entity::EntityId;
use ep_its::bound::Value;
use ep_its::num::Int;
use ep_its::options::{Goals, Options};
use ep_its::poly::{Poly, Var};
use ep_its::system::{Arm, Atom, Cost, Loc, Rel, System, Transition};
use ep_its::{analyse_with_proofs, format};

#[allow(dead_code)]
mod support;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % n
    }
    fn number(&mut self, a: i64, b: i64) -> i64 {
        a + self.below((b - a + 1) as u64) as i64
    }
    fn var(&mut self, n: usize) -> Poly {
        Poly::var(Var(self.below(n as u64) as u32))
    }
    /// A variable or a number.
    fn simple(&mut self, n: usize) -> Poly {
        match self.below(2) {
            0 => self.var(n),
            _ => Poly::from(self.number(-1, 2)),
        }
    }
}

/// Mostly loops that count, with resets, sums, temporaries and costs.
fn system(seed: u64) -> System {
    let mut r = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let mut s = System::new("f");
    let n = 2 + r.below(2) as usize;
    s.variables = (0..n).map(|i| format!("x{i}")).collect();
    let inner = 1 + r.below(3) as usize;
    let locations: Vec<Loc> = (0..inner)
        .map(|i| s.locations.push(format!("l{i}")))
        .collect();
    let mut edges: Vec<(Loc, Loc, bool)> = vec![(s.start, locations[0], false)];
    for i in 0..inner {
        edges.push((locations[i], locations[i], true));
        if i + 1 < inner {
            edges.push((locations[i], locations[i + 1], false));
        }
    }
    for _ in 0..r.below(3) {
        let (a, b) = (r.below(inner as u64), r.below(inner as u64));
        let ends = (locations[a as usize], locations[b as usize]);
        edges.push((ends.0, ends.1, r.below(4) > 0));
    }
    if r.below(8) == 0 {
        edges.push((locations[0], s.start, true));
    }
    for (source, target, counts) in edges {
        let with_temporary = r.below(5) == 0;
        let mut guard = Vec::new();
        let mut update = s.identity();
        if with_temporary {
            let t = Poly::var(Var::from_index(n));
            guard.push(Atom::ge(&t, &Poly::from(r.number(-1, 1))));
            guard.push(Atom::ge(&r.simple(n), &t));
            update[r.below(n as u64) as usize] = t;
        }
        for _ in 0..r.below(2) {
            guard.push(Atom::ge(&r.var(n), &r.simple(n)));
        }
        for _ in 0..r.below(3) {
            let i = r.below(n as u64) as usize;
            update[i] = match r.below(6) {
                0 => Poly::from(r.number(-2, 3)),
                1 => r.var(n).plus(&Poly::from(r.number(-1, 1))),
                2 => r.var(n).plus(&r.var(n)),
                3 => r.var(n).scaled(&r.number(-1, 2).into()),
                _ => Poly::var(Var::from_index(i)).plus(&Poly::from(r.number(-2, 2))),
            };
        }
        if counts {
            // x > y, and x falls or y grows.
            let i = r.below(n as u64) as usize;
            let x = Poly::var(Var::from_index(i));
            let step = Poly::from(r.number(1, 2));
            if r.below(2) == 0 {
                guard.push(Atom::gt(&x, &Poly::from(r.number(-1, 1))));
                update[i] = x.minus(&step);
            } else {
                guard.push(Atom::gt(&r.var(n), &x));
                update[i] = x.plus(&step);
            }
        }
        let cost = match r.below(6) {
            0 => r.var(n),
            1 => r.var(n).plus(&r.var(n)).plus(&Poly::from(r.number(-1, 3))),
            _ => Poly::from(r.number(0, 3)),
        };
        s.transitions.push(Transition {
            source,
            guard,
            temporaries: match with_temporary {
                true => vec!["t".into()],
                false => vec![],
            },
            arms: vec![Arm { target, update }],
            cost: Cost::exactly(cost),
            origin: 0,
        });
    }
    s
}

/// A polynomial at machine integers, by its terms alone.
fn at(p: &Poly, values: &[i128]) -> i128 {
    p.terms()
        .map(|(m, c)| {
            let c = i128::try_from(c).expect("small");
            let powers = m.powers().iter();
            powers.fold(c, |a, (v, e)| a * values[v.index()].pow(*e))
        })
        .sum()
}

/// The greatest cost of a part of a run that begins with these values.
fn dearest(s: &System, start: &[i128], mut steps: u32) -> i128 {
    let mut most = 0;
    let mut stack = vec![(s.start, start.to_vec(), 0i128, 0u32)];
    while let Some((l, values, spent, depth)) = stack.pop() {
        most = most.max(spent);
        if depth > 400 || steps == 0 || values.iter().any(|v| v.abs() > 1 << 40) {
            continue;
        }
        for (_, t) in s.transitions.iter().filter(|(_, t)| t.source == l) {
            let choices = match t.temporaries.is_empty() {
                true => 0..=0,
                false => -1..=3,
            };
            for choice in choices {
                steps = steps.saturating_sub(1);
                let mut all = values.clone();
                all.push(choice);
                let holds = t.guard.iter().all(|a| {
                    let v = at(&a.poly, &all);
                    match a.rel {
                        Rel::Ge => v >= 0,
                        Rel::Eq => v == 0,
                    }
                });
                if !holds {
                    continue;
                }
                let next = t.arms[0].update.iter().map(|p| at(p, &all)).collect();
                let cost = at(&t.cost.upper, &all);
                stack.push((t.arms[0].target, next, spent + cost, depth + 1));
            }
        }
    }
    most
}

fn cases() -> u64 {
    let wanted = std::env::var("EVERYPATH_CASES").ok();
    wanted.and_then(|v| v.parse().ok()).unwrap_or(600)
}

fn options() -> Options {
    Options {
        goals: Goals {
            termination: true,
            nontermination: false,
            upper: true,
            lower: false,
        },
        ..Options::default()
    }
}

#[test]
fn no_run_costs_more_than_its_bound() {
    let (mut bounded, mut ends, mut met) = (0u64, 0u64, 0u64);
    for seed in support::seeds(cases()) {
        let s = system(seed);
        let begun = std::time::Instant::now();
        let a = analyse_with_proofs(&s, &options(), &mut |_| {}).expect("well formed");
        if begun.elapsed().as_secs() > 2 {
            println!("seed {seed} took {:?}", begun.elapsed());
        }
        ends += u64::from(a.outcome.termination == ep_its::outcome::Answer::Terminates);
        let Some(case) = a.outcome.upper.first() else {
            continue;
        };
        bounded += 1;
        let shown = || {
            let bound = case.bound.show(&|v| s.name(v));
            format!("seed {seed}: {bound}\n{}", format::koat::print(&s))
        };
        assert!(case.condition.is_empty());
        let text = a.termination.as_ref().zip(a.upper.as_ref());
        let text = text.and_then(|(t, u)| ep_its::upper::certificate(&t.work, u));
        let text = text.unwrap_or_else(|| panic!("no certificate, {}", shown()));
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{e}, {}\n{text}", shown());
        }
        let mut r = Random(seed);
        let mut tight = false;
        for _ in 0..12 {
            let input: Vec<i128> = s.vars().map(|_| i128::from(r.number(-2, 6))).collect();
            let most = dearest(&s, &input, 3_000);
            let value = |v: Var| input.get(v.index()).map(|x| Int::from(*x));
            match case.bound.evaluate(&value) {
                Some(Value::Int(b)) => {
                    assert!(
                        Int::from(most) <= b,
                        "{most} > {b} at {input:?}, {}",
                        shown()
                    );
                    tight |= b == Int::from(most);
                }
                other => panic!("{other:?}, {}", shown()),
            }
        }
        met += u64::from(tight);
    }
    println!("{ends} end, {bounded} have a bound, {met} are met by a run");
    assert!(bounded * 3 > cases(), "{bounded} bounds");
    assert!(met * 5 > bounded, "{met} of {bounded} are met");
}

/// A bound is a tree, and in this system it doubled from loop to loop until 21 GB of
/// memory were taken.
#[test]
fn bounds_that_double_from_loop_to_loop_are_none() {
    let begun = std::time::Instant::now();
    let s = system(44_817);
    let a = analyse_with_proofs(&s, &options(), &mut |_| {}).expect("well formed");
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    let told = a.outcome.upper.first().map(|c| &c.bound);
    assert!(told.is_none_or(|b| b.size_within(20_000).is_some()));
}

/// Most numbers of a derivation cannot be made smaller.
#[test]
fn changed_derivations_are_refused() {
    let (mut changed, mut refused) = (0, 0);
    for seed in 0..40 {
        let s = system(seed);
        let a = analyse_with_proofs(&s, &options(), &mut |_| {}).expect("well formed");
        let (Some(t), Some(u)) = (&a.termination, &a.upper) else {
            continue;
        };
        let text = ep_its::upper::certificate(&t.work, u).expect("a certificate");
        ep_judge::check(&text, None).expect("accepted");
        let from = text.find("(bound ").expect("a bound");
        let digits = text.char_indices().filter(|(i, c)| {
            *i > from && ('1'..='9').contains(c) && text[..*i].ends_with([' ', '('])
        });
        let digits: Vec<usize> = digits.map(|(i, _)| i).collect();
        for i in digits.into_iter().step_by(3).take(12) {
            let digit = text.as_bytes()[i] - b'0';
            let mutant = format!("{}{}{}", &text[..i], digit - 1, &text[i + 1..]);
            changed += 1;
            refused += i32::from(ep_judge::check(&mutant, None).is_err());
        }
    }
    assert!(
        changed > 50 && refused * 2 > changed,
        "{refused} of {changed}"
    );
}

fn bound_of(rules: &str) -> String {
    let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y n t)\n(RULES {rules})");
    let s = format::read(format::Format::Koat, &text).expect("a system");
    let a = analyse_with_proofs(&s, &options(), &mut |_| {}).expect("well formed");
    if let Some(text) = a.certificate(&s) {
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{e}\n{text}");
        }
    }
    match a.outcome.upper.first() {
        Some(case) => case.bound.show(&|v| s.name(v)),
        None => "none".into(),
    }
}

#[test]
fn bounds_of_known_loops() {
    // Signs are kept: |x| would count runs from negative x.
    let one = "f(x) -> g(x)\n g(x) -> g(x-1) :|: x > 0";
    println!("{}", bound_of(one));
    // Two loops, the second as long as the first made it.
    let two = "f(x,y) -> g(x,0)\n g(x,y) -> g(x-1,y+2) :|: x > 0\n g(x,y) -> h(x,y) :|: x <= 0\n h(x,y) -> h(x,y-1) :|: y > 0";
    println!("{}", bound_of(two));
    assert_ne!(bound_of(two), "none");
    // The inner loop is filled once: linear, not quadratic.
    let amortised =
        "f(x,y) -> g(x,0)\n g(x,y) -> g(x-1,y+1) :|: x > 0\n g(x,y) -> g(x,y-1) :|: y > 0";
    println!("{}", bound_of(amortised));
    assert_ne!(bound_of(amortised), "none");
    let nested = "f(x,y) -> g(x,y)\n g(x,y) -> h(x,y) :|: x > 0\n h(x,y) -> h(x,y-1) :|: y > 0\n h(x,y) -> g(x-1,t) :|: y <= 0 && t <= x";
    println!("{}", bound_of(nested));
    assert_ne!(bound_of(nested), "none");
    assert_eq!(bound_of("f(x) -> f(x+1) :|: x > 0"), "none");
}

/// What one loop fills and another one empties is paid for once; what is set
/// anew in each round is paid for in each.
#[test]
fn what_is_left_over_is_paid_for_once() {
    for (rules, degree) in [
        (
            "f(x,y) -> g(x,0) g(x,y) -> h(x - 1, y + 1) :|: x > 0 \
             h(x,y) -> h(x, y - 1) :|: y > 0 h(x,y) -> g(x, y)",
            1,
        ),
        (
            "f(x,y) -> g(x,0) g(x,y) -> h(x - 1, y + 3) :|: x > 0 \
             h(x,y) -> h(x, y - 1) :|: y > 0 h(x,y) -> g(x, y)",
            1,
        ),
        (
            "f(x,y) -> g(x,0) g(x,y) -> h(x - 1, x) :|: x > 0 \
             h(x,y) -> h(x, y - 1) :|: y > 0 h(x,y) -> g(x, y)",
            2,
        ),
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y)\n(RULES {rules})");
        let s = format::read(format::Format::Koat, &text).expect("a system");
        let options = Options {
            goals: Goals::UPPER,
            ..Options::default()
        };
        let analysis = analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed");
        let found = analysis.outcome.upper.first().map(|c| c.bound.degree());
        assert_eq!(
            found,
            Some(Some(degree)),
            "{rules}: {:?}",
            analysis.outcome.upper
        );
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
}

/// Nested measures count, and what is multiplied in each round has a bound that
/// is a power.
#[test]
fn phases_and_powers_have_bounds() {
    let phases = "g(x,y,n,t) -> g(x + y, y - 1, n, t) :|: x > 0";
    for (rules, degree) in [
        (format!("f(x,y,n,t) -> g(x,y,n,t) {phases}"), Some(1)),
        // Entered again and again, with new values.
        (
            format!("f(x,y,n,t) -> g(n,n,n,t) {phases} g(x,y,n,t) -> g(n - 1, n - 1, n - 1, t) :|: x <= 0 && n > 0"),
            Some(2),
        ),
        // Three of them, and a rule beside that keeps all.
        (
            "f(x,y,n,t) -> g(x,y,n,t) g(x,y,n,t) -> g(x + y, y + n, n - 1, t) :|: x > 0 g(x,y,n,t) -> g(x,y,n,t - 1) :|: t > 0".into(),
            Some(1),
        ),
        (
            "f(x,y,n,t) -> g(x,1,n,t) g(x,y,n,t) -> g(x - 1, y + y, n, t) :|: x > 0 g(x,y,n,t) -> h(x,y,n,t) :|: x <= 0 h(x,y,n,t) -> h(x, y - 1, n, t) :|: y > 0".into(),
            None,
        ),
        // Four loops inside each other: looking for a better bound of the limits of
        // one took all questions from those inside.
        (
            "f(x,y,n,t,u) -> a(y,x,n,t,u) a(x,y,n,t,u) -> b(x,y,1,t,u) :|: y >= 1 \
             b(x,y,n,t,u) -> c(x,y,n,y,u) :|: x >= n b(x,y,n,t,u) -> a(x,y - 1,n,t,u) :|: n >= x + 1 \
             c(x,y,n,t,u) -> d(x,y,n,t,1) :|: y + n >= t c(x,y,n,t,u) -> b(x,y,n + 1,t,u) :|: t >= y + n + 1 \
             d(x,y,n,t,u) -> d(x,y,n,t,u + 1) :|: t >= u d(x,y,n,t,u) -> c(x,y,n,t + 1,u) :|: u >= t + 1"
                .into(),
            Some(4),
        ),
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y n t u)\n(RULES {rules})");
        let s = format::read(format::Format::Koat, &text).expect("a system");
        let options = Options {
            goals: Goals::UPPER,
            ..Options::default()
        };
        let analysis = analyse_with_proofs(&s, &options, &mut |_| {}).expect("well formed");
        let bound = analysis.outcome.upper.first().map(|c| c.bound.clone());
        assert_eq!(bound.as_ref().map(|b| b.degree()), Some(degree), "{rules}: {bound:?}");
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
    }
}

/// Loops that halve or double have bounds in bits, inside of others too, which the
/// checker accepts and no run exceeds.
#[test]
fn what_is_halved_is_counted_in_bits() {
    for (rules, wanted) in [
        // By a guess that is at most half.
        ("f(x,y) -> g(x,y) g(x,y) -> g(t,y) :|: x > 0 && 2*t <= x && t >= 0", true),
        // Above a number.
        ("f(x,y) -> g(x,y) g(x,y) -> g(t,y) :|: x > 5 && 2*t <= x && t >= 0", true),
        // Over two locations.
        (
            "f(x,y) -> g(x,y) g(x,y) -> h(t,y) :|: x > 0 && 2*t <= x && t >= 0 h(x,y) -> g(x,y)",
            true,
        ),
        // What is doubled from a number on.
        ("f(x,y) -> g(x,1) g(x,y) -> g(x,2*y) :|: y < x", true),
        ("f(x,y) -> g(x,y) :|: y >= 1 g(x,y) -> g(x,2*y) :|: x > y", true),
        // Each round of another one.
        (
            "f(x,y) -> g(x,y) g(x,y) -> h(y,y) :|: y > 0 h(x,y) -> h(t,y) :|: x > 0 && 2*t <= x && t >= 0 \
             h(x,y) -> g(x,y - 1) :|: x <= 0",
            true,
        ),
        // No halving: the last round falls by 1 alone, one of two rules by 1 always, and
        // what is not halved but lowered by a number that is half of it at first.
        ("f(x,y) -> g(x,y) g(x,y) -> g(t,y) :|: x > 0 && 2*t <= x + 1 && t < x", false),
        (
            "f(x,y) -> g(x,y) g(x,y) -> g(t,y) :|: x > 0 && 2*t <= x && t >= 0 g(x,y) -> g(x - 1,y) :|: x > 0",
            false,
        ),
        ("f(x,y) -> g(2*y,y) :|: y > 0 g(x,y) -> g(x - y,y) :|: x > 0 && y > 0", false),
    ] {
        let text = format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y)\n(RULES {rules})");
        let s = format::read(format::Format::Koat, &text).expect("a system");
        let analysis = analyse_with_proofs(&s, &options(), &mut |_| {}).expect("well formed");
        let found = analysis.outcome.upper.first().expect(rules);
        let shown = found.bound.show(&|v| s.name(v));
        assert_eq!(shown.contains("bit_length"), wanted, "{rules}: {shown}");
        let text = analysis.certificate(&s).expect("a certificate");
        if let Err(e) = ep_judge::check(&text, None) {
            panic!("{rules}: {e}\n{text}");
        }
        for start in [[0, 0], [1, 1], [2, 1], [7, 3], [16, 1], [17, 2], [40, 5]] {
            let value = |v: Var| start.get(v.0 as usize).map(|x| Int::from(*x));
            let Some(Value::Int(most)) = found.bound.evaluate(&value) else {
                panic!("{rules}: {shown}");
            };
            let run = dearest(&s, &start, 100_000);
            assert!(Int::from(run) <= most, "{rules}: {run} at {start:?}, {shown}");
        }
    }
}
