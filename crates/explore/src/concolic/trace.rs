//! A run along one input: `SymbolicExecution(program, input)` of document 003,
//! page 76.

use super::following::State;
use super::following::{Bytes, Conjunct, Following};
use super::input::{Channel, PlacesInput};
use ep_base::outcome::{ErrorKind, Input, PathEnd, Place};
use ep_base::{Cancel, Diagnostic};
use ep_ir::provided;
use ep_ir::{FuncId, LocId, Module};
use ep_machine::coverage::Coverage;
use ep_machine::driver::Solving;
use ep_machine::machine::{Machine, Stop};
use ep_machine::options::{CheckSet, Entry, External, Options};
use ep_machine::world::entry::find_entry;
use ep_smt::{Pipeline, SmtOptions};
use ep_term::{Pool, Sort, TermId, VarId};
use rustc_hash::FxHashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a tracer is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The function that is run.
    pub entry: String,
    pub channel: Channel,
    /// Arguments of `main`.
    pub arguments: Vec<Vec<u8>>,
    /// The longest input.
    pub max_len: u64,
    /// LLVM instructions of one run.
    pub max_instructions: u64,
    /// Wall-clock time of one run.
    pub time: Duration,
    /// Conditions of one run.
    pub max_conditions: usize,
    pub stack_bytes: u64,
    pub smt: SmtOptions,
}

/// What a run along one input found.
pub struct Trace {
    /// The path condition.
    pub conjuncts: Vec<Conjunct>,
    /// Which bytes each variable stands for.
    pub(super) bytes_of: FxHashMap<VarId, Bytes>,
    /// The length, where it is a symbol.
    pub(super) length: Option<VarId>,
    pub input: Vec<u8>,
    /// What the program asked for, in the order of its questions, and got of it.
    pub asked: Vec<Input>,
    pub end: PathEnd,
    pub instructions: u64,
    /// Blocks of the program that were executed.
    pub blocks: Vec<u32>,
    /// What was not followed as the program does it, and where.
    pub gaps: Vec<(String, Place)>,
    /// Texts that pieces of the input were compared with.
    pub(super) hints: Vec<super::Hint>,
    /// Where content that nobody wrote decided something.
    pub unset: Vec<super::Unset>,
    /// A violation that the run met (the native run is the judge).
    pub violation: Option<ErrorKind>,
    /// A limit ended the run.
    pub cut: bool,
}

/// Follows inputs and expands them. One per worker; owns its terms.
pub struct Tracer {
    pub(super) machine: Machine<Following>,
    pub(super) settings: Settings,
    module: Module,
    base: State,
    entry: FuncId,
    byte_vars: Vec<TermId>,
    length: TermId,
    /// Numbers that the program compares with, as numerals.
    pub(super) numerals: Vec<Vec<u8>>,
    /// Blocks that any run covered.
    pub(super) covered: Vec<bool>,
    pub(super) hard: FxHashMap<super::Site, u32>,
}

/// Terms beyond which a tracer starts afresh.
const MOST_TERMS: usize = 12_000_000;

impl Tracer {
    /// A tracer of this program.
    ///
    /// # Errors
    /// The entry is not there or does not fit the channel.
    pub fn new(
        module: &Module,
        settings: &Settings,
        cancel: &Cancel,
    ) -> Result<Tracer, Diagnostic> {
        find_entry(module, &settings.entry)?;
        let options = Options {
            entry: if settings.entry == "main" {
                Entry::Main { args: Vec::new() }
            } else {
                Entry::Function {
                    name: settings.entry.clone(),
                    heap: ep_machine::options::HeapLimits {
                        buffer: 1,
                        ..Default::default()
                    },
                }
            },
            // Content that nobody wrote is whatever it is natively.
            checks: CheckSet::all()
                .with(ErrorKind::UninitialisedRead, false)
                .with(ErrorKind::Leak, false)
                .with(ErrorKind::UnfreedMemory, false),
            external: External::Concrete,
            stack_bytes: settings.stack_bytes,
            smt: settings.smt.clone(),
            ..Options::default()
        };
        let mut pool = Pool::new();
        let program = ep_machine::compile::compile(module.clone(), &mut pool, |f| !f.is_empty());
        let smt = Pipeline::new(settings.smt.clone());
        let length = pool.fresh_var("length", Sort::BitVec(64));
        let mut machine = Machine::new(
            Rc::new(program),
            options,
            Solving { pool, smt },
            Following::default(),
        );
        machine.set_cancel(cancel);
        machine.driver.comparisons = super::hints::comparisons(module);
        let (base, entry) = machine.entry_state(&settings.entry)?;
        let covered = vec![false; machine.program.blocks as usize];
        let numerals = super::tokens(module)
            .into_iter()
            .filter(|t| t.len() >= 3 && t.iter().all(u8::is_ascii_digit))
            .collect();
        Ok(Tracer {
            machine,
            settings: settings.clone(),
            module: module.clone(),
            base,
            entry,
            byte_vars: Vec::new(),
            length,
            numerals,
            covered,
            hard: FxHashMap::default(),
        })
    }

