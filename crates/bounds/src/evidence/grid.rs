//! Which inputs are run.
//!
//! Idea: bounds and non-termination hang on small numbers, powers of two,
//! limits of types, and numbers that the program names, each with its
//! neighbours. One parameter gets its list; several get combinations of the
//! first of their lists and pseudorandom ones of all. The seed is fixed, so
//! that runs repeat. Source: document 004, Figures 11 and 12, show such grids.
//! Cost: nothing beside the runs.

use super::linked::{others, Links};
use super::patterns::{arguments, pattern, stdin};
use super::words::{self, Kind};
use super::Subject;
use ep_base::outcome::InputType;
use ep_base::random::Xorshift;
use ep_base::time::{Number, ParameterKind, Suspect};
use ep_base::Diagnostic;
use ep_ir::{visit, Module, Operand};
use ep_machine::world::entry::{entry_params, EntryParam};
use ep_machine::world::pointers::{pointee, target_type, Pointee};
use std::collections::{BTreeMap, BTreeSet};

/// A parameter's value: its bytes, none for a null pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub ty: InputType,
    pub bytes: Option<Vec<u8>>,
}

/// The inputs of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// By parameter.
    pub parameters: Vec<Given>,
    /// What is read on the way, those from `again` on over and over.
    pub reads: Vec<u64>,
    pub again: usize,
    pub stdin: Vec<u8>,
    /// Of the program, `argv[1]` first; for `main` only.
    pub args: Vec<Vec<u8>>,
    /// Links in the nodes behind a parameter, by its number.
    pub links: BTreeMap<u32, Links>,
    /// What variables hold instead of what the linker wrote: which, from which byte on.
    /// The interpreter alone can begin so.
    pub globals: Vec<(String, u64, Vec<u8>)>,
}

/// What the entry takes.
#[derive(Clone, Debug)]
pub enum Shape {
    Integer {
        bits: u32,
        ty: InputType,
    },
    /// Elements of so many bytes, in all so many.
    Buffer {
        element: InputType,
        element_bytes: u64,
        bytes: u64,
        /// Integers in an element that is a structure, by offset and bits.
        fields: Vec<(u64, u32)>,
    },
    /// A list or a tree.
    Linked(Links),
    /// One structure with pointers in it, and its integers by offset and bits.
    Structure(Links, Vec<(u64, u32)>),
    /// Null in every run.
    Pointer,
    Other {
        ty: InputType,
        bytes: u64,
    },
}

/// All points of a program, most telling first.
#[derive(Clone, Debug)]
pub struct Grid {
    pub shapes: Vec<Shape>,
    /// The entry is `main` with `argc` and `argv`.
    takes_arguments: bool,
    pub points: Vec<Point>,
    /// More points near a value, for grids of which too few are short.
    random: Xorshift,
    constants: Vec<u64>,
    /// Numbers of the program themselves.
    strides: Vec<u64>,
    /// The numbers that inputs begin with.
    words: Vec<Kind>,
}

/// Points of a grid at first.
const POINTS: usize = 64;
/// Values of the program's constants that take part.
const CONSTANTS: usize = 24;

/// Of them, those that strings are made of.
const CHARACTERS: usize = 12;

impl Grid {
    /// The grid of a program's entry.
    ///
    /// # Errors
    /// A parameter cannot be an input (exit 2).
    pub fn new(subject: Subject<'_>, buffer: u64) -> Result<Grid, Diagnostic> {
        Grid::seeded(subject, buffer, 0x9e37_79b9_7f4a_7c15)
    }

    /// A second grid with other pseudorandom numbers, of inputs near those of the first
    /// one, too.
    ///
    /// # Errors
    /// As of [`Grid::new`].
    pub fn second(subject: Subject<'_>, buffer: u64) -> Result<Grid, Diagnostic> {
        let mut grid = Grid::seeded(subject, buffer, 0x2545_f491_4f6c_dd1d)?;
        for at in 0..grid.points.len() {
            if let Some(p) = grid.points.get(at).cloned() {
                let other = grid.near(&p);
                grid.points.push(other);
            }
        }
        Ok(grid)
    }

