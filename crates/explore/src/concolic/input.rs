//! How the bytes of an input enter the program, and what their end is.
//!
//! The length is a symbol: a read past the end of the input is a condition on
//! it, so that inputs grow and shrink by negating that condition.

use super::following::Following;
use super::following::State;
use ep_base::Diagnostic;
use ep_ir::FuncId;
use ep_machine::machine::{Machine, Step};
use ep_machine::memory::{Object, ObjectKind, Size};
use ep_machine::options::{ArgSpec, Entry};
use ep_machine::value::{ObjectId, Value};
use ep_smt::Witness;
use ep_term::TermId;

/// Where the input enters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Channel {
    /// Standard input of `main`.
    Stdin,
    /// A file of this name; `main` gets the arguments.
    File { path: Vec<u8> },
    /// The arguments of `main` after the program's name, each ended by a zero
    /// byte (the last one need not be).
    Arguments,
    /// The value of a variable of the environment.
    Variable { name: Vec<u8> },
    /// `f(const uint8_t *data, size_t size)`, as `LLVMFuzzerTestOneInput`.
    Buffer,
    /// The parameters of a function one after the other; the last pointer
    /// gets what is left. The length is fixed.
    Parameters,
    /// What the harness asks for, in the order of its questions.
    Harness,
}

impl Channel {
    /// Whether inputs may have any length.
    pub fn grows(&self) -> bool {
        matches!(
            self,
            Channel::Stdin
                | Channel::File { .. }
                | Channel::Variable { .. }
                | Channel::Arguments
                | Channel::Buffer
        )
    }
}

/// The input of a machine that follows one.
#[derive(Clone, Debug)]
pub struct Followed {
    /// Its bytes.
    pub object: ObjectId,
    /// Its length as a term of 64 bits, and in fact.
    pub length: TermId,
    pub size: u64,
    pub channel: Channel,
}

/// Position of a stream that was read to its end, wherever that is.
const AT_END: u64 = u64::MAX;
/// The descriptor of the input file.
const FILE: u64 = 3;

/// Where the input enters.
pub(super) trait PlacesInput {
    /// Places the input in a state that is at the entry.
    fn place_input(
        &mut self,
        st: &mut State,
        f: FuncId,
        channel: &Channel,
        arguments: &[Vec<u8>],
        vars: (&[TermId], TermId, TermId),
    ) -> Result<(), Diagnostic>;
}

impl PlacesInput for Machine<Following> {
    fn place_input(
        &mut self,
        st: &mut State,
        f: FuncId,
        channel: &Channel,
        arguments: &[Vec<u8>],
        vars: (&[TermId], TermId, TermId),
    ) -> Result<(), Diagnostic> {
        let (bytes, length, next) = vars;
        let n = bytes.len() as u64;
        let program = self.program.clone();
        let mut values = Vec::new();
        for (i, t) in bytes.iter().enumerate() {
            if let Some(v) = self.cx.pool.as_var(*t) {
                values.push((v, self.driver.bind(v, i, 1)));
            }
        }
        // The byte behind the end is part of a longer input.
        if let Some(v) = self.cx.pool.as_var(next) {
            values.push((v, self.driver.bind(v, bytes.len(), 1)));
        }
        if let Some(v) = self.cx.pool.as_var(length) {
            values.push((v, u128::from(n)));
        }
        self.cx.smt.prefer(&mut st.pc, &Witness::from_bits(values));
        self.driver.followed = None;
        let strings = |list: &[Vec<u8>]| -> Vec<ArgSpec> {
            list.iter().map(|a| ArgSpec::Concrete(a.clone())).collect()
        };
        match channel {
            Channel::Parameters => {
                let buffer = self.rest(f, self.driver.input.len() as u64)?;
                // Objects behind parameters are as long as the input says.
                if let Entry::Function { heap, .. } = &mut self.options.entry {
                    heap.buffer = buffer;
                }
                return self.parameters(st, &program, f, (buffer, 0));
            }
            Channel::Harness => {
                return self.main_arguments(st, &program, f, &strings(arguments));
            }
            Channel::Arguments => {
                let input = self.driver.input.clone();
                let mut pieces: Vec<Vec<u8>> =
                    input.split(|b| *b == 0).map(<[u8]>::to_vec).collect();
                if pieces.last().is_some_and(Vec::is_empty) {
                    pieces.pop();
                }
                self.main_arguments(st, &program, f, &strings(&pieces))?;
                let end = (input.last() != Some(&0)).then(|| self.growing_end(n, length, next));
                self.symbolic_arguments(st, f, &pieces, bytes, end);
                return Ok(());
            }
            _ => {}
        }
        let size = match channel {
            Channel::Buffer => Size::Symbolic {
                term: self.pointer_wide(length),
                max: n,
            },
            // A string ends by a zero.
            Channel::Variable { .. } => Size::Known(n + 1),
            _ => Size::Known(n),
        };
        let object = st
            .heap
            .allocate(size, 16, |base| {
                Object::new(base, size, 16, ObjectKind::Environment, false)
            })
            .ok_or_else(|| Diagnostic::bad_input("the input does not fit the address space"))?;
        for (i, t) in bytes.iter().enumerate() {
            self.write(st, object, i as u64, 1, Value::Term(*t));
        }
        if matches!(channel, Channel::Variable { .. }) {
            let end = self.growing_end(n, length, next);
            self.write(st, object, n, 1, Value::Term(end));
        }
        self.driver.followed = Some(Followed {
            object,
            length,
            size: n,
            channel: channel.clone(),
        });
        if *channel == Channel::Buffer {
            let params = program.code[f.0 as usize].params.clone();
            let wide = program
                .function(f)
                .params
                .get(1)
                .map(|p| program.bits(p.ty));
            let size = self.pointer_wide(length);
            let size = match wide {
                Some(w) if w < self.cx.pool.width(size) => self.cx.pool.extract(size, w - 1, 0),
                Some(w) => self.cx.pool.zext(size, w),
                None => size,
            };
            let values = [Value::Ptr(object, 0), Value::Term(size)];
            for (p, v) in params.iter().zip(values) {
                st.top.regs[*p as usize] = v;
            }
            return Ok(());
        }
        self.main_arguments(st, &program, f, &strings(arguments))
    }
}