    /// Blocks of the user's program, and how many of them any run covered.
    pub fn coverage(&self) -> (u64, u64) {
        let own = &self.machine.program.own_block;
        let total = own.iter().filter(|o| **o).count() as u64;
        let covered = own.iter().zip(&self.covered).filter(|(o, c)| **o && **c);
        (covered.count() as u64, total)
    }

    /// Throws away old terms when there are too many.
    fn refresh(&mut self) -> Result<(), Diagnostic> {
        if self.machine.cx.pool.len() < MOST_TERMS {
            return Ok(());
        }
        let mut fresh = Tracer::new(&self.module, &self.settings, self.machine.clock.cancel())?;
        fresh.covered = std::mem::take(&mut self.covered);
        fresh.hard = std::mem::take(&mut self.hard);
        *self = fresh;
        Ok(())
    }

    /// Runs along an input. `results` are what calls out of the model
    /// returned natively, by function.
    ///
    /// # Errors
    /// The input cannot be placed.
    pub fn trace(
        &mut self,
        input: &[u8],
        results: &[(String, Vec<u64>)],
    ) -> Result<Trace, Diagnostic> {
        self.refresh()?;
        let channel = self.settings.channel.clone();
        let streams = !matches!(channel, Channel::Parameters | Channel::Harness);
        let m = &mut self.machine;
        m.driver.begin(input, self.settings.max_conditions);
        for (f, values) in results {
            m.driver
                .results
                .insert(f.clone(), values.iter().copied().collect());
        }
        while streams && self.byte_vars.len() <= input.len() {
            let name = format!("input[{}]", self.byte_vars.len());
            let t = m.cx.pool.fresh_var(&name, Sort::BitVec(8));
            self.byte_vars.push(t);
        }
        m.coverage = Coverage::new(&m.program);
        m.found.clear();
        m.clock.restart();
        m.clock
            .set_deadline(Some(Instant::now() + self.settings.time));
        let mut st = self.base.clone();
        let bytes = if streams {
            &self.byte_vars[..input.len()]
        } else {
            &[]
        };
        let next = self
            .byte_vars
            .get(input.len())
            .copied()
            .unwrap_or(self.length);
        if channel.grows() {
            let most = m.cx.pool.bv(64, u128::from(self.settings.max_len));
            let short = m.cx.pool.ule(self.length, most);
            m.driver.always(&st, short);
        }
        m.place_input(
            &mut st,
            self.entry,
            &channel,
            &self.settings.arguments,
            (bytes, self.length, next),
        )?;
        m.constructors(&mut st);
        let mut cut = false;
        let end = loop {
            let stop = catch_unwind(AssertUnwindSafe(|| m.run(&mut st, 1 << 20)));
            match stop {
                Ok(Stop::End(end)) => break *end,
                Ok(Stop::Yield | Stop::Join) => {
                    if m.clock.overdue()
                        || m.driver.full
                        || st.instructions > self.settings.max_instructions
                    {
                        cut = true;
                        break PathEnd::Depth;
                    }
                }
                Err(panic) => {
                    let what = panic
                        .downcast_ref::<String>()
                        .cloned()
                        .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_string()))
                        .unwrap_or_else(|| "a panic".into());
                    break PathEnd::Defect { what };
                }
            }
        };
        let most = m.program.blocks;
        let mut blocks = m.coverage.take_fresh();
        blocks.retain(|b| *b < most);
        blocks.sort_unstable();
        for b in &blocks {
            self.covered[*b as usize] = true;
        }
        let violation = m.found.violations.last().map(|v| v.kind);
        let gaps = std::mem::take(&mut m.found.gaps);
        let instructions = st.instructions;
        let asked = st.inputs.concrete(&m.cx.pool, &st.pc);
        drop(st);
        let mut trace = Trace {
            conjuncts: std::mem::take(&mut m.driver.conjuncts),
            bytes_of: std::mem::take(&mut m.driver.bytes_of),
            length: channel
                .grows()
                .then(|| m.cx.pool.as_var(self.length))
                .flatten(),
            input: input.to_vec(),
            asked,
            end,
            instructions,
            blocks,
            gaps: Vec::new(),
            hints: std::mem::take(&mut m.driver.hints),
            unset: std::mem::take(&mut m.driver.unset),
            violation,
            cut,
        };
        trace.gaps = gaps
            .into_iter()
            .map(|g| (g.what, self.place(g.func, g.loc)))
            .collect();
        Ok(trace)
    }

    /// The place of a condition: the innermost frame that is in the user's
    /// source.
    pub fn place_of(&self, site: super::Site) -> Place {
        let known = |l: LocId| {
            self.machine
                .program
                .module
                .locs
                .get(l)
                .is_some_and(|p| p.line > 0)
        };
        let callers = self.machine.driver.callers.get(&site);
        let above = callers.into_iter().flatten().copied();
        let frames = std::iter::once((site.func, site.ip)).chain(above);
        let own = frames
            .map(|(f, ip)| (f, self.machine.loc_of(f, ip)))
            .find(|(_, loc)| known(*loc));
        match own {
            Some((f, loc)) => self.place(f, loc),
            None => self.place(site.func, LocId(0)),
        }
    }

    pub(super) fn place(&self, func: FuncId, loc: LocId) -> Place {
        let m = &self.machine.program.module;
        let function = m.functions[func].name.clone();
        match m.locs.get(loc) {
            Some(p) if p.line > 0 => Place {
                file: m.files[p.file].clone(),
                line: p.line,
                column: p.column,
                function,
            },
            _ => Place {
                function,
                ..Place::default()
            },
        }
    }

    /// The source lines that begin blocks of the trace in the user's program,
    /// for comparison with a native run.
    pub fn lines(&self, trace: &Trace) -> Vec<(String, u32)> {
        let program = &self.machine.program;
        let mut out = Vec::new();
        for &b in &trace.blocks {
            if !program.own_block[b as usize] {
                continue;
            }
            let f = program.block_func[b as usize];
            let code = &program.code[f.0 as usize];
            let start = code.block_start[(b - program.first_block[f.0 as usize]) as usize];
            // The op behind the block's mark is its first instruction.
            let loc = self.machine.loc_of(f, start + 1);
            if let Some(p) = program.module.locs.get(loc).filter(|p| p.line > 0) {
                out.push((program.module.files[p.file].clone(), p.line));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Functions that the program calls and that are neither defined nor
    /// modelled, and whether each returns a floating-point number.
    pub fn unmodelled(module: &Module) -> Vec<(String, bool)> {
        module
            .functions
            .iter()
            .filter(|(_, f)| f.is_declaration() && provided::lookup(&f.name).is_none())
            .filter(|(_, f)| !f.name.starts_with("llvm."))
            .map(|(_, f)| {
                let real = matches!(f.rets.first(), Some(ep_ir::Type::Float(_)));
                (f.name.clone(), real)
            })
            .collect()
    }

    /// Whether the program asks its harness for inputs.
    pub fn is_harness(module: &Module) -> bool {
        module.functions.iter().any(|(_, f)| {
            matches!(
                provided::lookup(&f.name),
                Some(
                    provided::Builtin::MakeSymbolic
                        | provided::Builtin::Range
                        | provided::Builtin::KleeInt
                        | provided::Builtin::Nondet
                        | provided::Builtin::NondetBool
                        | provided::Builtin::NondetMemory
                )
            )
        })
    }
}