    fn seeded(subject: Subject<'_>, buffer: u64, seed: u64) -> Result<Grid, Diagnostic> {
        let function = &subject.module.functions[subject.entry];
        let shapes = if function.name == "main" {
            Vec::new()
        } else {
            entry_params(subject.module, &function.name, buffer)?
                .into_iter()
                .enumerate()
                .map(
                    |(i, p)| match crate::time::links(subject.module, subject.entry, i) {
                        Some((offsets, node)) if matches!(p, EntryParam::Pointer { .. }) => {
                            Shape::Linked(Links {
                                node,
                                offsets,
                                others: Vec::new(),
                            })
                        }
                        _ => shape(subject.module, p),
                    },
                )
                .collect()
        };
        let mut grid = Grid {
            shapes,
            takes_arguments: function.name == "main" && !function.params.is_empty(),
            points: Vec::new(),
            random: Xorshift::new(seed),
            constants: constants(subject),
            strides: named(subject).into_iter().take(CONSTANTS / 3).collect(),
            words: Vec::new(),
        };
        grid.fill();
        Ok(grid)
    }

    /// Whether the interpreter can be given all parameters: structures by
    /// value are spread over several of its own.
    pub fn is_runnable(&self, subject: Subject<'_>) -> bool {
        let function = &subject.module.functions[subject.entry];
        function.name == "main"
            || (self.shapes.len() == function.params.len()
                && !self
                    .shapes
                    .iter()
                    .any(|s| matches!(s, Shape::Other { ty, .. } if *ty == InputType::Bytes)))
    }

    fn fill(&mut self) {
        let reads = self.values(64);
        let lists: Vec<Vec<Given>> = self.shapes.clone().iter().map(|s| self.list(s)).collect();
        let links: BTreeMap<u32, Links> = self
            .shapes
            .iter()
            .enumerate()
            .filter_map(|(i, s)| match s {
                Shape::Linked(l) | Shape::Structure(l, _) => Some((i as u32, l.clone())),
                _ => None,
            })
            .collect();
        let mut seen = BTreeSet::new();
        let takes_arguments = self.takes_arguments;
        let characters: Vec<u8> = (self.constants.iter())
            .filter_map(|c| u8::try_from(*c).ok().filter(|c| *c > 0))
            .take(CHARACTERS)
            .collect();
        let mut add = |all: &mut Vec<Point>, p: Vec<usize>, r: usize| {
            if all.len() < POINTS && seen.insert((p.clone(), r)) {
                let parameters = p
                    .iter()
                    .zip(&lists)
                    .filter_map(|(i, l)| l.get(*i).cloned())
                    .collect();
                all.push(Point {
                    parameters,
                    reads: pattern(&reads, r),
                    again: 0,
                    stdin: stdin(r, &characters),
                    args: match takes_arguments {
                        true => arguments(r),
                        false => Vec::new(),
                    },
                    links: links.clone(),
                    globals: Vec::new(),
                });
            }
        };
        let n = lists.len();
        let mut points = Vec::new();
        if n == 0 {
            for r in 0..POINTS {
                add(&mut points, Vec::new(), r);
            }
        } else if n == 1 {
            for i in 0..lists[0].len() {
                add(&mut points, vec![i], i);
            }
        } else {
            // All combinations of the first values of each.
            let most = (2..=8)
                .rev()
                .find(|m: &usize| m.pow(n as u32) <= POINTS / 2)
                .unwrap_or(1);
            let total = most.pow(n.min(8) as u32);
            for k in 0..total {
                let mut rest = k;
                let p = lists
                    .iter()
                    .map(|l| {
                        let i = rest % most;
                        rest /= most;
                        i.min(l.len().saturating_sub(1))
                    })
                    .collect();
                add(&mut points, p, k);
            }
            for k in 0..4 * POINTS {
                let p = lists.iter().map(|l| self.random.below(l.len())).collect();
                add(&mut points, p, k);
            }
        }
        self.points = points;
    }

    /// Points whose input begins with numbers, in place of most of the others: the
    /// bounds name them.
    pub fn begin_with_words(&mut self, kinds: &[Kind]) {
        let lists: Vec<Vec<u64>> = kinds.iter().map(|(bits, _)| self.values(*bits)).collect();
        let old = std::mem::take(&mut self.points);
        let Some(first) = old.first().cloned() else {
            return;
        };
        let mut seen = BTreeSet::new();
        for k in 0..4 * POINTS {
            let mut rest = k;
            let mut words = Vec::new();
            for (list, kind) in lists.iter().zip(kinds) {
                let at = match lists.len() {
                    1 => k,
                    // All combinations of the first values, then any.
                    _ if k < POINTS / 2 => {
                        let at = rest % 4;
                        rest /= 4;
                        at
                    }
                    _ => self.random.below(list.len()),
                };
                words.extend(list.get(at).map(|v| (*v, *kind)));
            }
            let stdin = words::text(&words);
            if self.points.len() < POINTS
                && words.len() == kinds.len()
                && seen.insert(stdin.clone())
            {
                self.points.push(Point {
                    stdin,
                    ..first.clone()
                });
            }
        }
        self.words = kinds.to_vec();
        // Too few words, and what are no numbers.
        self.points.extend(old.into_iter().step_by(5));
    }

