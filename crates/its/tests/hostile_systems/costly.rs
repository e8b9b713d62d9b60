//! Systems whose cost looks like another one: nothing is paid, something is paid
//! back, temporaries are costs, the start is entered again, calls share or do not.
//! Each has the true answer, the growth that no lower bound may exceed and the one
//! that no upper bound may stay below; what is said is judged. (It is not tried out:
//! the simulator takes an endless run for one of any cost, and these need not pay.)

use crate::Said;
use ep_its::format::koat;
use ep_its::lower::{growth, Growth};
use ep_its::options::{Goals, Options};
use ep_its::outcome::Answer;
use ep_judge::Kind;
use std::time::Duration;

/// How the greatest cost grows with the inputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grows {
    /// Like a power; logarithms are in the one below.
    By(u32),
    /// Faster than all powers.
    Fast,
    /// It has no bound.
    Endless,
}

/// A name, whether all runs end, how the cost grows, and the rules.
pub type Case = (&'static str, Said, Grows, &'static str);

const SYSTEMS: &[Case] = {
    use Grows::{By, Endless, Fast};
    use Said::{Diverges, Ends};
    &[
        // What a bound of the cost says of the end.
        ("costs nothing for ever", Diverges, By(0), "f(x) -{0}> f(x + 1)"),
        ("pays back for ever", Diverges, By(0), "f(x, y) -{0 - 1}> f(x, y) :|: x > 0"),
        ("first dear and then for nothing", Diverges, By(1), "f(x) -{x}> g(x) :|: x > 0\n g(x) -{0}> g(x + 1)"),
        ("pays and gets back in turns", Diverges, By(0), "f(x) -{1}> g(x) :|: x > 0\n g(x) -{0 - 1}> f(x)"),
        ("gets back less than it pays", Diverges, Endless, "f(x) -{2}> g(x) :|: x > 0\n g(x) -{0 - 1}> f(x)"),
        ("what it costs has either sign", Diverges, Endless, "f(x) -{x}> f(x)"),
        ("pays once in each of its endless rounds, but nothing in the end", Diverges, By(1), "f(x, y) -{1}> f(x - 1, y) :|: x > 0\n f(x, y) -{0}> f(x, y) :|: x <= 0"),
        ("nothing is paid in a loop that ends", Ends, By(0), "f(x) -{0}> f(x - 1) :|: x > 0"),
        ("costs what falls", Ends, By(2), "f(x) -{x}> f(x - 1) :|: x > 0"),
        ("costs what is below zero", Ends, By(0), "f(x, y) -{y}> f(x - 1, y) :|: x > 0 && y < 0"),
        ("costs what changes its sign", Ends, By(1), "f(x, y) -{y}> f(x - 1, 0 - y) :|: x > 0"),
        ("costs a difference", Ends, By(2), "f(x, y) -{x - y}> f(x - 1, y) :|: x > 0"),
        ("counts and takes back", Ends, By(1), "f(x, y) -{1}> g(x, x) :|: x > 0\n g(x, y) -{0 - 1}> g(x, y - 1) :|: y > 0\n g(x, y) -{1}> f(x - 1, y) :|: y <= 0"),
        // Temporaries as costs, steps and limits.
        ("a temporary is the cost", Ends, By(1), "f(x) -{t}> g(x) :|: t <= x"),
        ("a temporary without a limit is the cost", Ends, Endless, "f(x) -{t}> g(x)"),
        ("a temporary above a limit is the cost", Ends, Endless, "f(x) -{t}> g(x) :|: t >= x"),
        ("a temporary between two limits is the step", Ends, By(1), "f(x) -> f(x - t) :|: x > 0 && t >= 1 && t <= 2"),
        ("new in each round, without a limit", Ends, Endless, "f(x, y) -> f(x - 1, t) :|: x > 0\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("new in each round, at most the other", Ends, By(2), "f(x, y) -> f(x - 1, t) :|: x > 0 && t <= x\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("new in each round, at most what it was", Ends, By(1), "f(x, y) -> f(x - 1, t) :|: x > 0 && t <= y\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("new in each round, at most one more", Ends, By(1), "f(x, y) -> f(x - 1, t) :|: x > 0 && t <= y + 1\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("new in each round, at most twice what it was", Ends, Fast, "f(x, y) -> f(x - 1, t) :|: x > 0 && t <= 2*y\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("an integer is there in every second round", Ends, By(0), "f(x) -> f(x - 1) :|: x > 0 && 2*t = x"),
        ("an integer is there in each round", Ends, By(1), "f(x) -> f(x - 2) :|: x > 0 && 2*t = x"),
        ("one of two integers is there", Ends, By(1), "f(x) -> f(x - 1) :|: x > 0 && 2*t >= x && 2*t <= x + 1"),
        ("an even number misses an odd one", Diverges, Endless, "f(x) -> g(2*t)\n g(x) -> g(x - 2) :|: x != 1"),
        ("an even number meets zero", Ends, Endless, "f(x) -> g(2*t)\n g(x) -> g(x - 2) :|: x != 0 && x >= 0"),
        ("thirds of zero", Diverges, Endless, "f(x) -> f(t) :|: 3*t <= x && 3*t >= x - 2 && x >= 0"),
        ("thirds above zero", Ends, By(0), "f(x) -> f(t) :|: 3*t <= x && 3*t >= x - 2 && x > 0"),
        ("halves while they are whole", Ends, By(0), "f(x) -> f(t) :|: 2*t = x && x != 0"),
        ("no root of two is whole", Ends, By(0), "f(x, y) -> f(x, y) :|: x*x = 2*y*y && x > 0"),
        ("but that of zero is", Diverges, Endless, "f(x, y) -> f(x, y) :|: x*x = 2*y*y"),
        // Closed forms.
        ("grows as fast as its limit", Diverges, Endless, "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(2*x, 2*y) :|: x < y"),
        ("outgrows its limit, but not from zero", Diverges, Endless, "f(x, y) -> g(x, y) :|: x >= 0\n g(x, y) -> g(3*x, 2*y) :|: x < y"),
        ("outgrows its limit", Ends, By(0), "f(x, y) -> g(x, y) :|: x >= 1\n g(x, y) -> g(3*x, 2*y) :|: x < y"),
        ("changes its sign and outgrows its limit", Ends, By(0), "f(x, y) -> g(x, y)\n g(x, y) -> g(0 - 2*x, y) :|: x < y && x != 0"),
        ("both change their sign", Ends, By(0), "f(x, y) -> g(x, y)\n g(x, y) -> g(0 - 2*x, 0 - 2*y) :|: x < y"),
        ("a square beside a line", Ends, By(1), "f(x, y, z) -> g(x, y, z)\n g(x, y, z) -> g(x + y, y - 1, z + 1) :|: x > z"),
        ("a square beside a square", Diverges, Endless, "f(x, y, z, t) -> g(x, y, z, t)\n g(x, y, z, t) -> g(x + y, y + 1, z + t, t + 1) :|: x < z"),
        ("set back to one", Ends, By(1), "f(x, y) -> g(1, y)\n g(x, y) -> g(2*x, y) :|: x < y && x > 0\n g(x, y) -> g(1, y - 1) :|: x >= y && y > 0"),
        ("set back to zero", Diverges, Endless, "f(x, y) -> g(1, y)\n g(x, y) -> g(2*x, y) :|: x < y && x >= 0\n g(x, y) -> g(0, y - 1) :|: x >= y && y > 0"),
        // Relations between a state and a later one.
        ("change places and fall", Ends, By(1), "f(x, y) -> f(y - 1, x - 1) :|: x > 0 && y > 0"),
        ("change places, one falls and one grows", Diverges, Endless, "f(x, y) -> f(y - 1, x + 1) :|: x > 0 && y > 0"),
        ("grows where the other one falls", Ends, By(1), "f(x, y) -> g(x - 1, y) :|: x > 0\n g(x, y) -> f(x, y - 1) :|: y > 0\n g(x, y) -> f(x + 2, y - 1) :|: y > 0"),
        ("grows where the other one stays", Diverges, Endless, "f(x, y) -> g(x - 1, y) :|: x > 0\n g(x, y) -> f(x, y - 1) :|: y > 0\n g(x, y) -> f(x + 2, y) :|: y > 0"),
        // The start is entered again.
        ("the start asks for zero each time", Ends, By(1), "f(x, y) -> g(x, y) :|: x = 0 && y > 0\n g(x, y) -> f(x, y - 1)"),
        ("the start asks for less", Diverges, Endless, "f(x, y) -> g(x, y) :|: x = 0\n g(x, y) -> f(x, y - 1)"),
        ("what is counted grows at the start", Ends, By(1), "f(x, y) -> f(x + 1, y - 1) :|: y > 0\n f(x, y) -> g(x, y)\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("what is counted doubles at the start", Ends, Fast, "f(x, y) -> f(2*x, y - 1) :|: y > 0\n f(x, y) -> g(x, y)\n g(x, y) -> g(x - 1, y) :|: x > 0"),
        ("the start is entered from an inner loop", Ends, By(2), "f(x, y) -> g(x, x) :|: x > 0\n g(x, y) -> g(x, y - 1) :|: y > 0\n g(x, y) -> f(x - 1, y)"),
        ("the start is entered with what is left", Ends, By(1), "f(x, y) -> g(x, y) :|: x > 0\n g(x, y) -> g(x - 1, y) :|: x > 5\n g(x, y) -> f(x - 1, y)"),
        // Calls.
        ("calls with one less and two less", Ends, Fast, "f(x) -> Com_2(f(x - 1), f(x - 2)) :|: x > 1"),
        ("calls that share", Ends, By(1), "f(x) -> Com_2(f(t), f(x - t)) :|: x > 1 && t > 0 && t < x"),
        ("calls that share, one may get all", Diverges, Endless, "f(x) -> Com_2(f(t), f(x - t)) :|: x > 0 && t >= 0 && t <= x"),
        ("a loop beside each call", Ends, By(2), "f(x) -> Com_2(f(x - 1), g(x)) :|: x > 0\n g(x) -> g(x - 1) :|: x > 0"),
        ("only the last calls cost", Ends, Fast, "f(x) -{0}> Com_2(f(x - 1), f(x - 1)) :|: x > 0\n f(x) -{1}> g(x) :|: x <= 0"),
        ("one call with the same", Diverges, Endless, "f(x) -> Com_2(f(x - 1), f(x)) :|: x > 0"),
        ("a call that pays back", Ends, By(1), "f(x) -{0 - 1}> Com_2(f(x - 1), g(x)) :|: x > 0\n g(x) -{2}> h(x)"),
        ("three calls", Ends, Fast, "f(x) -> Com_3(f(x - 1), f(x - 1), f(x - 1)) :|: x > 0"),
        ("a call that takes another's limit", Diverges, Endless, "f(x, y) -> Com_2(f(x - 1, y), f(y - 1, y)) :|: x > 0"),
        ("calls in turns", Ends, Fast, "f(x) -> Com_2(g(x - 1), f(x - 1)) :|: x > 0\n g(x) -> f(x - 1) :|: x > 0"),
        ("two calls, and a run of one of them is short", Ends, By(0), "f(x) -> Com_2(g(x), g(0 - x)) :|: x > 0\n g(x) -> h(x) :|: x < 0"),
        // Limits that make a growth a number, and none.
        ("between two numbers", Ends, By(0), "f(x) -> f(x - 1) :|: x > 0 && x < 100"),
        ("below what is below a number", Ends, By(0), "f(x, y) -> f(x - 1, y) :|: x > 0 && x < y && y < 50"),
        ("up to a number by what is above zero", Ends, By(0), "f(x, y) -> f(x + y, y) :|: x > 0 && x < 100 && y > 0"),
        ("up to a number by what may be zero", Diverges, Endless, "f(x, y) -> f(x + y, y) :|: x < 100 && y >= 0"),
        ("down by more than one", Ends, By(1), "f(x, y) -> f(x - y, y) :|: x > 0 && y > 1"),
        ("the lesser of two", Ends, By(1), "f(x, y) -> f(x - 1, y - 1) :|: x > 0 && y > 0"),
        ("a product of either sign", Diverges, Endless, "f(x, y) -> f(x - 1, y) :|: x*y > 0"),
        ("a product of one sign", Ends, By(1), "f(x, y) -> f(x - 1, y) :|: x*y > 0 && y > 0"),
        ("a square is counted down", Ends, By(2), "f(x) -> g(x*x)\n g(x) -> g(x - 1) :|: x > 0"),
        ("one fills what the other empties", Ends, By(1), "f(x, y) -> f(x - 1, y + 1) :|: x > 0\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("one fills by itself what the other empties", Ends, By(2), "f(x, y) -> f(x - 1, y + x) :|: x > 0\n f(x, y) -> f(x, y - 1) :|: y > 0"),
        ("endless behind what never holds", Ends, By(0), "f(x) -> g(x) :|: x < 0 && x > 0\n g(x) -> g(x)"),
        ("endless behind what no integer is", Ends, By(0), "f(x) -> g(x) :|: 2*x = 2*t + 1\n g(x) -> g(x)"),
    ]
};

fn text(rules: &str) -> String {
    format!("(STARTTERM (FUNCTIONSYMBOLS f))\n(VAR x y z t u)\n(RULES\n {rules}\n)\n")
}

/// What is wrong with the answer about a system; else which of the three it has.
pub fn answered(truth: Said, grows: Grows, rules: &str) -> Result<[bool; 3], String> {
    let text = text(rules);
    let system = koat::read(&text).map_err(|e| e.to_string())?;
    let mut options = Options {
        goals: Goals::ALL,
        ..Options::default()
    };
    options.budget.timeout = Some(Duration::from_secs(4));
    let found =
        ep_its::analyse_with_proofs(&system, &options, &mut |_| {}).map_err(|e| e.to_string())?;
    let said = match found.outcome.termination {
        Answer::Terminates => Said::Ends,
        Answer::Diverges => Said::Diverges,
        Answer::Unknown { .. } => Said::Unknown,
    };
    let claims =
        said != Said::Unknown || !found.outcome.upper.is_empty() || !found.outcome.lower.is_empty();
    match found.certificate(&system) {
        None if claims => return Err("no certificate".into()),
        None => {}
        Some(c) => {
            let verdict =
                ep_judge::check(&c, Some(&text)).map_err(|e| format!("refused: {e}\n{c}"))?;
            // A cost without a bound is shown by a family or by a run that pays.
            let endless = found.outcome.lower.first().map(growth) == Some(Growth::Unbounded);
            let shown = verdict.claims.iter().any(|c| {
                matches!(
                    c.kind,
                    Kind::Lower { .. } | Kind::NonTermination { pays: true }
                )
            });
            if endless && !shown {
                return Err(format!("nothing shows that the cost has no bound:\n{c}"));
            }
        }
    }
    if said != truth && said != Said::Unknown {
        return Err(format!("{said:?}"));
    }
    let lower = (found.outcome.lower.first()).map(|f| match growth(f) {
        Growth::Power(d) => Grows::By(d),
        Growth::Unbounded => Grows::Endless,
    });
    let upper = found.outcome.upper.first().map(|c| c.bound.degree());
    let upper = upper.map(|d| d.map_or(Grows::Fast, Grows::By));
    match (lower, upper) {
        (Some(l), _) if l > grows => Err(format!("a lower bound that grows {l:?}")),
        (_, Some(u)) if u < grows => Err(format!("an upper bound that grows {u:?}")),
        _ => Ok([said == truth, lower.is_some(), upper.is_some()]),
    }
}

#[test]
fn no_cost_is_wrong() {
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    let mut counts = [0; 3];
    for (name, truth, grows, rules) in SYSTEMS {
        match answered(*truth, *grows, rules) {
            Err(e) => wrong.push(format!("{name}: {e}")),
            Ok(there) => {
                for (count, yes) in counts.iter_mut().zip(there) {
                    *count += usize::from(yes);
                }
                if !there[0] || !there[2] && *grows != Grows::Endless {
                    open.push(format!("{name} {there:?}"));
                }
            }
        }
    }
    let all = SYSTEMS.len();
    println!("{counts:?} of {all} have an answer, a lower and an upper bound; open: {open:#?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(counts[0] * 5 > all * 4 && counts[2] * 2 > all, "{counts:?}");
}
