//! Changes of inputs: numbers of the program, ends of types, what another input holds,
//! one value for all reads of a kind, counting up; words of a text. Source: the
//! mutations of grey-box fuzzers, at the level of inputs.

use super::asked::of_a_call;
use crate::memory::stretch::compared;
use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::random::Random;
use ep_ir::Module;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// Words of standard input that are made, and the most that are tried.
const REPEATED: usize = 48;
const LONGEST_TEXT: usize = 600;
/// Numbers of the program that inputs are set to.
const NUMBERS: usize = 48;

/// Numbers that inputs are set to.
pub struct Words(Vec<u64>);

impl Words {
    pub fn of(module: &Module) -> Words {
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
    pub fn texts(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
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

/// The inputs with a few changes; those of `constants` stay, and standard input may
/// become longer and shorter where it may hold anything.
pub fn changed(
    (constants, any_input): (&[Input], bool),
    now: &[Input],
    words: &Words,
    random: &mut Random,
) -> Vec<Input> {
    let mut out = now.to_vec();
    let free: Vec<usize> = (0..now.len())
        .filter(|i| {
            now.get(*i)
                .is_some_and(|x| !constants.contains(x) && !x.bytes.is_empty())
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
                let free = any_input && i.source == InputSource::Stdin && i.bytes.is_ascii();
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
pub fn standard_input(bytes: Vec<u8>) -> Input {
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