    /// Points in which variables hold other numbers than at the start of the program:
    /// the bounds name them.
    pub fn vary(&mut self, variables: &[(String, u64, u32)]) {
        const VARIED: usize = 24;
        let lists: Vec<Vec<u64>> = variables.iter().map(|v| self.values(v.2)).collect();
        let old = self.points.clone();
        for k in 0..if old.is_empty() { 0 } else { VARIED } {
            let Some(first) = old.get(k % old.len()) else {
                continue;
            };
            let mut p = first.clone();
            for (at, ((name, offset, bits), list)) in variables.iter().zip(&lists).enumerate() {
                let i = match variables.len() {
                    1 => k,
                    // Small numbers first, in all orders.
                    _ if k < VARIED / 2 => (k / (1 + at)) % 4,
                    _ => self.random.below(list.len()),
                };
                if let Some(v) = list.get(i) {
                    p.globals.push((name.clone(), *offset, cut(*v, *bits)));
                }
            }
            self.points.push(p);
        }
    }

    /// Puts one of the words near what it is.
    fn near_word(&mut self, p: &mut Point) {
        let values = (self.words.iter().enumerate())
            .map(|(k, (bits, signed))| words::word(&p.stdin, k as u32, *bits, *signed));
        let Some(values) = values.collect::<Option<Vec<_>>>() else {
            return;
        };
        let at = self.random.below(values.len());
        let step = self.random.below(13) as u64;
        let words: Vec<(u64, Kind)> = (values.iter().zip(&self.words).enumerate())
            .map(|(k, (v, kind))| {
                let word = low_bits(v);
                match k == at {
                    true => (word.wrapping_add(step).wrapping_sub(6), *kind),
                    false => (word, *kind),
                }
            })
            .collect();
        p.stdin = words::text(&words);
    }

    /// The points that a transition system suspects: rounds read each of the
    /// numbers that it names, or 0, or 1.
    pub fn suspected(&self, suspect: &Suspect) -> Vec<Point> {
        const ROUNDS: usize = 4;
        let Some(first) = self.points.first() else {
            return Vec::new();
        };
        let mut point = first.clone();
        let word = |n: &Number| low_bits(&n.0);
        let mut typed: BTreeMap<u32, (u64, Kind)> = BTreeMap::new();
        let mut reads: BTreeMap<u32, u64> = BTreeMap::new();
        for (kind, value) in &suspect.inputs {
            let value = word(value);
            let all = &mut point.parameters;
            match *kind {
                ParameterKind::Value { index, bits, .. } => {
                    if let Some(bytes) = given(all, index) {
                        *bytes = cut(value, bits);
                    }
                }
                ParameterKind::Read { order, .. } => {
                    reads.insert(order, value);
                }
                ParameterKind::Word {
                    order,
                    bits,
                    signed,
                } => {
                    typed.insert(order, (value, (bits, signed)));
                }
                ParameterKind::StringLength { index } => {
                    if let Some(bytes) = given(all, index) {
                        let n = (value as usize).min(bytes.len().saturating_sub(1));
                        bytes.fill(0);
                        bytes.iter_mut().take(n).for_each(|b| *b = b'a');
                    }
                }
                ParameterKind::Pointee {
                    index,
                    offset,
                    bits,
                    ..
                } => {
                    let new = cut(value, bits);
                    let at = offset as usize;
                    let room =
                        given(all, index).and_then(|b| b.get_mut(at..at.saturating_add(new.len())));
                    if let Some(room) = room {
                        room.copy_from_slice(&new);
                    }
                }
                _ => {}
            }
        }
        if let Some((last, _)) = typed.last_key_value() {
            let one = |k: u32| typed.get(&k).copied().unwrap_or((0, (32, true)));
            let words: Vec<(u64, Kind)> = (0..=(*last).min(63)).map(one).collect();
            point.stdin = words::text(&words);
        }
        let count = reads.keys().next_back().map_or(0, |k| *k as usize + 1);
        if count > 64 {
            return Vec::new();
        }
        let mut tails: Vec<u64> = suspect.rounds.iter().take(ROUNDS - 2).map(word).collect();
        tails.extend([0, 1]);
        let mut out = Vec::new();
        for tail in tails {
            let mut p = point.clone();
            p.reads = vec![0; count];
            for (at, value) in &reads {
                p.reads[*at as usize] = *value;
            }
            p.reads.push(tail);
            p.again = count;
            if !out.contains(&p) {
                out.push(p);
            }
        }
        out
    }

