//! The symbolic inputs of a path, in the order in which they were asked for,
//! and their concrete values under a model.
//!
//! The k-th input of a path with a given name and shape has the same variables
//! on every path (no two paths share an execution), so that terms, truth
//! tables and solver caches are shared between paths.

use ep_base::outcome::{Input, InputSource, InputType};
use ep_smt::PathCondition;
use ep_term::{Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A scalar piece of an input: one variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// Byte offset in the input.
    pub offset: u64,
    /// Bytes.
    pub bytes: u32,
    pub var: VarId,
    pub term: TermId,
}

/// Where a variable comes from: the same for every worker, whatever number the
/// variable has in its pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Origin(pub u64);

impl Origin {
    /// No input of a path.
    pub const NONE: Origin = Origin(u64::MAX >> 1);

    /// A scalar of the input number `index` of a path.
    #[inline]
    pub fn input(index: usize, leaf: usize) -> Origin {
        Origin((index as u64) << 32 | leaf as u64)
    }

    /// Content number `index` of uninitialised memory of `width` bits.
    #[inline]
    pub fn uninit(index: u64, width: u32) -> Origin {
        Origin(1 << 63 | index << 8 | u64::from(width & 0xff))
    }

    /// Content of uninitialised memory.
    #[inline]
    pub fn is_uninit(self) -> bool {
        self.0 >> 63 != 0
    }
}

/// One symbolic input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicInput {
    pub name: String,
    pub ty: InputType,
    pub source: InputSource,
    pub size: u64,
    pub leaves: Vec<Leaf>,
}

/// An input of a state. In a state that was merged, one that only some of its
/// paths asked for has their condition.
#[derive(Clone, Debug)]
pub struct Asked {
    pub input: Rc<SymbolicInput>,
    pub when: Option<TermId>,
    /// Of a file whose name depends on other inputs: its bytes, up to the first
    /// that is zero.
    pub named: Option<Rc<[TermId]>>,
    /// Of a buffer whose size is an input, too: how many of its bytes there are.
    pub length: Option<TermId>,
}

/// Inputs of a block.
const BLOCK: usize = 16;

/// The inputs of one path, or of several that were merged.
///
/// A chain of blocks, the newest first: states fork between inputs, and a program that
/// reads byte by byte would copy all of its list for each of them. A fork copies the last
/// block at most.
#[derive(Clone, Debug, Default)]
pub struct Inputs(Option<Rc<Block>>);

#[derive(Debug)]
struct Block {
    /// At least one, at most [`BLOCK`].
    own: Vec<Asked>,
    before: Inputs,
    /// How many there are before these.
    begin: usize,
}

impl Clone for Block {
    fn clone(&self) -> Block {
        let mut own = Vec::with_capacity(BLOCK);
        own.extend(self.own.iter().cloned());
        Block {
            own,
            before: self.before.clone(),
            begin: self.begin,
        }
    }
}

impl Drop for Inputs {
    fn drop(&mut self) {
        ep_base::chain::unlink(self.0.take(), |block| block.before.0.take());
    }
}

