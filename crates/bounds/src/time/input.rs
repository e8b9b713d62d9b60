//! Functions of the C library that read standard input.
//!
//! Idea: standard input is the number of bytes that are left of it, in a cell.
//! Each function takes some of them and says how many, or that there are none;
//! that is all that a proof needs. `getchar` takes one; `fgets` at least one,
//! and its buffer has a terminator behind at most as many; `fread` all that it
//! was asked for while they last; `read` some or none, since it may fail or be
//! interrupted at any time; `getline` at least one, or none if there is no
//! memory; `scanf` at least as many as it stores values, and none at all where
//! the next character does not match. At the end each of them says so again
//! and again. Which of several results there is is a choice, kept in a cell
//! while the state is split.
//!
//! What must never happen: a byte that is taken twice; progress by a call that
//! may take nothing (`fgets` of one byte, `scanf` on a letter); `read` beside
//! the buffer of a stream, which hides bytes from it. Source: C17 7.21, POSIX
//! `read`. Alternative: the models of the library, whose buffers and
//! descriptors hide the one number that matters. Cost: a few entailments.

use super::engine::{AreaKey, Engine};
use super::library::{reader, Reader};
use super::lin::{Interval, Lin};
use super::rules::{Case, Num, Ruled, Side, View};
use super::scanned::{stored, words, Stored, What};
use super::state::{Area, Cell, Fill, State, Value};
use super::stepped::Stepped;
use ep_base::time::Assumption;
use ep_ir::inst::Arg;
use ep_ir::{FuncId, Inst, Reg, Type};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The cell of the bytes that are left, of whether the end was met (where the
/// program asks for it), and of a result while the state is split.
const LEFT: i64 = 0;
pub(super) const MET: i64 = 8;
const RESULT: i64 = 16;
/// Results of `scanf` that are told apart where strings are read.
const APART: usize = 3;

/// The rest of a step, or what it is instead.
type Or<T> = Result<T, Stepped>;

/// A call of such a function.
struct Call<'a> {
    func: FuncId,
    inst: &'a Inst,
    dsts: &'a [Reg],
    name: &'a str,
    args: &'a [Arg],
}

