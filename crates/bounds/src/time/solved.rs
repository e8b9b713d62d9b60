//! What is proved of a graph's transition system, and in which order it is tried.
//!
//! Idea: what is cheap comes before what is dear, and what settles a question ends the
//! search. First measures of the system alone, and a run without an end that takes
//! little to find; it is tried by the interpreter, with a few inputs of the grid
//! ([`crate::evidence::early`]). Where such a run is seen not to end, that all runs end
//! is no question any more: it is not looked for, in this graph and in those that tell
//! inputs of the same kind apart. Else what is dear to prove is tried
//! ([`ep_its::stepwise`]), behind measures over bits, which take few questions, and
//! runs without an end once more. That
//! one run does not end leaves bounds for other inputs as they are. Source: document
//! 004, section 5, for the system; the order is that of A. Gupta et al., "Proving
//! non-termination", POPL 2008, who race both. Cost: each prover once per system.
//!
//! What must never happen: that a run was seen not to end is told. It chooses what is
//! tried, and a lasso is told where it was replayed.

use super::engine::Engine;
use super::explore::{self, Graph};
use super::middle::Middle;
use super::suspect::Effort;
use super::{best, measured, present, result, start, state, suspect, system, weight, Options};
use crate::evidence::grid::Point;
use crate::evidence::{early, Subject};
use ep_base::time::{ParameterKind, Suspect};
use ep_base::Diagnostic;
use ep_ir::FuncId;
use num_bigint::BigInt;

/// What earlier graphs of the same program have shown.
#[derive(Default)]
pub(super) struct Known {
    /// The input of a run that was seen not to end.
    endless: Option<Suspect>,
    /// The grid was looked at.
    looked: bool,
}

/// A system with what it suspects; a defect with what was found without it.
type Found = Result<(Solved, Vec<Suspect>), Box<(Solved, Diagnostic)>>;

/// The proof of a graph, and inputs that are suspected.
///
/// # Errors
/// A defect of the bit-precise engine, with what was found without it.
pub(super) fn find(
    engine: &mut Engine<'_>,
    graph: Graph,
    entry: FuncId,
    options: &Options,
    middle: Middle,
    known: &mut Known,
) -> Found {
    let mut solved = Solved::plain(engine, graph, options);
    let mut suspects: Vec<Suspect> = Vec::new();
    let mut endless = known
        .endless
        .as_ref()
        .is_some_and(|s| is_in(engine, middle, s));
    let math = engine.is_math();
    let open = |s: &Solved| !s.ends() && !math;
    let mut over_bits = None;
    for effort in [Effort::Near, Effort::Trails] {
        if endless || !open(&solved) {
            break;
        }
        let found = suspect::find(engine, &solved, options, effort);
        match seen(engine, entry, found.as_slice(), options, known) {
            Ok(seen) => endless = seen.is_some_and(|s| is_in(engine, middle, &s)),
            Err(defect) => return Err(Box::new((solved, defect))),
        }
        suspects.extend(found);
        if effort == Effort::Near && !endless {
            match measured(engine, &solved, options) {
                Ok(Some(better)) if better.ends() => return Ok((better, suspects)),
                Ok(better) => over_bits = Some(better),
                Err(defect) => return Err(Box::new((solved, defect))),
            }
        }
    }
    if !endless {
        solved = solved.refined(options);
    }
    let over_bits = match over_bits.filter(|_| !solved.ends()) {
        Some(asked) => asked,
        None => match measured(engine, &solved, options) {
            Ok(better) => better,
            Err(defect) => return Err(Box::new((solved, defect))),
        },
    };
    if let Some(better) = over_bits {
        solved = match endless {
            true => better,
            false => better.refined(options),
        };
    }
    if let Some(s) = known.endless.as_ref().filter(|s| !suspects.contains(s)) {
        suspects.insert(0, s.clone());
    }
    if open(&solved) && !endless {
        suspects.extend(suspect::find(engine, &solved, options, Effort::Far));
    }
    Ok((solved, suspects))
}

/// The input of a run that does not end, of those suspected or of the grid.
fn seen(
    engine: &Engine<'_>,
    entry: FuncId,
    suspects: &[Suspect],
    options: &Options,
    known: &mut Known,
) -> Result<Option<Suspect>, Diagnostic> {
    let of_grid = !std::mem::replace(&mut known.looked, true);
    if suspects.is_empty() && !of_grid {
        return Ok(None);
    }
    let module = engine.module;
    // What is taken for a string is one, and pointers are not null.
    let takes = |p: &Point| {
        let given = p.parameters.iter().enumerate();
        let mut given = given.map(|(i, g)| (start::is_text(module, entry, i), &g.bytes));
        given.all(|(text, bytes)| bytes.as_ref().is_some_and(|b| !text || b.contains(&0)))
    };
    let subject = Subject { module, entry };
    let found = early::endless(subject, suspects, of_grid, &takes, &options.budget)?;
    tracing::debug!(found = found.is_some(), "runs without an end were tried");
    known.endless = known.endless.take().or_else(|| found.clone());
    Ok(found)
}

