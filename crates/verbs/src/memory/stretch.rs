//! Inputs beside those of paths, for larger marks.
//!
//! Idea: where a bound is an expression over parameters, numbers that grow as far as
//! a run has room for it: by a factor while they have, then by halving what is
//! between. Where a bound is a number that no run
//! reached, the numbers that the program compares with, and their neighbours:
//! `if (n > 100) return;` says how long an array of `n` can be. Source: the
//! dictionaries of fuzzers. Only where all inputs are numbers: others may not
//! fit what the number says of them. Alternative: a search for the input that
//! maximises the expression, which needs one; a bound that is a number has
//! none. Cost: one native run for each input.

use ep_base::memory::{Bound, Entry, Expr, Kind, ReadAs, VariableId, VariableInput};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_bounds::memory::Player;
use ep_ir::{Function, InstKind, Module, Operand, Type};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The most stack that a run gets.
pub const MOST_STACK: u64 = 64 << 20;
/// Numbers of the program that are tried.
const MOST_NUMBERS: usize = 12;
/// Inputs that are tried for a bound that is a number.
const MOST_INPUTS: usize = 60;

/// An input that is a number; its bytes are set to this one, if it fits.
fn with(list: &[Input], at: usize, n: &BigInt) -> Option<Vec<Input>> {
    let mut out = list.to_vec();
    let i = out.get_mut(at)?;
    let bits = i.bytes.len() * 8;
    let (low, high) = match i.ty {
        InputType::Bool => (BigInt::from(0), BigInt::from(1)),
        InputType::Int { signed: true, .. } => {
            let half = BigInt::from(1) << bits.saturating_sub(1);
            (-half.clone(), half - 1)
        }
        _ => (BigInt::from(0), (BigInt::from(1) << bits) - 1),
    };
    if *n < low || *n > high {
        return None;
    }
    let bytes = n.to_signed_bytes_le();
    let fill = if *n < BigInt::from(0) { 0xff } else { 0 };
    for (k, slot) in i.bytes.iter_mut().enumerate() {
        *slot = bytes.get(k).copied().unwrap_or(fill);
    }
    Some(out)
}

fn number(i: &Input) -> bool {
    matches!(i.source, InputSource::Parameter { .. })
        && matches!(
            i.ty,
            InputType::Int { .. } | InputType::Char | InputType::Bool
        )
}

/// Digits of a number for which functions that scan take a block that grows.
const DIGITS: usize = 5_000;
/// Inputs whose numbers are written with so many, and numbers of one.
const PADDED: usize = 4;

/// Characters of the longest argument that Linux passes.
const LONGEST: usize = 131_071;

/// Command lines with arguments as long as they can be: all of a short one, the last.
pub fn long_arguments(player: &Player, names: &[&str], inputs: &[Vec<Input>]) -> Vec<Vec<Input>> {
    let argument = |i: &Input| matches!(i.source, InputSource::Argument { .. });
    let mut out: Vec<Vec<Input>> = Vec::new();
    for list in inputs {
        // Numbers beside them are those of the texts.
        let plain = list
            .iter()
            .filter(|i| i.source != InputSource::MakeSymbolic);
        let plain: Vec<Input> = plain.cloned().collect();
        let all: Vec<usize> = (0..plain.len()).filter(|k| argument(&plain[*k])).collect();
        for which in [all.get(..1), all.get(all.len().saturating_sub(1)..)] {
            let mut longer = plain.clone();
            for k in which.unwrap_or_default() {
                longer[*k].bytes = vec![b'a'; LONGEST];
            }
            let longer = player.with_numbers(longer, names);
            if !all.is_empty() && !out.contains(&longer) {
                out.push(longer);
            }
        }
        if out.len() >= PADDED {
            break;
        }
    }
    out
}

/// Standard inputs with the same numbers, written with zeros before them.
pub fn padded(inputs: &[Vec<Input>]) -> Vec<Vec<Input>> {
    let mut out: Vec<Vec<Input>> = Vec::new();
    for list in inputs {
        let mut list = list.clone();
        let mut texts = list.iter_mut().filter(|i| i.source == InputSource::Stdin);
        let Some(text) = texts.next() else { continue };
        text.bytes = with_zeros(&text.bytes);
        text.ty = InputType::Bytes;
        if !out.contains(&list) {
            out.push(list);
        }
        if out.len() == PADDED {
            break;
        }
    }
    out
}

fn with_zeros(text: &[u8]) -> Vec<u8> {
    let zeros = || std::iter::repeat_n(b'0', DIGITS);
    let mut out = Vec::new();
    let mut numbers = 0;
    let mut before = b' ';
    for &b in text {
        // Not within a number or a word.
        if b.is_ascii_digit() && !before.is_ascii_alphanumeric() && numbers < PADDED {
            out.extend(zeros());
            numbers += 1;
        }
        out.push(b);
        before = b;
    }
    if numbers == 0 {
        out.splice(0..0, zeros());
    }
    out
}