impl Engine<'_> {
    /// Executes a function that reads standard input.
    pub(super) fn reads_input(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        name: &str,
        args: &[Arg],
    ) -> Stepped {
        let call = Call {
            func,
            inst,
            dsts,
            name,
            args,
        };
        match self.read_call(s, &call) {
            Ok(()) => Stepped::Next,
            Err(other) => other,
        }
    }

    fn refused<T>(&mut self, call: &Call<'_>, why: String) -> Or<T> {
        let place = self.place(call.func, call.inst.loc);
        self.give_up(why, place);
        Err(Stepped::GaveUp)
    }

    fn read_call(&mut self, s: &mut State, call: &Call<'_>) -> Or<()> {
        let Some(what) = reader(call.name) else {
            return Err(Stepped::GaveUp);
        };
        if let Some(other) = self.beside_input() {
            return self.refused(
                call,
                format!("{} beside {other} is not modelled", call.name),
            );
        }
        let stream = match what {
            Reader::Byte | Reader::End => call.args.first(),
            Reader::Line | Reader::Whole => call.args.get(2),
            Reader::Block => call.args.get(3),
            Reader::Scan { stream: true } => call.args.first(),
            Reader::Scan { stream: false } | Reader::Descriptor => None,
        };
        let input = self.area(AreaKey::StandardInput, None, false);
        if let Some(stream) = stream {
            let own = self.area(AreaKey::InputStream, None, false);
            if !matches!(self.value(s, &stream.value), Value::Pointer { area, .. } if area == own) {
                return self.refused(
                    call,
                    format!("{} of another stream is not modelled", call.name),
                );
            }
        }
        if !matches!(what, Reader::Scan { .. }) {
            // What is left need not begin with a word.
            s.words = None;
        }
        let left = s.cells.get(&(input, LEFT)).map(|c| c.value.clone());
        let Some(Value::Int(left)) = left else {
            return self.refused(
                call,
                "how much of standard input is left is not known".into(),
            );
        };
        self.assumptions.insert(Assumption {
            text: match what {
                Reader::Descriptor => "standard input has an end and stays there",
                _ => "standard input has an end and stays there, and reading it does not fail",
            }
            .into(),
            place: Default::default(),
        });
        match what {
            Reader::Byte => self.read_byte(s, call, input, &left.form),
            Reader::Line => self.read_line(s, call, input, &left.form),
            Reader::Whole => self.read_whole(s, call, input, &left.form),
            Reader::Block => self.read_block(s, call, input, &left.form),
            Reader::Descriptor => self.read_descriptor(s, call, input, &left.form),
            Reader::End => self.is_at_end(s, call, input, &left.form),
            Reader::Scan { stream } => self.scan(s, call, input, &left.form, usize::from(stream)),
        }
    }

    /// Whether a form is at least a number; else the state is split there.
    fn reaches(&mut self, s: &State, form: &Lin, at: i64) -> Or<bool> {
        let at = BigInt::from(at);
        let r = s.facts.range(form, &mut self.count);
        if r.lo.as_ref().is_some_and(|l| *l >= at) {
            return Ok(true);
        }
        if r.hi.as_ref().is_some_and(|h| *h < at) {
            return Ok(false);
        }
        let case = |lo, hi| Case {
            form: form.clone(),
            within: Interval { lo, hi },
            side: Side::None,
        };
        let below = &at - BigInt::one();
        Err(Stepped::Refine(vec![
            case(None, Some(below)),
            case(Some(at), None),
        ]))
    }

    /// One of several results, in a range: each of the parts that begin at
    /// these numbers is a state of its own. The same one while it is split.
    fn one_of(&mut self, s: &mut State, input: Area, range: &Interval, parts: &[i64]) -> Or<Lin> {
        let form = match s.cells.get(&(input, RESULT)).map(|c| &c.value) {
            Some(Value::Int(n)) => n.form.clone(),
            _ => {
                let form = self.some(s, range);
                set_cell(s, input, RESULT, form.clone());
                form
            }
        };
        for p in parts {
            self.reaches(s, &form, *p)?;
        }
        s.cells.remove(&(input, RESULT));
        Ok(form)
    }

    /// A number that nothing but the input says.
    fn some(&mut self, s: &mut State, range: &Interval) -> Lin {
        let form = Lin::var(self.sym());
        s.facts.add(&form, range);
        s.exact = false;
        s.forked = true;
        form
    }

    /// An argument as a number.
    fn number(&mut self, s: &mut State, call: &Call<'_>, at: usize, view: View) -> Or<Lin> {
        let Some(arg) = call.args.get(at) else {
            return Err(Stepped::GaveUp);
        };
        let Value::Int(n) = self.copy(s, &arg.value, arg.ty) else {
            return self.refused(call, format!("an argument of {} is not known", call.name));
        };
        match self.rule(s, &mut |cx| cx.view(&n, view)) {
            Ruled::Is(form) => Ok(form),
            Ruled::Refine(cases) => Err(Stepped::Refine(cases)),
        }
    }

    fn returns_number(&mut self, s: &mut State, call: &Call<'_>, form: Lin, view: View) {
        let function = self.module.functions.get(call.func);
        for d in call.dsts {
            let ty = function.and_then(|f| f.regs.get(*d)).copied();
            let Some(Type::Int(bits)) = ty else { continue };
            let form = form.clone();
            Self::set(s, *d, Value::Int(Num { form, view, bits }));
        }
    }

    fn returns_pointer(s: &mut State, call: &Call<'_>, v: &Value) {
        for d in call.dsts {
            Self::set(s, *d, v.clone());
        }
    }

    /// `getchar`.
    fn read_byte(&mut self, s: &mut State, call: &Call<'_>, input: Area, left: &Lin) -> Or<()> {
        if !self.reaches(s, left, 1)? {
            meets_end(s, input);
            self.returns_number(s, call, Lin::number(-1), View::Signed);
            return Ok(());
        }
        set_cell(s, input, LEFT, left.add(&-BigInt::one()));
        let byte = Lin::var(self.sym());
        let all = Interval::new(0, 255);
        s.facts.add(&byte, &all);
        // Which byte it is decides nothing yet.
        if let Some(v) = byte.as_var() {
            s.free.insert(v, all);
        }
        self.returns_number(s, call, byte, View::Signed);
        Ok(())
    }

    /// `fgets`: with room for the terminator only it reads nothing.
    fn read_line(&mut self, s: &mut State, call: &Call<'_>, input: Area, left: &Lin) -> Or<()> {
        let Some(to) = call.args.first().map(|a| self.value(s, &a.value)) else {
            return Err(Stepped::GaveUp);
        };
        let size = self.number(s, call, 1, View::Signed)?;
        if !self.reaches(s, &size, 1)? {
            Self::returns_pointer(s, call, &Value::Null);
            return Ok(());
        }
        if !self.reaches(s, &size, 2)? {
            self.stores_text(s, call, &to, Some(&size), &Lin::default());
            Self::returns_pointer(s, call, &to);
            return Ok(());
        }
        if !self.reaches(s, left, 1)? {
            meets_end(s, input);
            Self::returns_pointer(s, call, &Value::Null);
            return Ok(());
        }
        let taken = self.taken(s, left, 1);
        s.facts
            .at_least_zero(&size.minus(&taken).add(&-BigInt::one()));
        set_cell(s, input, LEFT, left.minus(&taken));
        self.may_meet_end(s, input);
        // A zero among the bytes ends the string before.
        let length = self.some(s, &Interval::new(0, self.longest()));
        s.facts.at_least_zero(&taken.minus(&length));
        self.stores_text(s, call, &to, Some(&size), &length);
        Self::returns_pointer(s, call, &to);
        Ok(())
    }

    /// `getline`: it fails for want of memory, too.
    fn read_whole(&mut self, s: &mut State, call: &Call<'_>, input: Area, left: &Lin) -> Or<()> {
        let all = Interval::new(-1, self.longest());
        let some = self.reaches(s, left, 1)?;
        let result = match some {
            true => self.one_of(s, input, &all, &[0])?,
            false => Lin::number(-1),
        };
        let r = s.facts.range(&result, &mut self.count);
        if !some {
            meets_end(s, input);
        } else if r.lo.as_ref().is_some_and(|l| *l >= BigInt::zero()) {
            // A line has a byte at least.
            s.facts.at_least_zero(&result.add(&-BigInt::one()));
            s.facts.at_least_zero(&left.minus(&result));
            set_cell(s, input, LEFT, left.minus(&result));
            self.may_meet_end(s, input);
        } else {
            let taken = self.taken(s, left, 0);
            set_cell(s, input, LEFT, left.minus(&taken));
            self.may_meet_end(s, input);
        }
        for at in 0..2 {
            let Some(arg) = call.args.get(at) else {
                continue;
            };
            let to = self.value(s, &arg.value);
            self.stores(s, call, &to, Some(8));
        }
        self.returns_number(s, call, result, View::Signed);
        Ok(())
    }

    /// `fread`: less than it was asked for at the end of the input only.
    fn read_block(&mut self, s: &mut State, call: &Call<'_>, input: Area, left: &Lin) -> Or<()> {
        let Some(to) = call.args.first().map(|a| self.value(s, &a.value)) else {
            return Err(Stepped::GaveUp);
        };
        let size = self.number(s, call, 1, View::Unsigned)?;
        let count = self.number(s, call, 2, View::Unsigned)?;
        let (size, count, swapped) = match (size.as_number(), count.as_number()) {
            (Some(k), _) => (k.clone(), count, false),
            (_, Some(k)) if k.is_one() => (k.clone(), size, true),
            _ => {
                return self.refused(
                    call,
                    "fread of elements of a variable size is not modelled".into(),
                )
            }
        };
        let all = count.times(&size);
        let most = s.facts.range(&all, &mut self.count).hi;
        if size.is_zero() || most.is_none_or(|m| m > BigInt::from(self.longest())) {
            return self.refused(call, "fread of so many bytes is not modelled".into());
        }
        let some = self.reaches(s, &all, 1)?;
        let enough = self.reaches(s, &left.minus(&all), 0)?;
        if some {
            self.stores_block(s, call, &to, &all);
        }
        let items = if !some {
            Lin::default()
        } else if enough {
            set_cell(s, input, LEFT, left.minus(&all));
            count
        } else {
            meets_end(s, input);
            set_cell(s, input, LEFT, Lin::default());
            match size.is_one() {
                true => left.clone(),
                false => {
                    let items = self.some(s, &Interval::new(0, self.longest()));
                    let rest = left.minus(&items.times(&size));
                    s.facts.add(
                        &rest,
                        &Interval {
                            lo: Some(BigInt::zero()),
                            hi: Some(size - BigInt::one()),
                        },
                    );
                    items
                }
            }
        };
        let result = match swapped {
            false => items,
            // One element: whole or not there.
            true if some && enough => Lin::number(1),
            true => Lin::default(),
        };
        self.returns_number(s, call, result, View::Unsigned);
        Ok(())
    }

    /// `read`: it may fail at any time, and take fewer bytes than there are.
    fn read_descriptor(
        &mut self,
        s: &mut State,
        call: &Call<'_>,
        input: Area,
        left: &Lin,
    ) -> Or<()> {
        let descriptor = self.number(s, call, 0, View::Signed)?;
        let r = s.facts.range(&descriptor, &mut self.count);
        if r != Interval::point(BigInt::zero()) {
            return self.refused(
                call,
                "read of another descriptor than 0 is not modelled".into(),
            );
        }
        let Some(to) = call.args.get(1).map(|a| self.value(s, &a.value)) else {
            return Err(Stepped::GaveUp);
        };
        let size = self.number(s, call, 2, View::Unsigned)?;
        let some = self.reaches(s, &size, 1)? && self.reaches(s, left, 1)?;
        let result = match some {
            false => self.some(s, &Interval::new(-1, 0)),
            true => {
                let all = Interval::new(-1, self.longest());
                let result = self.one_of(s, input, &all, &[0])?;
                let r = s.facts.range(&result, &mut self.count);
                if r.lo.is_some_and(|l| l >= BigInt::zero()) {
                    // It is not at the end.
                    s.facts.at_least_zero(&result.add(&-BigInt::one()));
                    s.facts.at_least_zero(&left.minus(&result));
                    s.facts.at_least_zero(&size.minus(&result));
                    set_cell(s, input, LEFT, left.minus(&result));
                }
                result
            }
        };
        self.stores_block(s, call, &to, &size);
        self.returns_number(s, call, result, View::Signed);
        Ok(())
    }

    /// `feof`: while there are bytes nothing has met the end.
    fn is_at_end(&mut self, s: &mut State, call: &Call<'_>, input: Area, left: &Lin) -> Or<()> {
        if self.reaches(s, left, 1)? {
            self.returns_number(s, call, Lin::default(), View::Signed);
            return Ok(());
        }
        let met = match s.cells.get(&(input, MET)).map(|c| c.value.clone()) {
            Some(Value::Int(met)) => self.reaches(s, &met.form, 1)?,
            _ => return self.refused(call, "whether the end was met is not known".into()),
        };
        let result = match met {
            false => Lin::default(),
            true => self.some(s, &Interval::new(1, i32::MAX)),
        };
        self.returns_number(s, call, result, View::Signed);
        Ok(())
    }

    /// `scanf` and `fscanf`.
    fn scan(
        &mut self,
        s: &mut State,
        call: &Call<'_>,
        input: Area,
        left: &Lin,
        at: usize,
    ) -> Or<()> {
        let format = call.args.get(at).map(|a| self.value(s, &a.value));
        let wanted = format.as_ref().and_then(|f| stored(self.text(f)?));
        // Words that are parameters of the bounds, and how many were read before.
        let numbers = format.as_ref().and_then(|f| words(self.text(f)?));
        let before = s.words.filter(|_| s.fresh_start);
        let orders = before.into_iter().flat_map(|k| k..);
        let named: Vec<((u32, bool), u32)> = numbers
            .unwrap_or_default()
            .into_iter()
            .zip(orders)
            .collect();
        let Some(wanted) = wanted else {
            return self.refused(
                call,
                format!("this format of {} is not modelled", call.name),
            );
        };
        let to = call.args.get(at + 1..).unwrap_or_default();
        if to.len() < wanted.len() {
            return self.refused(
                call,
                format!("{} has fewer arguments than its format", call.name),
            );
        }
        if !self.reaches(s, left, 1)? {
            meets_end(s, input);
            self.returns_number(s, call, Lin::number(-1), View::Signed);
            return Ok(());
        }
        let most = wanted.iter().filter(|w| w.counts).count();
        let texts = wanted.iter().any(|w| w.what == What::Text);
        let mut parts = vec![0];
        if (texts || !named.is_empty()) && most <= APART {
            parts.extend(1..=most as i64);
        }
        let range = Interval::new(-1, most as i64);
        let result = self.one_of(s, input, &range, &parts)?;
        let r = s.facts.range(&result, &mut self.count);
        s.words = None;
        if r.lo.as_ref().is_none_or(|l| *l < BigInt::zero()) {
            // The end was met before anything could match.
            meets_end(s, input);
            set_cell(s, input, LEFT, Lin::default());
        } else {
            // Each value took a byte at least; what does not match, none.
            let taken = self.taken(s, left, 0);
            s.facts.at_least_zero(&taken.minus(&result));
            set_cell(s, input, LEFT, left.minus(&taken));
            self.may_meet_end(s, input);
        }
        let least =
            r.lo.as_ref()
                .and_then(|l| usize::try_from(l).ok())
                .unwrap_or(0);
        let mut number = 0;
        for (k, (w, arg)) in wanted.iter().zip(to).enumerate() {
            number += usize::from(w.counts);
            let to = self.value(s, &arg.value);
            match named.get(k) {
                Some((ty, order)) if number <= least => {
                    self.stores_word(s, call, &to, *ty, *order);
                }
                _ => self.store_scanned(s, call, &to, w, number <= least),
            }
        }
        // Where the format was followed to its end, the next word is the next one.
        if least == most && !named.is_empty() {
            let read = u32::try_from(least).ok();
            s.words = before.zip(read).map(|(k, n)| k + n);
        }
        self.returns_number(s, call, result, View::Signed);
        Ok(())
    }

    /// A word of the input is stored as a number, under the name of what takes it.
    fn stores_word(
        &mut self,
        s: &mut State,
        call: &Call<'_>,
        to: &Value,
        (bits, signed): (u32, bool),
        order: u32,
    ) {
        let by = match to {
            Value::Pointer { area, offset } if offset.as_number().is_some_and(Zero::is_zero) => {
                let name = super::sourced::area_name(self, *area);
                let letter = |c: char| c == '_' || c.is_ascii_alphanumeric();
                name.chars().all(letter).then_some(name)
            }
            _ => None,
        };
        let view = match signed {
            true => View::Signed,
            false => View::Unsigned,
        };
        let n = self.word(s, by.as_deref(), order, (view, bits));
        let ty = ep_ir::Type::Int(bits);
        self.store(s, call.func, call.inst, to, ty, Value::Int(n));
    }

    /// `sscanf`: what is stored is as little known as the string.
    pub(super) fn scans_string(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        name: &str,
        args: &[Arg],
    ) -> Stepped {
        let call = Call {
            func,
            inst,
            dsts,
            name,
            args,
        };
        let format = args.get(1).map(|a| self.value(s, &a.value));
        let wanted = format.as_ref().and_then(|f| stored(self.text(f)?));
        let to = args.get(2..).unwrap_or_default();
        let Some(wanted) = wanted.filter(|w| w.len() <= to.len()) else {
            self.havoc_all(s);
            return self.any_results(s, func, dsts);
        };
        let most = wanted.iter().filter(|w| w.counts).count();
        for (w, arg) in wanted.iter().zip(to) {
            let to = self.value(s, &arg.value);
            self.store_scanned(s, &call, &to, w, false);
        }
        let result = self.some(s, &Interval::new(-1, most as i64));
        self.returns_number(s, &call, result, View::Signed);
        Stepped::Next
    }

    /// What one conversion leaves; `sure`: it was stored.
    fn store_scanned(
        &mut self,
        s: &mut State,
        call: &Call<'_>,
        to: &Value,
        w: &Stored,
        sure: bool,
    ) {
        if !(w.what == What::Text && sure) {
            self.stores(s, call, to, w.bytes);
            return;
        }
        let most = w
            .bytes
            .map_or(self.longest(), |b| b.saturating_sub(1).min(self.longest()));
        let length = self.some(s, &Interval::new(0, most));
        let size = w.bytes.map(Lin::number);
        self.stores_text(s, call, to, size.as_ref(), &length);
    }

    /// So many bytes of the input, no more than are left.
    fn taken(&mut self, s: &mut State, left: &Lin, least: u64) -> Lin {
        let taken = self.some(s, &Interval::new(least, self.longest()));
        s.facts.at_least_zero(&left.minus(&taken));
        taken
    }

    /// No object is longer.
    fn longest(&self) -> u64 {
        (1 << (self.module.layout.ptr_bits.min(64) - 1)) - 2
    }

    /// Any bytes are written behind a pointer, at most so many.
    fn stores(&mut self, s: &mut State, call: &Call<'_>, to: &Value, bytes: Option<u64>) {
        match (bytes, to) {
            (Some(n), _) => self.stores_block(s, call, to, &Lin::number(n)),
            (None, _) => self.havoc(s, call.func, call.inst, to),
        }
    }

    fn stores_block(&mut self, s: &mut State, call: &Call<'_>, to: &Value, bytes: &Lin) {
        let Value::Pointer { area, offset } = to else {
            self.havoc(s, call.func, call.inst, to);
            return;
        };
        self.check_block(s, call.func, call.inst, *area, offset, bytes);
        self.written(s, *area);
        let end = offset.plus(bytes);
        self.forget_between(s, *area, offset, &end);
    }

    /// A string of such a length is written into so many bytes.
    fn stores_text(
        &mut self,
        s: &mut State,
        call: &Call<'_>,
        to: &Value,
        bytes: Option<&Lin>,
        length: &Lin,
    ) {
        match bytes {
            Some(bytes) => self.stores_block(s, call, to, bytes),
            None => self.havoc(s, call.func, call.inst, to),
        }
        let Value::Pointer { area, offset } = to else {
            return;
        };
        if self.areas.get(*area).is_none_or(|a| a.weak) {
            return;
        }
        let at = offset.plus(length);
        let to = at.add(&BigInt::one());
        let from = offset.clone();
        s.fills.insert(*area, Fill { from, at, to });
    }

    /// The content of a constant that a pointer leads to.
    pub(super) fn text(&self, v: &Value) -> Option<&[u8]> {
        let Value::Pointer { area, offset } = v else {
            return None;
        };
        let AreaKey::Global(g) = self.areas.get(*area)?.key else {
            return None;
        };
        let global = self.module.globals.get(g).filter(|g| g.constant)?;
        let init = global.init.as_ref().filter(|i| i.relocs.is_empty())?;
        let at = usize::try_from(offset.as_number()?).ok()?;
        init.bytes.get(at..)
    }

    /// Whether the variable `stdin` is read, of a program that never changes it.
    pub(super) fn is_stream(&mut self, area: Area, offset: &Lin) -> bool {
        let Some(AreaKey::Global(g)) = self.areas.get(area).map(|a| &a.key) else {
            return false;
        };
        let named = self
            .module
            .globals
            .get(*g)
            .is_some_and(|g| g.name == "stdin");
        named && offset.as_number().is_some_and(Zero::is_zero)
    }

    /// The end may have been met on the way.
    fn may_meet_end(&mut self, s: &mut State, input: Area) {
        if s.cells.contains_key(&(input, MET)) {
            let met = self.some(s, &Interval::new(0, 1));
            set_cell(s, input, MET, met);
        }
    }
}

/// A cell of standard input.
pub(super) fn set_cell(s: &mut State, input: Area, at: i64, form: Lin) {
    let value = Value::Int(Num {
        form,
        view: View::Unsigned,
        bits: 64,
    });
    s.cells.insert((input, at), Cell { bytes: 8, value });
}

/// The end was met.
fn meets_end(s: &mut State, input: Area) {
    if s.cells.contains_key(&(input, MET)) {
        set_cell(s, input, MET, Lin::number(1));
    }
}
