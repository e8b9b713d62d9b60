//! Inputs that come nearer to a bound, found by changing those that are known.
//!
//! Idea: paths are found one by one, and a peak that needs each of sixty inputs at
//! its greatest lies behind more of them than there is time for. A run of the
//! reference interpreter takes microseconds and tells its marks, so inputs are
//! changed at random (numbers of the program, ends of types, what another input
//! holds, one value for all reads of a kind, counting up) and a change stays where
//! the run comes nearer to what the bound allows it. What is found is only a
//! suggestion: it counts when its native run was measured. Source: hill climbing as
//! in worst-case fuzzers (T. Petsios et al., "SlowFuzz", CCS 2017; C. Lemieux et al.,
//! "PerfFuzz", ISSTA 2018). Alternative: the solver, asked for the witness's path; it
//! is asked by the exploration before. Cost: counted runs within a share of the time.

mod asked;
mod change;

use asked::Asked;
use change::{changed, standard_input, Words};
use ep_base::memory::{Entry, Expr, Kind, VariableId};
use ep_base::outcome::{Input, InputSource};
use ep_base::random::Random;
use ep_base::Cancel;
use ep_ir::interp::{self, End, InterpConfig};
use ep_ir::{FuncId, Module};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::time::Instant;

/// Instructions of one run.
const INSTRUCTIONS: u64 = 2_000_000;
/// Runs for one mark, those in a row that find nothing, and those after which a mark
/// that no change has moved is left alone.
const RUNS: usize = 20_000;
const IN_VAIN: usize = 3_000;
const UNMOVED: usize = 300;
/// Runs that go on for too long, of a program that may have no end.
const ENDLESS: usize = 20;

/// What is climbed for.
pub struct Climb<'a> {
    pub module: &'a Module,
    pub entry: &'a Entry,
    /// Inputs that stay as they are.
    pub constants: &'a [Input],
    /// Standard input may hold anything, of any length.
    pub any_input: bool,
    pub cancel: &'a Cancel,
    pub until: Instant,
}

/// What a run that reaches its bound has, in millionths.
const WHOLE: u64 = 1_000_000;

/// How near a run comes to its bound, in millionths, and its mark.
type Height = (u64, u64);

/// Inputs for the marks that have a bound: at most one for each, where it comes
/// nearer than all that are known.
pub fn climb(c: &Climb<'_>, known: &[Vec<Input>]) -> Vec<Vec<Input>> {
    let Some(f) = c.module.function(&c.entry.name) else {
        return Vec::new();
    };
    if ep_ir::verify::verify(c.module).is_err() {
        return Vec::new();
    }
    let words = Words::of(c.module);
    let mut out: Vec<Vec<Input>> = Vec::new();
    for kind in [Kind::Heap, Kind::Stack] {
        let bound = c.entry.mark(kind).and_then(|m| m.bound.expr());
        let found = bound.and_then(|bound| {
            let mut climber = Climber {
                c,
                f,
                kind,
                bound,
                words: &words,
                random: Random::new(0x5eed ^ known.len() as u64),
                endless: 0,
            };
            climber.top(known)
        });
        if let Some(found) = found.filter(|l| !out.contains(l)) {
            out.push(found);
        }
    }
    out
}

/// Instructions until an entry has asked for its parameters.
const ASKING: u64 = 10_000;

/// An entry that can be asked for its parameters. Cost: the module is verified once, for
/// all inputs.
pub struct Asking<'m> {
    module: &'m Module,
    entry: FuncId,
}

impl<'m> Asking<'m> {
    /// None where there is nothing to ask for, or no run of it.
    pub fn of(module: &'m Module, name: &str) -> Option<Asking<'m>> {
        let entry = module.function(name).filter(|_| name != "main")?;
        let asks = !module.functions.get(entry)?.params.is_empty();
        let sound = asks && ep_ir::verify::verify(module).is_ok();
        sound.then_some(Asking { module, entry })
    }

    /// An input with those that the entry itself asks for: a path that decides over none
    /// of its parameters, or none at all, names none, and a native run begins with them.
    pub fn filled(&self, list: Vec<Input>) -> Vec<Input> {
        let parameters = (self.module.functions.get(self.entry)).map_or(0, |f| f.params.len());
        let given = |i: &Input| {
            matches!(
                i.source,
                InputSource::Parameter { .. } | InputSource::Buffer { .. }
            )
        };
        if parameters <= list.iter().filter(|i| given(i)).count() {
            return list;
        }
        let mut random = Random::new(0x5eed);
        let mut host = Asked::new(&list, &mut random);
        let config = InterpConfig {
            max_instructions: ASKING,
            args: interp::arguments(&list),
            max_output: 0,
            ..InterpConfig::default()
        };
        interp::run_verified(self.module, self.entry, &config, &mut host);
        let asked = host.all().into_iter();
        let mut out = list;
        for i in asked.filter(given) {
            if !out.iter().any(|o| o.source == i.source) {
                out.push(i);
            }
        }
        out
    }
}

/// The climb for one mark.
struct Climber<'a> {
    c: &'a Climb<'a>,
    f: FuncId,
    kind: Kind,
    bound: &'a Expr,
    words: &'a Words,
    random: Random,
    /// Runs that went on for too long.
    endless: usize,
}