/// The pieces of it.
trait PlacesParts {
    /// Elements of the last pointer parameter for an input of `n` bytes.
    fn rest(&self, f: FuncId, n: u64) -> Result<u64, Diagnostic>;

    fn pointer_wide(&mut self, length: TermId) -> TermId;

    fn not_zero(&mut self, st: &State, byte: TermId);

    /// The byte that ends a string of `n` bytes: the next byte of an input
    /// that is longer.
    fn growing_end(&mut self, n: u64, length: TermId, next: TermId) -> TermId;

    /// Lays the input's variables over the strings that `argv` points to.
    fn symbolic_arguments(
        &mut self,
        st: &mut State,
        f: FuncId,
        pieces: &[Vec<u8>],
        bytes: &[TermId],
        end: Option<TermId>,
    );
}

impl PlacesParts for Machine<Following> {
    fn rest(&self, f: FuncId, n: u64) -> Result<u64, Diagnostic> {
        use ep_machine::world::entry::{plain_params, EntryParam};
        let name = &self.program.function(f).name;
        let mut fixed = 0;
        let mut element = 0;
        let mut buffers = 0u64;
        for p in plain_params(&self.program.module, name, 1)? {
            match p {
                EntryParam::Scalar { bytes, .. } => fixed += bytes,
                EntryParam::Pointer { .. } | EntryParam::Aggregate { .. } => {}
                EntryParam::Buffer { element_bytes, .. } => {
                    buffers += 1;
                    element += element_bytes;
                }
            }
        }
        Ok(match buffers {
            0 => 0,
            _ => (n.saturating_sub(fixed) / element.max(1)).max(1),
        })
    }

    fn pointer_wide(&mut self, length: TermId) -> TermId {
        match self.program.ptr_bits {
            64 => length,
            w => self.cx.pool.extract(length, w - 1, 0),
        }
    }

    fn not_zero(&mut self, st: &State, byte: TermId) {
        let zero = self.cx.pool.bv(8, 0);
        let ne = self.cx.pool.ne(byte, zero);
        self.driver.always(st, ne);
    }

    fn growing_end(&mut self, n: u64, length: TermId, next: TermId) -> TermId {
        let pool = &mut self.cx.pool;
        let n = pool.bv(64, u128::from(n));
        let longer = pool.ugt(length, n);
        let zero = pool.bv(8, 0);
        pool.ite(longer, next, zero)
    }

    fn symbolic_arguments(
        &mut self,
        st: &mut State,
        f: FuncId,
        pieces: &[Vec<u8>],
        bytes: &[TermId],
        end: Option<TermId>,
    ) {
        let program = self.program.clone();
        let Some(&p) = program.code[f.0 as usize].params.get(1) else {
            return;
        };
        let Value::Ptr(argv, _) = st.top.regs[p as usize] else {
            return;
        };
        let word = u64::from(program.ptr_bits / 8);
        let mut at = 0usize;
        for (i, piece) in pieces.iter().enumerate() {
            let to = self.read(st, argv, word * (i as u64 + 1), word as u32);
            if let Value::Ptr(o, _) = to {
                for k in 0..piece.len() {
                    if let Some(t) = bytes.get(at + k) {
                        self.write(st, o, k as u64, 1, Value::Term(*t));
                        // A zero would end the string and begin another.
                        self.not_zero(st, *t);
                    }
                }
                if let (Some(end), true) = (end, i + 1 == pieces.len()) {
                    self.write(st, o, piece.len() as u64, 1, Value::Term(end));
                }
            }
            at += piece.len() + 1;
        }
    }
}

/// How the program reads the input.
pub(super) trait ReadsInput {
    /// `__ep_read` of a followed input. A read beyond its end is a condition
    /// on its length.
    fn read_followed(
        &mut self,
        st: &mut State,
        followed: &Followed,
        fd: Value,
        buf: Value,
        n: Value,
    ) -> Step<Value>;