/// Whether a heap or a stack has a bound that is a number and that no run
/// reached.
pub fn open(entry: &Entry) -> bool {
    entry.marks.iter().any(|m| {
        let Bound::Known(e) = &m.bound else {
            return false;
        };
        let reached = m.reached.as_ref().map(|r| BigInt::from(r.bytes));
        m.kind != Kind::Both && e.as_number().is_some_and(|n| Some(n) != reached.as_ref())
    })
}

/// More inputs for a heap or a stack whose bound is an expression, a series for each of
/// its variables: the least value, greater ones, and the greatest for which a run has
/// room. They begin with what was best so far.
pub fn larger(
    entry: &Entry,
    player: &Player,
    inputs: &[Vec<Input>],
    memory: u64,
) -> Vec<Vec<Vec<Input>>> {
    let mut out: Vec<Vec<Vec<Input>>> = Vec::new();
    for (kind, room) in [(Kind::Stack, MOST_STACK / 2), (Kind::Heap, memory / 8)] {
        let Some(mark) = entry.mark(kind) else {
            continue;
        };
        let Some(bound) = mark.bound.expr() else {
            continue;
        };
        let best = mark.reached.iter().map(|r| r.inputs.clone());
        let begin: Vec<Vec<Input>> = best.chain(inputs.iter().cloned()).collect();
        let grown = Grown {
            entry,
            player,
            bound,
            room: room.into(),
        };
        let mut last: Option<Vec<Input>> = None;
        for id in bound.variables() {
            let series = grown.series(id, &begin);
            // All of them at their greatest.
            if let Some(before) = &last {
                last = grown
                    .series(id, std::slice::from_ref(before))
                    .pop()
                    .or(last);
            } else {
                last = series.last().cloned();
            }
            out.push(series);
        }
        if bound.variables().len() > 1 {
            out.push(last.into_iter().collect());
        }
    }
    let mut seen: Vec<Vec<Input>> = inputs.to_vec();
    for series in &mut out {
        series.retain(|l| {
            let new = !seen.contains(l);
            if new {
                seen.push(l.clone());
            }
            new
        });
    }
    out
}

/// Characters of the longest text that a run gets.
const LONGEST_TEXT: u32 = 1 << 20;

/// By how much a number grows from one input of a series to the next.
const GROWTH: u32 = 8;

/// Inputs for which a bound over them grows.
struct Grown<'a> {
    entry: &'a Entry,
    player: &'a Player,
    bound: &'a Expr,
    /// Bytes that a run has.
    room: BigInt,
}

impl Grown<'_> {
    /// Inputs in which one variable grows, as far as there is room.
    fn series(&self, id: VariableId, begin: &[Vec<Input>]) -> Vec<Vec<Input>> {
        let Some(v) = self.entry.variables.get(id) else {
            return Vec::new();
        };
        let Some(input) = &v.input else {
            return Vec::new();
        };
        // A text is made longer whatever stands beside it.
        let plain = |i: &Input| number(i) || input.read == ReadAs::Length && in_a_buffer(i);
        let fits = |l: &&Vec<Input>| l.iter().all(plain) && input.read(l).is_some();
        let read = input.source == InputSource::MakeSymbolic;
        let base = match (begin.iter().find(fits), read) {
            (Some(base), _) => base.clone(),
            (None, true) => numbers(self.entry, self.bound),
            (None, false) => return Vec::new(),
        };
        let high = match input.read {
            ReadAs::Length => v.high.clone().min(BigInt::from(LONGEST_TEXT)),
            _ => v.high.clone(),
        };
        let has_room = |n: &BigInt| *n >= v.low && *n <= high && self.has_room(&base, id, n);
        let mut values: BTreeSet<BigInt> = BTreeSet::new();
        values.extend([v.low.clone(), high.clone()].into_iter().filter(has_room));
        let mut n = BigInt::from(1);
        let mut top = BigInt::from(0);
        while has_room(&n) {
            values.insert(n.clone());
            top = n.clone();
            n *= GROWTH;
        }
        // Between the last that has room and the first that has none.
        let mut over = n.min(&high + 1);
        while &over - &top > BigInt::from(1) {
            let middle = (&top + &over) / 2;
            match has_room(&middle) {
                true => top = middle,
                false => over = middle,
            }
        }
        values.extend([&top / 2, top].into_iter().filter(has_room));
        let lists = values.iter().filter_map(|n| self.with(&base, input, n));
        lists.collect()
    }

    /// Whether a run with this value needs no more than there is.
    fn has_room(&self, base: &[Input], id: VariableId, n: &BigInt) -> bool {
        let value = |v: VariableId| -> Option<BigInt> {
            match v == id {
                true => Some(n.clone()),
                false => self.entry.variables.get(v)?.value(base),
            }
        };
        self.bound.evaluate(&value).is_some_and(|b| b < self.room)
    }

    /// What a run is given for this value.
    fn with(&self, base: &[Input], input: &VariableInput, n: &BigInt) -> Option<Vec<Input>> {
        let list = set(base, input, n)?;
        // What is read stands in a text of the input, or in an argument.
        match input.source == InputSource::MakeSymbolic {
            true => self.player.text(list),
            false => Some(list),
        }
    }
}