    /// More points: neighbours of one that was short.
    pub fn near(&mut self, short: &Point) -> Point {
        let mut out = short.clone();
        if !self.words.is_empty() {
            self.near_word(&mut out);
            return out;
        }
        if self.random.below(2) == 0 && self.apart(&mut out) {
            return out;
        }
        for (g, s) in out.parameters.iter_mut().zip(&self.shapes) {
            if let (Shape::Integer { bits, .. }, Some(bytes)) = (s, &mut g.bytes) {
                let word = number(bytes);
                let step = self.random.below(13) as u64;
                let new = word.wrapping_add(step).wrapping_sub(6);
                *bytes = cut(new, *bits);
            }
        }
        out
    }

    /// Puts one integer few strides of the program from another one, or from where it
    /// is: `while (x != c) x += k` is short there alone. Whether there is one.
    fn apart(&mut self, p: &mut Point) -> bool {
        let whole: Vec<(usize, u32)> = (self.shapes.iter().enumerate())
            .filter_map(|(i, s)| match s {
                Shape::Integer { bits, .. } => Some((i, *bits)),
                _ => None,
            })
            .collect();
        // Without another one and a stride, nothing is nearer than its neighbours.
        if whole.is_empty() || whole.len() == 1 && self.strides.is_empty() {
            return false;
        }
        let from = self.random.below(whole.len());
        // A single one is moved from where it is.
        let on = self.random.below(whole.len().saturating_sub(1)) + 1;
        let to = (from + on) % whole.len();
        let strides: Vec<u64> = [1, 2, 3].into_iter().chain(self.strides.clone()).collect();
        let stride = strides.get(self.random.below(strides.len())).copied();
        let by = stride
            .unwrap_or(1)
            .wrapping_mul(self.random.below(65) as u64);
        let (Some((a, _)), Some((b, bits))) = (whole.get(from), whole.get(to)) else {
            return false;
        };
        let value = p
            .parameters
            .get(*a)
            .and_then(|g| g.bytes.as_deref())
            .map(number);
        let slot = p.parameters.get_mut(*b).and_then(|g| g.bytes.as_mut());
        let (Some(value), Some(slot)) = (value, slot) else {
            return false;
        };
        let new = match self.random.below(2) {
            0 => value.wrapping_add(by),
            _ => value.wrapping_sub(by),
        };
        *slot = cut(new, *bits);
        true
    }