impl Climber<'_> {
    fn over(&self) -> bool {
        let late = self.c.cancel.is_cancelled() || Instant::now() >= self.c.until;
        late || self.endless > ENDLESS
    }

    fn top(&mut self, known: &[Vec<Input>]) -> Option<Vec<Input>> {
        let mut best: Option<(Height, Vec<Input>)> = None;
        let plain = |l: &&Vec<Input>| l.iter().all(changeable);
        let none = Vec::new();
        let texts: Vec<Vec<Input>> = match self.c.any_input {
            true => (self.words.texts().map(standard_input))
                .map(|i| vec![i])
                .collect(),
            false => Vec::new(),
        };
        // What is known is run anyway.
        let mut before: Option<Height> = None;
        let own = [&none].into_iter().chain(&texts);
        let all = known.iter().filter(plain).map(|l| (l, true));
        for (list, is_known) in all.chain(own.map(|l| (l, false))) {
            if self.over() {
                break;
            }
            let Some(found) = self.run(list) else {
                continue;
            };
            if is_known {
                before = before.max(Some(found.0));
            }
            if best.as_ref().is_none_or(|b| found.0 > b.0) {
                best = Some(found);
            }
        }
        let (mut height, mut now) = best?;
        // The interpreter's stack is not the machine's: there is no height to reach.
        let reached = |kind: Kind, h: Height| kind == Kind::Heap && h.0 >= WHOLE;
        let (mut vain, mut moves) = (0, false);
        for n in 0..RUNS {
            let flat = !moves && n > UNMOVED;
            let done = reached(self.kind, height) || vain > IN_VAIN || flat;
            if done || self.over() || now.is_empty() {
                break;
            }
            let what = (self.c.constants, self.c.any_input);
            let tried = changed(what, &now, self.words, &mut self.random);
            vain += 1;
            let Some((h, list)) = self.run(&tried) else {
                continue;
            };
            moves |= h != height;
            if h > height {
                vain = 0;
            }
            if h >= height {
                height = h;
                now = list;
            }
        }
        before.is_none_or(|b| height > b).then_some(now)
    }

    /// How high the mark is for these inputs.
    fn height(&self, bytes: u64, list: &[Input]) -> Option<Height> {
        let value =
            |v: VariableId| -> Option<BigInt> { self.c.entry.variables.get(v)?.value(list) };
        let most = self.bound.evaluate(&value)?;
        let share = match (self.kind, most > BigInt::from(0)) {
            (Kind::Heap, true) => (BigInt::from(bytes) * WHOLE / most).to_u64()?,
            // There is nothing to reach.
            (Kind::Heap, false) => WHOLE,
            _ => 0,
        };
        Some((share, bytes))
    }

    /// One run: its height and what it asked for. Nothing where it does not end as C
    /// defines.
    fn run(&mut self, list: &[Input]) -> Option<(Height, Vec<Input>)> {
        let config = InterpConfig {
            max_instructions: INSTRUCTIONS,
            args: interp::arguments(list),
            cancel: self.c.cancel.clone(),
            max_output: 0,
            ..InterpConfig::default()
        };
        let mut host = Asked::new(list, &mut self.random);
        let ran = interp::run_verified(self.c.module, self.f, &config, &mut host);
        self.endless += usize::from(ran.end == End::StepLimit);
        if !matches!(ran.end, End::Exit { .. }) || host.too_many {
            return None;
        }
        let inputs = host.all();
        let bytes = match self.kind {
            Kind::Stack => ran.stack_high_water,
            _ => ran.heap_high_water,
        };
        Some((self.height(bytes, &inputs)?, inputs))
    }
}

/// Whether an input is bytes that nothing else has to fit to.
fn changeable(i: &Input) -> bool {
    matches!(
        i.source,
        InputSource::MakeSymbolic
            | InputSource::Nondet { .. }
            | InputSource::External { .. }
            | InputSource::Parameter { .. }
            | InputSource::Buffer { .. }
            | InputSource::Stdin
            | InputSource::Argument { .. }
            | InputSource::File { .. }
            | InputSource::Variable { .. }
    )
}
