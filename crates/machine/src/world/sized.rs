//! A pointer parameter and the one that says how much it points to.
//!
//! Idea: `f(const uint8_t *data, size_t size)` means that `data` points to `size`
//! elements. Taken apart, most of what an exploration finds is a caller that lies. The
//! size is an input between 0 and the elements of a buffer; the object behind the
//! pointer is as large as it says, so that the first byte behind it is out of bounds,
//! and the test has no more. Source: the contract of libFuzzer's entry, which holds
//! without being asked for. Alternatives: a harness that copies (what a user writes
//! without this); one object per size (as many paths as sizes before the first
//! instruction). Cost: an object of symbolic size per pair.

use crate::driver::Driver;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::memory::Size;
use crate::options::Sizes;
use crate::state::State;
use crate::value::ObjectId;
use crate::world::pointers::{self, Pointee};
use crate::world::shape;
use ep_base::outcome::InputSource;
use ep_base::Diagnostic;
use ep_harness::entry::sized::Pair;
use ep_ir::{DebugType, FuncId, Module};
use ep_smt::Witness;
use ep_term::TermId;
use std::rc::Rc;

/// The entry of fuzzers: its second parameter is the size of what its first points to.
pub const LIBFUZZER: &str = "LLVMFuzzerTestOneInput";

/// The pairs of an entry function: those that were asked for, or that of libFuzzer's
/// entry.
///
/// # Errors
/// A name is no parameter, or not of a type that fits (exit 2).
pub fn pairs(module: &Module, f: FuncId, sizes: &Sizes) -> Result<Vec<Pair>, Diagnostic> {
    let function = &module.functions[f];
    let types = pointers::parameter_types(module, function);
    let element = |i: usize| match shape::strip(module, *types.get(i)?) {
        DebugType::Pointer { to, .. } => {
            match pointers::pointee(module, pointers::target_type(module, *to)) {
                Pointee::Plain(n) | Pointee::Pointers(n) => Some(n.max(1)),
                _ => None,
            }
        }
        _ => None,
    };
    let counts = |i: usize| {
        let integer = |t: &DebugType| matches!(t, DebugType::Int { .. } | DebugType::Char { .. });
        let ty = types.get(i).filter(|t| integer(shape::strip(module, **t)));
        ty.is_some_and(|t| shape::size_of(module, *t) <= 8)
    };
    let asked = match sizes {
        Sizes::Apart => return Ok(Vec::new()),
        Sizes::Pairs(asked) => asked,
        Sizes::Libfuzzer => {
            let fits = function.name == LIBFUZZER && types.len() == 2 && counts(1);
            let own = element(0).filter(|_| fits).map(|element| Pair {
                data: 0,
                size: 1,
                element,
            });
            return Ok(own.into_iter().collect());
        }
    };
    let names = names(module, f);
    let find = |name: &str| {
        let wrong = || {
            Diagnostic::bad_input(format!(
                "--sized: `{}` has no parameter `{name}`",
                function.name
            ))
            .help(match names.is_empty() {
                true => "it has none".to_string(),
                false => format!("its parameters are {}", names.join(", ")),
            })
        };
        names.iter().position(|n| n == name).ok_or_else(wrong)
    };
    let mut out: Vec<Pair> = Vec::new();
    for p in asked {
        let (data, size) = (find(&p.data)?, find(&p.size)?);
        let element = element(data).ok_or_else(|| {
            Diagnostic::bad_input(format!(
                "--sized: `{}` is no pointer to numbers, to characters, to structures without pointers or to pointers",
                p.data
            ))
            .help("the first name of a pair is a buffer: --sized data:size")
        })?;
        if !counts(size) {
            return Err(
                Diagnostic::bad_input(format!("--sized: `{}` is no integer", p.size)).help(
                    "the second name of a pair says how many elements there are: --sized data:size",
                ),
            );
        }
        let (data, size) = (data as u32, size as u32);
        if out.iter().any(|o| o.data == data) {
            return Err(Diagnostic::bad_input(format!(
                "--sized: `{}` has two sizes",
                p.data
            )));
        }
        out.push(Pair {
            data,
            size,
            element,
        });
    }
    Ok(out)
}

/// The names of a function's parameters.
pub fn names(module: &Module, f: FuncId) -> Vec<String> {
    let function = &module.functions[f];
    (0..pointers::parameter_types(module, function).len())
        .map(|i| {
            let mut vars = function.vars.iter().map(|v| v.1);
            let own = vars.find(|v| v.arg == i as u32 + 1);
            own.map_or_else(|| format!("p{i}"), |v| v.name.clone())
        })
        .collect()
}

impl<D: Driver> Machine<D> {
    /// Ties the size of a buffer to a parameter: at most `most` elements, and the object
    /// of that number, if it is there already or when it is made, has as many.
    pub(crate) fn tie(
        &mut self,
        st: &mut State<D>,
        pair: Pair,
        most: u64,
    ) -> Result<(), Diagnostic> {
        let source = InputSource::Parameter { index: pair.size };
        let size = of_scalar(&st.inputs, &source);
        let Some(size) = size.filter(|_| !self.math()) else {
            return Err(Diagnostic::bad_input(
                "--sized does not go with --arith math",
            ));
        };
        let width = self.cx.pool.width(size);
        let greatest = u128::MAX >> (128 - width.clamp(1, 128));
        let fits = self.cx.pool.bv(width, u128::from(most).min(greatest));
        let inside = self.cx.pool.ule(size, fits);
        let w = match self.driver.feasible(&mut self.cx, st, inside) {
            ep_smt::Side::Feasible(w) => w,
            // Nothing is known of it before, so it can be 0.
            ep_smt::Side::Infeasible | ep_smt::Side::Unknown(_) => Witness::missing(),
        };
        self.assume(st, inside, w);
        let bits = self.program.ptr_bits;
        let wide = match width < bits {
            true => self.cx.pool.zext(size, bits),
            false => self.cx.pool.extract(size, bits - 1, 0),
        };
        let each = self.cx.pool.bv(bits, u128::from(pair.element));
        let bytes = self.cx.pool.bvmul(wide, each);
        let heap = Rc::make_mut(&mut st.initial_heap);
        for (_, term) in heap.sized.iter_mut().filter(|s| s.0 == pair.data) {
            *term = Some(bytes);
        }
        let there = heap.objects.iter().find(|o| o.number == pair.data);
        if let Some(o) = there.map(|o| o.object) {
            self.shorten(st, pair.data, o);
        }
        Ok(())
    }

    /// Gives a buffer the size that its parameter says, if one does.
    pub(crate) fn shorten(&mut self, st: &mut State<D>, number: u32, object: ObjectId) {
        let Some(term) = st.initial_heap.size_of(number) else {
            return;
        };
        if let Some(o) = st.heap.get_mut(object) {
            let max = o.size.max();
            // Where the inputs of one run are given, it is a number.
            o.size = match self.cx.pool.as_bv(term) {
                Some(n) => Size::Known((n as u64).min(max)),
                None => Size::Symbolic { term, max },
            };
        }
        let source = InputSource::Buffer { index: number };
        st.inputs.size(&source, term);
    }
}

/// The term of a parameter that is a plain integer.
fn of_scalar(inputs: &Inputs, source: &InputSource) -> Option<TermId> {
    let input = inputs.iter().find(|i| i.source == *source)?;
    match input.leaves[..] {
        [leaf] => Some(leaf.term),
        _ => None,
    }
}