    fn list(&mut self, shape: &Shape) -> Vec<Given> {
        match shape {
            Shape::Integer { bits, ty } => self
                .values(*bits)
                .into_iter()
                .map(|v| Given {
                    ty: ty.clone(),
                    bytes: Some(cut(v, *bits)),
                })
                .collect(),
            Shape::Buffer {
                element,
                element_bytes,
                bytes,
                fields,
            } => {
                let ty = InputType::Array {
                    element: Box::new(element.clone()),
                    len: bytes / (*element_bytes).max(1),
                };
                let n = *bytes as usize;
                let step = (*element_bytes).max(1) as usize;
                let mut out: Vec<Vec<u8>> = vec![vec![0; n]];
                for structure in self.structures(*element_bytes, fields) {
                    out.push(structure.iter().copied().cycle().take(n).collect());
                }
                for len in 1..n / step {
                    // Strings of each length, then numbers in order and back.
                    let mut b = vec![0; n];
                    for k in 0..len {
                        b[k * step] = b'a' + (k % 26) as u8;
                    }
                    out.push(b);
                }
                for order in [1usize, 2, 3] {
                    let mut b = vec![0; n];
                    for k in 0..n / step {
                        let v = match order {
                            1 => k,
                            2 => n / step - k,
                            _ => self.random.below(256),
                        };
                        b[k * step] = v as u8;
                    }
                    out.push(b);
                }
                // Characters that the program names, among others.
                let named = self.constants.iter().filter(|c| (1..256).contains(*c));
                for c in named.take(CHARACTERS) {
                    for text in [[*c as u8, 0], [b'a', *c as u8], [*c as u8, b'a']] {
                        let mut b = vec![0; n];
                        let places = b
                            .iter_mut()
                            .step_by(step)
                            .take((n / step).saturating_sub(1));
                        places.zip(text).for_each(|(b, c)| *b = c);
                        out.push(b);
                    }
                }
                // Before one that programs seldom name, which is none of its cases.
                let named = self.constants.iter().filter(|c| (1..256).contains(*c));
                for c in named.take(CHARACTERS) {
                    let mut b = vec![0; n];
                    let places = b.iter_mut().step_by(step);
                    let places = places.take((n / step).saturating_sub(1));
                    places.zip([*c as u8, b'z']).for_each(|(b, c)| *b = c);
                    out.push(b);
                }
                out.into_iter()
                    .map(|b| Given {
                        ty: ty.clone(),
                        bytes: Some(b),
                    })
                    .collect()
            }
            Shape::Linked(l) => {
                let mut out = Vec::new();
                for nodes in [1u64, 2, 3, 4, 5, 7, 8, 12, 16, 31] {
                    for kind in 0..2u64 {
                        // What the nodes hold: nothing, or numbers in order.
                        let mut b = vec![0u8; (nodes * l.node) as usize];
                        for i in (0..nodes).filter(|_| kind == 1) {
                            for at in (0..l.node).step_by(4) {
                                let byte = b.get_mut((i * l.node + at) as usize);
                                let link = l.offsets.iter().any(|o| at >= *o && at < o + 8);
                                if let Some(byte) = byte.filter(|_| !link) {
                                    *byte = (i + 1) as u8;
                                }
                            }
                        }
                        out.push(Given {
                            ty: InputType::Bytes,
                            bytes: Some(b),
                        });
                    }
                }
                out
            }
            Shape::Structure(links, fields) => {
                let mut out = Vec::new();
                for mut b in self.structures(links.node, fields) {
                    for (_, n) in &links.others {
                        // A string, whatever it is.
                        b.extend((1..*n).map(|i| b'a' + (i % 26) as u8));
                        b.push(0);
                    }
                    out.push(Given {
                        ty: InputType::Bytes,
                        bytes: Some(b),
                    });
                }
                out
            }
            Shape::Pointer => vec![Given {
                ty: InputType::Pointer { bits: 64 },
                bytes: None,
            }],
            Shape::Other { ty, bytes } => vec![Given {
                ty: ty.clone(),
                bytes: Some(vec![0; *bytes as usize]),
            }],
        }
    }

    /// Structures of so many bytes whose integers hold telling values: one after the
    /// other in each field, and all of them apart.
    fn structures(&mut self, bytes: u64, fields: &[(u64, u32)]) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        if fields.is_empty() {
            out.push(vec![0; bytes as usize]);
        }
        let lists: Vec<Vec<u64>> = fields.iter().map(|(_, bits)| self.values(*bits)).collect();
        for k in 0..if fields.is_empty() { 0 } else { POINTS } {
            let mut b = vec![0u8; bytes as usize];
            for (at, ((offset, bits), list)) in fields.iter().zip(&lists).enumerate() {
                let i = match (fields.len(), k) {
                    (1, _) => k,
                    // Small numbers first: a count below a capacity.
                    (_, 0..16) => k / (1 + at) % 8,
                    _ => self.random.below(list.len()),
                };
                let Some(v) = list.get(i) else { continue };
                let word = cut(*v, *bits);
                let from = *offset as usize;
                if let Some(room) = b.get_mut(from..from.saturating_add(word.len())) {
                    room.copy_from_slice(&word);
                }
            }
            out.push(b);
        }
        out
    }

    /// Values of an integer, most telling first.
    fn values(&mut self, bits: u32) -> Vec<u64> {
        let mask = if bits >= 64 {
            u64::MAX
        } else {
            (1 << bits) - 1
        };
        let top = 1u64 << (bits - 1);
        // Narrow types have fewer values: what is below 0 is masked below.
        let below = |limit: u64, n: u64| limit.wrapping_sub(n);
        let mut out = vec![1, 0, 2, 3, mask];
        // What is read has any width: most often that of an `int`.
        if bits == 64 {
            out.extend([below(1 << 31, 1), 1 << 31]);
        }
        out.extend([below(mask, 1), top, below(top, 1)]);
        out.extend(&self.constants);
        out.extend([5, 7, 10, 16, below(mask, 2), below(mask, 3), top + 1]);
        out.push(below(top, 2));
        let powers = [4u32, 6, 7, 8, 15, 16, 31, 32, 63];
        for k in powers.into_iter().filter(|k| *k < bits) {
            out.extend([1u64 << k, (1 << k) - 1, (1 << k) + 1]);
        }
        out.extend([below(mask, 7), below(mask, 100), 12, 20, 33, 100]);
        for _ in 0..8 {
            let shift = self.random.below(bits as usize);
            out.push((self.random.bits() & mask) >> shift);
        }
        let mut seen = BTreeSet::new();
        out.into_iter()
            .map(|v| v & mask)
            .filter(|v| seen.insert(*v))
            .collect()
    }
}