/// Whether a graph looks at this input.
fn is_in(engine: &Engine<'_>, middle: Middle, of: &Suspect) -> bool {
    if middle != Middle::Alone {
        return true;
    }
    engine.inputs.iter().all(|i| {
        let kind = &i.parameter.kind;
        let ParameterKind::Value {
            index,
            bits,
            signed,
        } = *kind
        else {
            return false;
        };
        let own = of.inputs.iter().find(|(k, _)| match k {
            ParameterKind::Value { index: n, .. } => *n == index,
            _ => false,
        });
        let Some(within) = middle.of(engine.module, engine.entry, kind) else {
            return true;
        };
        let size = BigInt::from(1) << bits;
        own.is_some_and(|(_, v)| {
            let low = ((&v.0 % &size) + &size) % &size;
            let value = match signed && low >= (&size >> 1u32) {
                true => low - size,
                false => low,
            };
            within.contains(&value)
        })
    })
}

/// A graph with what was found of its transition system.
pub(super) struct Solved {
    pub graph: Graph,
    pub translated: system::Translated,
    pub analysis: ep_its::Analysis,
    pub certificate: Option<ep_base::time::Certificate>,
    /// The proof told steps or places apart: its measures speak of parts.
    pub told_apart: bool,
    /// Measures over bits that it may rest on.
    over_bits: u64,
}

impl Solved {
    /// What measures of the system say.
    fn plain(engine: &Engine<'_>, graph: Graph, options: &Options) -> Solved {
        let translated = system::translate(engine, &graph);
        let asked = asked(options);
        let analysis = ep_its::stepwise::plain(&translated.system, &asked);
        let none = |e: ep_its::system::Malformed| ep_its::Analysis::undecided(&e.to_string());
        let analysis = analysis.unwrap_or_else(none);
        let mut solved = Solved {
            graph,
            translated,
            analysis,
            certificate: None,
            told_apart: false,
            over_bits: engine.measures.len() as u64,
        };
        solved.proofs();
        solved
    }

    /// With all that is dear to prove.
    fn refined(mut self, options: &Options) -> Solved {
        if !self.ends() {
            self.analysis = ep_its::stepwise::refined(self.analysis, &asked(options));
            self.proofs();
        }
        self
    }

    fn proofs(&mut self) {
        let proof = self.analysis.termination.as_ref();
        self.told_apart = proof.is_some_and(tells_apart);
        let text = self.analysis.certificate(&self.translated.system);
        self.certificate = text.map(|text| ep_base::time::Certificate {
            text,
            accepted: None,
            // What a measure's round rests on.
            single_solver_steps: self.over_bits,
        });
    }

    pub fn outcome(&self) -> &ep_its::outcome::Outcome {
        &self.analysis.outcome
    }

    pub fn ends(&self) -> bool {
        matches!(
            self.analysis.outcome.termination,
            ep_its::outcome::Answer::Terminates
        )
    }
}

/// What is asked of a system.
fn asked(options: &Options) -> ep_its::options::Options {
    ep_its::options::Options {
        goals: ep_its::options::Goals {
            termination: true,
            nontermination: false,
            // Where potentials give no bound, it is asked for then.
            upper: false,
            lower: false,
        },
        budget: options.budget.clone(),
        ..Default::default()
    }
}

/// Whether a proof split steps or places: a measure may then speak of one part
/// of a step, and the step's other part does what it likes.
fn tells_apart(t: &ep_its::termination::Termination) -> bool {
    use ep_its::work::Step;
    let whole = |s: &Step| {
        matches!(
            s,
            Step::Unreachable
                | Step::Remove(..)
                | Step::Eliminate(..)
                | Step::Invariants(_)
                | Step::Assume
                | Step::Congruences(_)
                | Step::Forget(_)
                | Step::Weaken(..)
        )
    };
    !t.work.steps.iter().all(whole)
}

/// The same with measures over bits for the loops that are open, or whose
/// bounds are not exact, where some were found.
fn measured(
    engine: &mut Engine<'_>,
    solved: &Solved,
    options: &Options,
) -> Result<Option<Solved>, ep_base::Diagnostic> {
    let gave_up = |a: &explore::Arc| matches!(a.target, explore::Target::GaveUp);
    if engine.is_math() {
        // Measures over bits are none of numbers that have none.
        return Ok(None);
    }
    if !engine.undecided.is_empty() || solved.graph.arcs.iter().any(gave_up) {
        return Ok(None);
    }
    let ends = solved.ends();
    if ends {
        let mut names = present::Names::new(engine);
        let all = |n: usize| {
            let arc = solved.graph.arcs.get(n);
            arc.map_or_else(weight::Weight::default, |a| a.arrival.state.weight())
        };
        let mut exact = || best::exact(engine, &solved.graph, &mut names, &all);
        if !options.bounds || exact().is_some() {
            return Ok(None);
        }
    }
    let open = result::open_cuts(&solved.graph, &solved.translated, solved.outcome(), ends);
    let module = engine.module;
    let of = |key: &state::LoopKey| match ends {
        true => measured::works_on_bits(module, key),
        false => solved.graph.cuts.iter().any(|(id, c)| {
            open.contains(&id) && (&c.key.path, c.key.func, c.key.block) == (&key.0, key.1, key.2)
        }),
    };
    let mut graph = solved.graph.clone();
    if !measured::add(engine, &mut graph, &of)? {
        return Ok(None);
    }
    let mut again = Solved::plain(engine, graph, options);
    if ends {
        // What was needed to prove it is needed again.
        again = again.refined(options);
    }
    Ok((again.ends() || !ends).then_some(again))
}