    /// `__ep_open`: the descriptor of the input if the path names it.
    fn open_followed(&mut self, st: &mut State, path: Value) -> Option<Value>;

    /// `__ep_seek`: the new position, as `lseek` gives it.
    fn seek_followed(
        &mut self,
        st: &mut State,
        followed: &Followed,
        fd: Value,
        offset: Value,
        whence: Value,
    ) -> Step<Value>;

    /// The value of a variable of the environment that is the input.
    fn followed_variable(&mut self, st: &State, name: Value) -> Option<Value>;
}

impl ReadsInput for Machine<Following> {
    fn read_followed(
        &mut self,
        st: &mut State,
        followed: &Followed,
        fd: Value,
        buf: Value,
        n: Value,
    ) -> Step<Value> {
        match (&followed.channel, fd) {
            (Channel::Stdin, Value::Int(0)) | (Channel::File { .. }, Value::Int(FILE)) => {}
            // Nothing else is on standard input.
            (_, Value::Int(0)) => return Ok(Value::Int(0)),
            _ => {
                return self.unsupported(st, "reading a descriptor other than the input's");
            }
        }
        let n = match n {
            Value::Int(n) => n,
            Value::Term(t) => self.fix(st, t)? as u64,
            _ => return self.unsupported(st, "a size that is an address"),
        };
        let at = st.stdin_at;
        if at == AT_END || n == 0 {
            return Ok(Value::Int(0));
        }
        let end = self.cx.pool.bv(64, u128::from(at.saturating_add(n)));
        let enough = self.cx.pool.ule(end, followed.length);
        let whole = self.decide(st, enough)?;
        let left = followed.size.saturating_sub(at);
        let count = if whole { n.min(left) } else { left.min(n) };
        if count > 0 {
            let from = Value::Ptr(followed.object, at as i64);
            self.copy(st, buf, from, Value::Int(count))?;
        }
        if whole {
            st.stdin_at = at + n;
            return Ok(Value::Int(n));
        }
        if n == 1 {
            return Ok(Value::Int(0));
        }
        st.stdin_at = AT_END;
        let start = self.cx.pool.bv(64, u128::from(at));
        let got = self.cx.pool.bvsub(followed.length, start);
        let w = self.program.ptr_bits;
        let got = if w < 64 {
            self.cx.pool.extract(got, w - 1, 0)
        } else {
            got
        };
        Ok(self.cx.value(got))
    }

    fn open_followed(&mut self, st: &mut State, path: Value) -> Option<Value> {
        let followed = self.driver.followed.as_ref()?;
        let Channel::File { path: wanted } = &followed.channel else {
            return None;
        };
        if self.c_string(st, path)?.as_bytes() != &wanted[..] {
            return None;
        }
        st.stdin_at = 0;
        Some(Value::Int(FILE))
    }

    fn seek_followed(
        &mut self,
        st: &mut State,
        followed: &Followed,
        fd: Value,
        offset: Value,
        whence: Value,
    ) -> Step<Value> {
        let stream = match &followed.channel {
            Channel::Stdin => 0,
            Channel::File { .. } => FILE,
            // Standard input that is no input is an empty device.
            _ if fd == Value::Int(0) => return Ok(Value::Int(0)),
            _ => return self.unsupported(st, "seeking"),
        };
        if fd != Value::Int(stream) {
            return self.unsupported(st, "seeking in a descriptor other than the input's");
        }
        let offset = match offset {
            Value::Int(n) => n as i64,
            Value::Term(t) => self.fix(st, t)? as i64,
            _ => return self.unsupported(st, "an offset that is an address"),
        };
        let end =
            |m: &mut Self, st: &mut State| -> Step<i64> { Ok(m.fix(st, followed.length)? as i64) };
        let from = match whence {
            Value::Int(0) => 0,
            Value::Int(1) if st.stdin_at == AT_END && offset == 0 => {
                return Ok(Value::Term(followed.length));
            }
            Value::Int(1) if st.stdin_at == AT_END => end(self, st)?,
            Value::Int(1) => st.stdin_at as i64,
            Value::Int(2) if offset == 0 => {
                st.stdin_at = AT_END;
                return Ok(Value::Term(followed.length));
            }
            Value::Int(2) => end(self, st)?,
            _ => return Ok(Value::Int(u64::MAX)),
        };
        match from.checked_add(offset) {
            Some(to) if to >= 0 => {
                st.stdin_at = to as u64;
                Ok(Value::Int(to as u64))
            }
            _ => Ok(Value::Int(u64::MAX)),
        }
    }

    fn followed_variable(&mut self, st: &State, name: Value) -> Option<Value> {
        let followed = self.driver.followed.as_ref()?;
        let Channel::Variable { name: wanted } = &followed.channel else {
            return None;
        };
        (self.c_string(st, name)?.as_bytes() == &wanted[..])
            .then_some(Value::Ptr(followed.object, 0))
    }
}
