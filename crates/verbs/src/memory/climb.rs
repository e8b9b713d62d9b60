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

use super::stretch::compared;
use ep_base::memory::{Entry, Kind, VariableId};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::random::Random;
use ep_base::Cancel;
use ep_ir::interp::{self, End, Host, InputRequest, InterpConfig};
use ep_ir::{FuncId, Module};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;
use std::time::Instant;

/// Instructions of one run.
const INSTRUCTIONS: u64 = 2_000_000;
/// Runs for one mark, and those in a row that find nothing.
const RUNS: usize = 20_000;
const IN_VAIN: usize = 3_000;
/// Inputs of a call that a run may ask for.
const MOST_READS: usize = 4_096;
/// Words of standard input that are made, and the most that are tried.
const REPEATED: usize = 48;
const LONGEST_TEXT: usize = 600;
/// Numbers of the program that inputs are set to.
const NUMBERS: usize = 48;

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
    let mut out: Vec<Vec<Input>> = Vec::new();
    for kind in [Kind::Heap, Kind::Stack] {
        if let Some(found) = top(c, f, kind, known) {
            if !out.contains(&found) {
                out.push(found);
            }
        }
    }
    out
}

fn top(c: &Climb<'_>, f: FuncId, kind: Kind, known: &[Vec<Input>]) -> Option<Vec<Input>> {
    c.entry.mark(kind)?.bound.expr()?;
    let mut random = Random::new(0x5eed ^ known.len() as u64);
    let mut best: Option<(Height, Vec<Input>)> = None;
    let plain = |l: &&Vec<Input>| l.iter().all(changeable);
    let mut words = Words::of(c.module);
    let none = Vec::new();
    let texts: Vec<Vec<Input>> = match c.any_input {
        true => words.texts().map(|t| vec![standard_input(t)]).collect(),
        false => Vec::new(),
    };
    // What is known is run anyway.
    let mut before: Option<Height> = None;
    let own = [&none].into_iter().chain(&texts);
    let all = known.iter().filter(plain).map(|l| (l, true));
    for (list, is_known) in all.chain(own.map(|l| (l, false))) {
        if c.over() {
            break;
        }
        let Some(found) = run(c, f, kind, list, &mut random) else {
            continue;
        };
        if is_known {
            before = before.max(Some(found.0));
        }
        if best.as_ref().is_none_or(|b| found.0 > b.0) {
            best = Some(found);
        }
    }
    let (first, mut now) = best?;
    // The interpreter's stack is not the machine's: there is no height to reach.
    let reached = |h: Height| kind == Kind::Heap && h.0 >= 1_000_000;
    let (mut height, mut vain) = (first, 0);
    for _ in 0..RUNS {
        if reached(height) || vain > IN_VAIN || c.over() || now.is_empty() {
            break;
        }
        let tried = changed(c, &now, &mut words, &mut random);
        match run(c, f, kind, &tried, &mut random) {
            Some((h, list)) if h >= height => {
                vain = if h > height { 0 } else { vain + 1 };
                height = h;
                now = list;
            }
            _ => vain += 1,
        }
    }
    before.is_none_or(|b| height > b).then_some(now)
}

impl Climb<'_> {
    fn over(&self) -> bool {
        self.cancel.is_cancelled() || Instant::now() >= self.until
    }

    /// How high a mark is for these inputs.
    fn height(&self, kind: Kind, bytes: u64, list: &[Input]) -> Option<Height> {
        let bound = self.entry.mark(kind)?.bound.expr()?;
        let value = |v: VariableId| -> Option<BigInt> {
            self.entry.variables.get(v)?.input.as_ref()?.read(list)
        };
        let most = bound.evaluate(&value)?;
        let share = match most > BigInt::from(0) && kind == Kind::Heap {
            true => (BigInt::from(bytes) * 1_000_000u64 / most).to_u64()?,
            false => 0,
        };
        Some((share, bytes))
    }
}

/// One run: its height and what it asked for. Nothing where it does not end as C
/// defines.
fn run(
    c: &Climb<'_>,
    f: FuncId,
    kind: Kind,
    list: &[Input],
    random: &mut Random,
) -> Option<(Height, Vec<Input>)> {
    let config = InterpConfig {
        max_instructions: INSTRUCTIONS,
        args: interp::arguments(list),
        cancel: c.cancel.clone(),
        max_output: 0,
        ..InterpConfig::default()
    };
    let mut host = Asked::new(list, random);
    let ran = interp::run_verified(c.module, f, &config, &mut host);
    if !matches!(ran.end, End::Exit { .. }) || host.too_many {
        return None;
    }
    let inputs = host.all();
    let bytes = match kind {
        Kind::Stack => ran.stack_high_water,
        _ => ran.heap_high_water,
    };
    Some((c.height(kind, bytes, &inputs)?, inputs))
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

fn of_a_call(i: &InputSource) -> bool {
    matches!(
        i,
        InputSource::MakeSymbolic | InputSource::Nondet { .. } | InputSource::External { .. }
    )
}

/// Answers in order from a list, beyond it with small numbers, and records.
struct Asked<'a> {
    keyed: Vec<Input>,
    calls: std::vec::IntoIter<Input>,
    recorded: Vec<Input>,
    random: &'a mut Random,
    too_many: bool,
}