impl Inputs {
    /// Appends an input.
    #[inline]
    pub fn push(&mut self, input: Rc<SymbolicInput>) {
        self.push_when(input, None);
    }
    /// Appends an input that was asked for under a condition.
    #[inline]
    pub fn push_when(&mut self, input: Rc<SymbolicInput>, when: Option<TermId>) {
        self.push_asked(Asked {
            input,
            when,
            named: None,
            length: None,
        });
    }
    /// Appends what another list has.
    pub fn push_asked(&mut self, asked: Asked) {
        if let Some(last) = self.0.as_mut().filter(|b| b.own.len() < BLOCK) {
            Rc::make_mut(last).own.push(asked);
            return;
        }
        let before = std::mem::take(self);
        let begin = before.len();
        let mut own = Vec::with_capacity(BLOCK);
        own.push(asked);
        self.0 = Some(Rc::new(Block { own, before, begin }));
    }
    /// The last input is the content of a file of this name.
    pub fn name_last(&mut self, named: Rc<[TermId]>) {
        if let Some(last) = &mut self.0 {
            if let Some(a) = Rc::make_mut(last).own.last_mut() {
                a.named = Some(named);
            }
        }
    }
    /// The buffer from this source has as many bytes as the term says.
    pub fn size(&mut self, source: &InputSource, length: TermId) {
        let mut all: Vec<Asked> = self.asked().into_iter().cloned().collect();
        let Some(at) = all.iter().position(|a| a.input.source == *source) else {
            return;
        };
        self.truncate(at);
        for (n, mut asked) in all.drain(at..).enumerate() {
            if n == 0 {
                asked.length = Some(length);
            }
            self.push_asked(asked);
        }
    }
    /// All inputs with their conditions, in order.
    pub fn asked(&self) -> Vec<&Asked> {
        let newest = std::iter::successors(self.0.as_deref(), |block| block.before.0.as_deref());
        let mut all = Vec::with_capacity(self.len());
        let blocks: Vec<&Block> = newest.collect();
        all.extend(blocks.into_iter().rev().flat_map(|block| &block.own));
        all
    }
    /// The first `n` inputs only.
    pub fn truncate(&mut self, n: usize) {
        while let Some(last) = &mut self.0 {
            if last.begin < n {
                if last.begin + last.own.len() > n {
                    let keep = n - last.begin;
                    Rc::make_mut(last).own.truncate(keep);
                }
                return;
            }
            *self = last.before.clone();
        }
    }
    /// Whether both are one list.
    #[inline]
    pub fn same(&self, other: &Inputs) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
    /// The number of inputs.
    #[inline]
    pub fn len(&self) -> usize {
        self.0
            .as_ref()
            .map_or(0, |last| last.begin + last.own.len())
    }
    /// True when nothing is symbolic so far.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    /// All inputs in order.
    pub fn iter(&self) -> impl Iterator<Item = &Rc<SymbolicInput>> {
        self.asked().into_iter().map(|a| &a.input)
    }

    /// Bytes that these do not share with what is in `seen`.
    pub fn footprint(&self, seen: &mut rustc_hash::FxHashSet<usize>) -> usize {
        let newest = std::iter::successors(self.0.as_ref(), |block| block.before.0.as_ref());
        let own = newest.take_while(|block| seen.insert(Rc::as_ptr(block) as usize));
        let bytes = 16 + std::mem::size_of::<Block>() + BLOCK * std::mem::size_of::<Asked>();
        own.count() * bytes
    }

