//! Lists of any length are proved over graphs of memory (`ep_shapes`).
//!
//! Idea: a loop that changes which objects there are can be unwound and not
//! cut. So a program that allocates and has such a loop is asked about there,
//! with a small share before anything else (a list of any length is never
//! unwound to its end), and with a larger one where the small one was too small
//! and unwinding has come far without an answer. Nothing is found there but
//! proofs. Source: D. Beyer, P. Wendler, SPIN 2013 (engines in turn, each under
//! a limit). Cost: the shares, where they are in vain; the first error that
//! cannot be excluded ends them.
//!
//! What must never happen: a proof for fewer runs than `check` speaks of. What
//! the user fixes or adds is left to the other engines.

use super::options::CheckOptions;
use super::result::Argument;
use super::run::Run;
use ep_base::outcome::Exactness;
use ep_base::Budget;
use ep_machine::machine::Assumption;
use ep_machine::options::{Arith, Entry, Options};
use ep_shapes::{Answer, Limits, Question};
use std::time::{Duration, Instant};

/// How much may be spent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Share {
    Small,
    Large,
}

impl Share {
    fn steps(self) -> u64 {
        match self {
            Share::Small => 20_000,
            Share::Large => 1_000_000,
        }
    }

    /// The clock behind them.
    fn time(self) -> Duration {
        match self {
            Share::Small => Duration::from_millis(300),
            Share::Large => Duration::from_secs(4),
        }
    }
}

/// Bytes of the stack that this engine's own limit stays below.
const STACK: u64 = 4 << 20;

/// What came of it.
pub(super) enum Tried {
    Proved(Argument),
    /// More of it may help.
    Short,
    /// It is no use, and why.
    Open(String),
}

impl Run<'_> {
    /// Tries a proof over lists of any length.
    pub(super) fn prove_lists(
        &mut self,
        options: &Options,
        how: &CheckOptions,
        budget: &Budget,
        share: Share,
    ) -> Tried {
        let module = &self.machine.program.module;
        let Some(entry) = applies(options, how, module) else {
            return Tried::Open("not asked for".into());
        };
        let now = Instant::now();
        let left = budget
            .deadline()
            .map(|d| d.saturating_duration_since(now) / 8);
        let time = left.map_or(share.time(), |l| share.time().min(l));
        let limits = Limits {
            steps: share.steps(),
            deadline: Some(now + time),
            cancel: budget.cancel.clone(),
        };
        let question = Question {
            entry,
            checks: &|k| options.checks.has(k),
            uninit_is_input: options.uninit_input,
            malloc_may_fail: options.malloc_may_fail,
        };
        match ep_shapes::prove(module, &question, &limits) {
            Answer::Proved(proof) => {
                // The proof stands for itself: what unwinding left out or took
                // for granted is no part of it.
                self.left.gaps.clear();
                self.left.exactness = Exactness::EXACT;
                self.left.assumptions = match options.malloc_may_fail {
                    true => 0,
                    false if options.malloc_never_fails => Assumption::EveryMalloc as u32,
                    false => Assumption::Malloc as u32,
                };
                Tried::Proved(Argument::Shapes {
                    shapes: proof.shapes,
                })
            }
            Answer::Limit => Tried::Short,
            Answer::Open {
                why,
                line,
                function,
            } => Tried::Open(match line {
                0 => why,
                _ => format!("{why} at {function}:{line}"),
            }),
        }
    }
}

/// The entry, if the question is one that this engine answers.
fn applies(options: &Options, how: &CheckOptions, module: &ep_ir::Module) -> Option<ep_ir::FuncId> {
    let plain = how.unwind.is_none()
        && how.most.is_none()
        && how.loops.is_empty()
        && !how.cover
        && how.induction
        && options.arith == Arith::Bits
        && options.devices.is_empty()
        && options.stack_bytes >= STACK;
    let entry = match &options.entry {
        Entry::Main { .. } => module.function("main"),
        Entry::Function { name, .. } => module.function(name).filter(|f| {
            let f = module.functions.get(*f);
            f.is_some_and(|f| f.params.is_empty())
        }),
    };
    entry.filter(|_| plain)
}