impl<'a> Asked<'a> {
    fn new(list: &[Input], random: &'a mut Random) -> Asked<'a> {
        let (calls, keyed): (Vec<Input>, Vec<Input>) =
            list.iter().cloned().partition(|i| of_a_call(&i.source));
        Asked {
            keyed,
            calls: calls.into_iter(),
            recorded: Vec::new(),
            random,
            too_many: false,
        }
    }

    /// What was given and asked for; reads that the run did not come to are gone.
    fn all(self) -> Vec<Input> {
        let mut all = self.keyed;
        all.extend(self.recorded);
        all
    }
}

impl Host for Asked<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>> {
        if !of_a_call(&request.source) {
            let found = self.keyed.iter().find(|i| i.source == request.source);
            if let Some(found) = found {
                return Some(found.bytes.clone());
            }
            let InputSource::Parameter { .. } = request.source else {
                return None;
            };
            let input = fresh(request, self.random);
            let bytes = input.bytes.clone();
            self.keyed.push(input);
            return Some(bytes);
        }
        if self.recorded.len() >= MOST_READS {
            self.too_many = true;
            return None;
        }
        let same = |i: &Input| {
            i.source == request.source && request.len.is_none_or(|n| n == i.bytes.len() as u64)
        };
        let input = match self.calls.next().filter(same) {
            Some(i) => i,
            None => fresh(request, self.random),
        };
        let bytes = input.bytes.clone();
        self.recorded.push(input);
        Some(bytes)
    }
}

/// An input that nobody gave.
fn fresh(request: &InputRequest<'_>, random: &mut Random) -> Input {
    let n = usize::try_from(request.len.unwrap_or(0))
        .unwrap_or(0)
        .min(1 << 16);
    let mut bytes = vec![0; n];
    if let Some(first) = bytes.first_mut() {
        *first = (random.bits() % 8) as u8;
    }
    let unsigned = match &request.source {
        InputSource::Nondet { function } => {
            let of = function.rsplit('_').next().unwrap_or("");
            of.starts_with('u') || of == "t" || of == "bool"
        }
        _ => false,
    };
    let ty = match n {
        1 | 2 | 4 | 8 => InputType::Int {
            bits: 8 * n as u32,
            signed: !unsigned,
        },
        _ => InputType::Bytes,
    };
    Input {
        name: request.name.to_owned(),
        ty,
        source: request.source.clone(),
        bytes,
    }
}

/// Numbers that inputs are set to.
struct Words(Vec<u64>);

impl Words {
    fn of(module: &Module) -> Words {
        let mut named: BTreeSet<BigInt> = BTreeSet::new();
        for (_, f) in module.functions.iter() {
            // Models of the library have no line.
            if module.locs.get(f.loc).is_some_and(|p| p.line > 0) {
                compared(f, NUMBERS, &mut named);
            }
        }
        let mut all: BTreeSet<u64> = [0, 1, 2, 3, 4, 8, 16, 64, 127, 128, 255, 256, 1000]
            .into_iter()
            .collect();
        for n in named {
            let word = n.to_i64().map_or(0, |n| n as u64);
            all.extend([word.wrapping_sub(1), word, word.wrapping_add(1)]);
        }
        all.extend([u64::MAX, i64::MAX as u64, 1 << 63]);
        all.extend([0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff]);
        Words(all.into_iter().collect())
    }

    /// Texts of which each is one number or character over and over, a few that count,
    /// and letters.
    fn texts(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let again = |n: &u64| format!("{}\n", *n as i64).repeat(REPEATED);
        let up = |from: u64| {
            (from..from + REPEATED as u64)
                .map(|n| format!("{n}\n"))
                .collect()
        };
        let counted = [0, 1].map(up);
        let letters = ["a\n", "ab cd\n", "1 2 3\n"].map(|t| t.repeat(REPEATED));
        let all = self.0.iter().map(again).chain(counted).chain(letters);
        let bytes = self.0.iter().filter_map(|n| u8::try_from(*n).ok());
        all.map(String::into_bytes)
            .chain(bytes.map(|b| vec![b; REPEATED]))
    }

    fn any(&self, random: &mut Random) -> u64 {
        self.0
            .get(random.below(self.0.len().max(1)))
            .copied()
            .unwrap_or(0)
    }
}