/// An input in which a variable has this value.
fn set(base: &[Input], input: &VariableInput, n: &BigInt) -> Option<Vec<Input>> {
    let mut list = base.to_vec();
    let at = input.position(&list)?;
    let i = list.get_mut(at)?;
    let from = usize::try_from(input.offset).ok()?;
    if input.read == ReadAs::Length {
        i.bytes = as_long(i.bytes.get(from..)?, usize::try_from(n).ok()?);
        i.ty = InputType::Bytes;
        return Some(list);
    }
    let bytes = n.to_signed_bytes_le();
    let fill = if *n < BigInt::from(0) { 0xff } else { 0 };
    let size = usize::try_from(input.size).unwrap_or(0);
    for (k, slot) in i.bytes.iter_mut().skip(from).take(size).enumerate() {
        *slot = bytes.get(k).copied().unwrap_or(fill);
    }
    Some(list)
}

fn in_a_buffer(i: &Input) -> bool {
    matches!(i.source, InputSource::Buffer { .. })
}

/// A text of so many characters in the manner of another one: its own again and again.
fn as_long(text: &[u8], n: usize) -> Vec<u8> {
    let end = text.iter().position(|b| *b == 0).unwrap_or(text.len());
    let own = match text.get(..end) {
        Some(own) if !own.is_empty() => own,
        _ => b"a",
    };
    own.iter().copied().cycle().take(n).chain([0]).collect()
}

/// Numbers that are read, each 1, for all of a bound.
fn numbers(entry: &Entry, bound: &Expr) -> Vec<Input> {
    let variables = bound.variables().into_iter();
    let all = variables.filter_map(|v| entry.variables.get(v)?.input.as_ref());
    let read = all.filter(|i| i.source == InputSource::MakeSymbolic);
    read.filter_map(|i| {
        let size = usize::try_from(i.size).ok()?;
        let mut bytes = vec![0; size];
        *bytes.first_mut()? = 1;
        Some(Input {
            name: i.named.clone()?,
            ty: InputType::Int {
                bits: u32::try_from(8 * i.size).ok()?,
                signed: i.read == ReadAs::Signed,
            },
            source: i.source.clone(),
            bytes,
        })
    })
    .collect()
}

/// More inputs for a bound that is a number: those at the program's own limits.
pub fn at_limits(entry: &Entry, module: &Module, inputs: &[Vec<Input>]) -> Vec<Vec<Input>> {
    let Some(base) = inputs
        .iter()
        .find(|l| !l.is_empty() && l.iter().all(number))
    else {
        return Vec::new();
    };
    let mut limits: BTreeSet<BigInt> = BTreeSet::new();
    let first = |f: &&Function| f.name == entry.name;
    let functions = || module.functions.iter().map(|(_, f)| f);
    let others = functions().filter(|f| !first(f));
    for f in functions().filter(first).chain(others) {
        compared(f, MOST_NUMBERS, &mut limits);
        if limits.len() >= MOST_NUMBERS {
            break;
        }
    }
    let near: BTreeSet<BigInt> = limits
        .iter()
        .flat_map(|n| [n - 1, n.clone(), n + 1])
        .collect();
    let mut out = Vec::new();
    // The largest first.
    for n in near.iter().rev() {
        for at in 0..base.len() {
            if out.len() < MOST_INPUTS {
                out.extend(with(base, at, n));
            }
        }
    }
    out
}

/// The numbers that a function compares with, but for 0.
pub fn compared(f: &Function, most: usize, limits: &mut BTreeSet<BigInt>) {
    for (_, block) in f.blocks.iter() {
        for inst in &block.insts {
            let InstKind::Cmp {
                ty: Type::Int(bits),
                a,
                b,
                ..
            } = &inst.kind
            else {
                continue;
            };
            for o in [a, b] {
                if let Operand::Int(n @ 1..) = *o {
                    let half = BigInt::from(1) << bits.saturating_sub(1);
                    let n = BigInt::from(n);
                    limits.insert(if n >= half { n - (half << 1) } else { n });
                    if limits.len() >= most {
                        return;
                    }
                }
            }
        }
    }
}