/// The bytes of a parameter that has some.
fn given(all: &mut [Given], index: u32) -> Option<&mut Vec<u8>> {
    all.get_mut(index as usize)?.bytes.as_mut()
}

/// The number of little-endian bytes.
pub fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .take(8)
        .enumerate()
        .fold(0, |v, (i, b)| v | u64::from(*b) << (8 * i))
}

/// The low 64 bits in two's complement.
fn low_bits(n: &num_bigint::BigInt) -> u64 {
    u64::try_from(n & num_bigint::BigInt::from(u64::MAX)).unwrap_or(0)
}

fn cut(v: u64, bits: u32) -> Vec<u8> {
    let n = bits.div_ceil(8) as usize;
    let v = if bits >= 64 { v } else { v & ((1 << bits) - 1) };
    v.to_le_bytes()[..n.min(8)].to_vec()
}

fn shape(module: &Module, p: EntryParam) -> Shape {
    match p {
        EntryParam::Scalar { ty, bytes } => {
            let bits = match &ty {
                InputType::Int { bits, .. } => Some(*bits),
                InputType::Char => Some(8),
                InputType::Bool => Some(1),
                _ => None,
            };
            match bits {
                Some(bits) => Shape::Integer { bits, ty },
                None => Shape::Other { ty, bytes },
            }
        }
        EntryParam::Buffer {
            element,
            element_bytes,
            bytes,
            to,
        } => Shape::Buffer {
            fields: match element {
                InputType::Bytes => crate::time::integers(module, to),
                _ => Vec::new(),
            },
            element,
            element_bytes,
            bytes,
        },
        EntryParam::Pointer { to } => match pointee(module, to) {
            Pointee::Record(node) => {
                let to = target_type(module, to);
                let links = Links {
                    node,
                    offsets: Vec::new(),
                    others: others(module, to),
                };
                Shape::Structure(links, crate::time::integers(module, to))
            }
            _ => Shape::Pointer,
        },
        EntryParam::Aggregate { bytes, .. } => Shape::Other {
            ty: InputType::Bytes,
            bytes,
        },
    }
}

/// Integers that the user's functions name, with their neighbours.
fn constants(subject: Subject<'_>) -> Vec<u64> {
    let mut out = Vec::new();
    for v in named(subject).into_iter().take(CONSTANTS / 3) {
        out.extend([v, v.wrapping_add(1), v.wrapping_sub(1)]);
    }
    out
}

/// Numbers that the program names.
fn named(subject: Subject<'_>) -> Vec<u64> {
    let mut found = BTreeSet::new();
    for (id, f) in subject.module.functions.iter() {
        if !subject.is_own(id) {
            continue;
        }
        for (_, block) in f.blocks.iter() {
            let mut block = block.clone();
            let mut take = |o: &mut Operand| {
                if let Operand::Int(v) = *o {
                    found.insert(v);
                }
            };
            for inst in &mut block.insts {
                visit::uses_mut(&mut inst.kind, &mut take);
            }
            visit::term_uses_mut(&mut block.term, &mut take);
            if let ep_ir::Terminator::Switch { cases, .. } = &block.term {
                found.extend(cases.iter().map(|c| c.value as u64));
            }
        }
    }
    found.into_iter().filter(|v| *v > 3).collect()
}