/// The inputs with a few changes.
fn changed(c: &Climb<'_>, now: &[Input], words: &mut Words, random: &mut Random) -> Vec<Input> {
    let mut out = now.to_vec();
    let free: Vec<usize> = (0..now.len())
        .filter(|i| {
            now.get(*i)
                .is_some_and(|x| !c.constants.contains(x) && !x.bytes.is_empty())
        })
        .collect();
    if free.is_empty() {
        return out;
    }
    let times = 1 + random.below(3);
    for _ in 0..times {
        let at = free.get(random.below(free.len())).copied().unwrap_or(0);
        let Some(chosen) = out.get(at).cloned() else {
            continue;
        };
        if chosen.bytes.len() > 8 || text(&chosen.source) {
            if let Some(i) = out.get_mut(at) {
                let free = c.any_input && i.source == InputSource::Stdin && i.bytes.is_ascii();
                match free && random.below(4) > 0 {
                    true => reworded(i, words, random),
                    false => scramble(i, words, random),
                }
            }
            continue;
        }
        let alike: Vec<usize> = free
            .iter()
            .copied()
            .filter(|i| now.get(*i).is_some_and(|x| x.source == chosen.source))
            .collect();
        match random.below(10) {
            // One value, for one read or for all of its kind.
            0..=4 => {
                let word = value(&chosen, words, random);
                set(&mut out, at, word);
            }
            5 => {
                let word = value(&chosen, words, random);
                for i in &alike {
                    set(&mut out, *i, word);
                }
            }
            // What another one holds.
            6 => {
                let from = alike.get(random.below(alike.len())).copied().unwrap_or(at);
                let word = out.get(from).map_or(0, word_of);
                set(&mut out, at, word);
            }
            // Every so many reads: the same, or counting up.
            7 | 8 => {
                let stride = 1 + random.below(4);
                let word = value(&chosen, words, random);
                let up = random.below(2) as u64;
                let mut count = 0;
                for (k, i) in alike.iter().enumerate() {
                    if k % stride == at % stride {
                        set(&mut out, *i, word.wrapping_add(count * up));
                        count += 1;
                    }
                }
            }
            // What comes later is asked for anew.
            _ => {
                if of_a_call(&chosen.source) {
                    let keep: Vec<Input> = out
                        .iter()
                        .enumerate()
                        .filter(|(i, x)| *i <= at || !of_a_call(&x.source))
                        .map(|(_, x)| x.clone())
                        .collect();
                    return keep;
                }
            }
        }
    }
    out
}

fn value(i: &Input, words: &Words, random: &mut Random) -> u64 {
    let old = word_of(i);
    match random.below(8) {
        0..=3 => words.any(random),
        4 => old.wrapping_add(1),
        5 => old.wrapping_sub(1),
        6 => old ^ 1 << random.below(8 * i.bytes.len().clamp(1, 8)),
        _ => random.bits(),
    }
}

fn word_of(i: &Input) -> u64 {
    let bytes = i.bytes.iter().take(8).rev();
    bytes.fold(0, |w, b| w << 8 | u64::from(*b))
}

fn set(list: &mut [Input], at: usize, word: u64) {
    if let Some(i) = list.get_mut(at) {
        for (slot, b) in i.bytes.iter_mut().zip(word.to_le_bytes()) {
            *slot = b;
        }
    }
}

/// Bytes that have no zero inside.
fn text(source: &InputSource) -> bool {
    matches!(
        source,
        InputSource::Argument { .. } | InputSource::Variable { .. }
    )
}

/// Standard input that holds this.
fn standard_input(bytes: Vec<u8>) -> Input {
    Input {
        name: "stdin".into(),
        ty: InputType::Bytes,
        source: InputSource::Stdin,
        bytes,
    }
}

/// A text with a few of its words changed, left out or repeated.
fn reworded(i: &mut Input, words: &Words, random: &mut Random) {
    let lines = String::from_utf8_lossy(&i.bytes).into_owned();
    let mut all: Vec<String> = lines.split_ascii_whitespace().map(str::to_owned).collect();
    let at = random.below(all.len() + 1);
    let word = (words.any(random) as i64).to_string();
    match (random.below(5), all.get(at).cloned()) {
        (0 | 1, Some(_)) => all[at] = word,
        (2, Some(_)) => {
            all.remove(at);
        }
        (3, Some(_)) => {
            let end = (at + 1 + random.below(6)).min(all.len());
            let part: Vec<String> = all.get(at..end).unwrap_or_default().to_vec();
            let times = 1 + random.below(8);
            for _ in 0..times {
                all.splice(at..at, part.iter().cloned());
            }
        }
        _ => all.insert(at, word),
    }
    all.truncate(LONGEST_TEXT);
    i.bytes = all.join("\n").into_bytes();
    i.bytes.push(b'\n');
}

/// A change of a few bytes. The last one stays: it may be what ends a text.
fn scramble(i: &mut Input, words: &Words, random: &mut Random) {
    let whole = text(&i.source);
    let most = i.bytes.len() - usize::from(!whole && i.bytes.len() > 1);
    let at = random.below(most.max(1));
    let long = 1 + random.below((most - at.min(most)).clamp(1, 16));
    let word = words.any(random);
    let kind = random.below(4);
    let source = i.bytes.clone();
    let from = random.below(source.len().max(1));
    for (k, slot) in i
        .bytes
        .iter_mut()
        .take(most)
        .enumerate()
        .skip(at)
        .take(long)
    {
        let b = match kind {
            0 => (word >> (8 * ((k - at) % 8))) as u8,
            1 => word as u8,
            2 => (random.bits() % 96) as u8 + 32,
            _ => source.get(from + k - at).copied().unwrap_or(*slot),
        };
        if b != 0 || !whole {
            *slot = b;
        }
    }
}