    /// The inputs with the values of the path's model.
    pub fn concrete(&self, pool: &Pool, pc: &PathCondition) -> Vec<Input> {
        let mut evaluator = ep_term::Evaluator::new();
        self.asked()
            .into_iter()
            .filter(|a| !matches!(a.input.source, InputSource::Uninitialised))
            .filter(|a| a.when.is_none_or(|c| evaluator.eval_bool(pool, c, pc)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|a| {
                let i = &a.input;
                let mut bytes = vec![0u8; i.size as usize];
                for l in &i.leaves {
                    let v = match pool.var_sort(l.var) {
                        Sort::BitVec(_) => pc.value(l.var),
                        _ => int_bytes(pc, l.var),
                    };
                    let at = l.offset as usize;
                    bytes[at..at + l.bytes as usize]
                        .copy_from_slice(&v.to_le_bytes()[..l.bytes as usize]);
                }
                let mut ty = i.ty.clone();
                if let Some(n) = a.length {
                    let n = evaluator.eval_bv(pool, n, pc);
                    bytes.truncate(usize::try_from(n).unwrap_or(usize::MAX));
                    ty = shortened(ty, bytes.len() as u64, i.size);
                }
                let (name, source) = match &a.named {
                    None => (i.name.clone(), i.source.clone()),
                    Some(bytes) => {
                        let name = bytes
                            .iter()
                            .map(|t| evaluator.eval_bv(pool, *t, pc) as u8)
                            .take_while(|b| *b != 0)
                            .collect::<Vec<u8>>();
                        let name = String::from_utf8_lossy(&name).into_owned();
                        (
                            name.escape_default().to_string(),
                            InputSource::File { name },
                        )
                    }
                };
                Input {
                    name,
                    ty,
                    source,
                    bytes,
                }
            })
            .collect()
    }
}

/// The type of the first `bytes` of an array of `size` bytes.
fn shortened(ty: InputType, bytes: u64, size: u64) -> InputType {
    match ty {
        InputType::Array { element, len } => InputType::Array {
            element,
            len: (u128::from(len) * u128::from(bytes) / u128::from(size.max(1))) as u64,
        },
        // One element, or none.
        ty if bytes == size => ty,
        ty => InputType::Array {
            element: Box::new(ty),
            len: 0,
        },
    }
}

/// An integer variable's value in two's complement.
fn int_bytes(pc: &PathCondition, var: VarId) -> u128 {
    use ep_term::Assignment;
    match pc.other(var) {
        Some(ep_term::Value::Int(i)) => {
            let digits = i.to_signed_bytes_le();
            let fill = if i.sign() == num_bigint::Sign::Minus {
                0xff
            } else {
                0
            };
            let mut b = [fill; 16];
            for (slot, d) in b.iter_mut().zip(digits) {
                *slot = d;
            }
            u128::from_le_bytes(b)
        }
        _ => 0,
    }
}

/// Makes variables, the same ones for the same request on every path.
#[derive(Default)]
pub struct InputTable {
    known: FxHashMap<(usize, String, u64, u64), Rc<SymbolicInput>>,
    /// Where each variable comes from, by its number.
    origins: Vec<Origin>,
    any_uninit: bool,
    /// The values of the inputs, where one run is followed.
    given: Option<Given>,
    scalars: FxHashMap<(u64, u32, bool), TermId>,
}

/// The inputs of a test in the order in which its path asked for them.
#[derive(Default)]
struct Given {
    bytes: Vec<Vec<u8>>,
    /// Which of them an input of the path is.
    of: FxHashMap<usize, usize>,
}

impl Given {
    /// The bytes of the input number `index` of the path; zeros where there is
    /// no more, and of memory that nobody set.
    fn bytes(&mut self, index: usize, r: &Request) -> Vec<u8> {
        let mut out = vec![0; r.size as usize];
        if !matches!(r.source, InputSource::Uninitialised) {
            let next = self.of.len();
            let which = *self.of.entry(index).or_insert(next);
            if let Some(bytes) = self.bytes.get(which) {
                let n = bytes.len().min(out.len());
                out[..n].copy_from_slice(&bytes[..n]);
            }
        }
        out
    }
}

/// What a new input looks like.
pub struct Request<'a> {
    pub name: &'a str,
    pub ty: InputType,
    pub source: InputSource,
    pub size: u64,
    /// Scalar pieces: offset and bytes, covering the input.
    pub leaves: &'a [(u64, u32)],
    /// Variables are mathematical integers.
    pub math: bool,
}

impl InputTable {
    /// From here on inputs have these values, in this order.
    pub fn give(&mut self, inputs: &[Input]) {
        self.given = Some(Given {
            bytes: inputs.iter().map(|i| i.bytes.clone()).collect(),
            of: FxHashMap::default(),
        });
    }

    /// An input whose value is given: its leaves are numbers.
    fn given(&mut self, pool: &mut Pool, index: usize, r: &Request) -> Option<Rc<SymbolicInput>> {
        let bytes = self.given.as_mut()?.bytes(index, r);
        let leaves = r.leaves.iter().map(|&(offset, n)| {
            let end = (offset as usize + n as usize).min(bytes.len());
            let piece = bytes.get(offset as usize..end).unwrap_or_default().iter();
            let value = piece.rev().fold(0u128, |v, b| v << 8 | u128::from(*b));
            Leaf {
                offset,
                bytes: n,
                var: VarId(0),
                term: pool.bv(8 * n, value),
            }
        });
        Some(Rc::new(SymbolicInput {
            name: r.name.to_string(),
            ty: r.ty.clone(),
            source: r.source.clone(),
            size: r.size,
            leaves: leaves.collect(),
        }))
    }

