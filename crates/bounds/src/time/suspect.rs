//! Inputs that may never come to an end.
//!
//! Idea: where termination is open, the transition system is asked for a run
//! that does not end. The system has more runs than the program, so that
//! nothing is claimed of what it says: the input at which its run begins is
//! tried by the interpreter, like those of the grid, and what is told in the
//! end is a lasso that was replayed. A grid alone has no chance where two inputs
//! have to fit together (`x = 10*y - 2*x` stays where it is for 10 and 3).
//! Source: A. Gupta et al., "Proving non-termination", POPL 2008, who solve for
//! the set and the input at once. Cost: a part of the time that is left.

use super::engine::Engine;
use super::options::Options;
use super::solved::Solved;
use ep_base::time::{Number, Suspect};
use ep_base::Budget;
use ep_its::options::Goals;
use ep_its::outcome::Lasso;
use ep_its::stepwise;
use std::time::{Duration, Instant};

/// The share of the time that is left, and the most of it.
const SHARE: f32 = 0.25;
const MOST: Duration = Duration::from_secs(4);

/// How much is done to find one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Fixed points, and a few runs with numbers.
    Near,
    /// A few trails.
    Trails,
    /// What is left.
    Far,
}

/// An input whose run does not end in the system.
pub fn find(
    engine: &Engine<'_>,
    solved: &Solved,
    options: &Options,
    effort: Effort,
) -> Option<Suspect> {
    let find = match effort {
        Effort::Near => stepwise::near,
        Effort::Trails => stepwise::few_trails,
        Effort::Far => stepwise::far,
    };
    let system = &solved.translated.system;
    let lasso = find(system, &solved.analysis, &asked(options))?;
    Some(suspected(engine, &lasso))
}

fn asked(options: &Options) -> ep_its::options::Options {
    let now = Instant::now();
    let left = match options.budget.deadline() {
        Some(d) => d.saturating_duration_since(now).mul_f32(SHARE).min(MOST),
        None => MOST,
    };
    ep_its::options::Options {
        goals: Goals {
            termination: false,
            nontermination: true,
            upper: false,
            lower: false,
        },
        budget: Budget {
            start: now,
            timeout: Some(left),
            ..options.budget.clone()
        },
        ..Default::default()
    }
}

fn suspected(engine: &Engine<'_>, lasso: &Lasso) -> Suspect {
    let inputs = engine.inputs.iter().zip(&lasso.input);
    let inputs = inputs.map(|(i, v)| (i.parameter.kind.clone(), Number(v.clone())));
    // What rounds read is among the temporaries of the cycle.
    let mut rounds: Vec<Number> = Vec::new();
    let steps = lasso.branches.iter().flat_map(|b| &b.cycle);
    for round in steps.chain(&lasso.cycle) {
        for value in round.temporaries.iter().filter_map(|t| t.as_constant()) {
            let value = Number(value);
            if !rounds.contains(&value) {
                rounds.push(value);
            }
        }
    }
    Suspect {
        inputs: inputs.collect(),
        rounds,
    }
}