    /// The input number `index` of a path.
    pub fn input(&mut self, pool: &mut Pool, index: usize, r: &Request) -> Rc<SymbolicInput> {
        if let Some(given) = self.given(pool, index, r) {
            return given;
        }
        let shape = r.leaves.iter().fold(r.leaves.len() as u64, |h, (o, b)| {
            h.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (o << 8) ^ u64::from(*b)
        });
        let key = (index, r.name.to_string(), r.size, shape);
        if let Some(i) = self.known.get(&key) {
            if i.source == r.source && i.ty == r.ty {
                return i.clone();
            }
        }
        let single = r.leaves.len() == 1;
        let uniform = r.leaves.iter().all(|l| l.1 == r.leaves[0].1);
        let leaves = r
            .leaves
            .iter()
            .enumerate()
            .map(|(k, &(offset, bytes))| {
                let name = if single {
                    r.name.to_string()
                } else if uniform {
                    format!("{}[{k}]", r.name)
                } else {
                    format!("{}@{offset}", r.name)
                };
                let sort = if r.math {
                    Sort::Int
                } else {
                    Sort::BitVec(8 * bytes)
                };
                let term = pool.fresh_var(&name, sort);
                // A fresh variable is a variable; the fallback cannot occur.
                let var = pool.as_var(term).unwrap_or(VarId(0));
                Leaf {
                    offset,
                    bytes,
                    var,
                    term,
                }
            })
            .collect();
        let leaves: Vec<Leaf> = leaves;
        for (k, l) in leaves.iter().enumerate() {
            self.set_origin(l.var, Origin::input(index, k));
        }
        let input = Rc::new(SymbolicInput {
            name: r.name.to_string(),
            ty: r.ty.clone(),
            source: r.source.clone(),
            size: r.size,
            leaves,
        });
        self.known.insert(key, input.clone());
        input
    }

    /// A variable for uninitialised content of `width` bits: number `index`
    /// on its path.
    #[inline]
    pub fn uninit(&mut self, pool: &mut Pool, index: u64, width: u32) -> TermId {
        if let Some(&t) = self.scalars.get(&(index, width, true)) {
            return t;
        }
        let t = pool.fresh_var(&format!("uninitialised{index}"), Sort::BitVec(width));
        if let Some(v) = pool.as_var(t) {
            self.set_origin(v, Origin::uninit(index, width));
            self.any_uninit = true;
        }
        self.scalars.insert((index, width, true), t);
        t
    }

    /// Whether a variable stands for uninitialised memory.
    #[inline]
    pub fn is_uninit(&self, var: VarId) -> bool {
        self.origin(var).is_uninit()
    }

    /// Whether any such variable exists.
    #[inline]
    pub fn any_uninit(&self) -> bool {
        self.any_uninit
    }

    /// Where a variable comes from.
    #[inline]
    pub fn origin(&self, var: VarId) -> Origin {
        let o = self.origins.get(var.0 as usize);
        o.copied().unwrap_or(Origin::NONE)
    }

    fn set_origin(&mut self, var: VarId, origin: Origin) {
        let i = var.0 as usize;
        if self.origins.len() <= i {
            self.origins.resize(i + 1, Origin::NONE);
        }
        self.origins[i] = origin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(n: usize) -> Rc<SymbolicInput> {
        Rc::new(SymbolicInput {
            name: n.to_string(),
            ty: InputType::Bool,
            source: InputSource::Uninitialised,
            size: 1,
            leaves: Vec::new(),
        })
    }

    fn names(i: &Inputs) -> Vec<String> {
        i.iter().map(|i| i.name.clone()).collect()
    }

    /// A list and a plain vector, grown and cut the same, with forks on the way.
    #[test]
    fn forks_share_a_list_and_change_their_own() {
        let mut forks: Vec<(Inputs, Vec<String>)> = vec![(Inputs::default(), Vec::new())];
        let mut random = 7usize;
        let mut next = |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for step in 0..2_000 {
            let which = next(forks.len());
            let (mut list, mut plain) = forks[which].clone();
            match next(60) {
                0 => {
                    let n = next(plain.len() + 2);
                    list.truncate(n);
                    plain.truncate(n);
                }
                _ => {
                    list.push(input(step));
                    plain.push(step.to_string());
                }
            }
            assert_eq!(list.len(), plain.len());
            assert_eq!(list.is_empty(), plain.is_empty());
            assert!(list.same(&list.clone()));
            match forks.len() < 20 && next(3) == 0 {
                true => forks.push((list, plain)),
                false => forks[which] = (list, plain),
            }
            for (list, plain) in &forks {
                assert_eq!(&names(list), plain);
            }
        }
        assert!(forks.iter().any(|f| f.0.len() > 3 * BLOCK));
    }
}
