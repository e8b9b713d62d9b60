//! What one worker has to execute states: the program, the solver, tables that
//! all its states share, and what the last run of a state left behind.
//!
//! Concrete straight-line code runs in [`crate::step::fast`]; everything that
//! touches a symbol, an error or the environment goes through
//! [`Machine::slow`].

pub use crate::assumption::Assumption;
pub use crate::halt::{Halt, Step};
pub use crate::violation::{Deferred, Gap, Trail, Violation};

use crate::choices::Choices;
use crate::clock::Clock;
use crate::code::Program;
use crate::contract::Contracts;
use crate::coverage::Coverage;
use crate::driver::{Driver, Solving};
use crate::found::Found;
use crate::inputs::InputTable;
use crate::memory::swept::Sweeps;
use crate::memory::Addresses;
use crate::options::Options;
use crate::state::State;
use crate::value::{ChoiceId, ObjectId, Value};
use crate::world::lazy::LazyTable;
use ep_base::outcome::PathEnd;
use ep_base::Cancel;
use ep_ir::{FuncId, LocId};
use ep_term::TermId;
use std::rc::Rc;

/// How a call to [`Machine::run`] ended.
pub enum Stop {
    /// The path is over.
    End(Box<PathEnd>),
    /// Fuel is used up or other states were spawned; the state can go on.
    Yield,
    /// The state is at an [`crate::code::Op::Join`] and goes on behind it.
    Join,
}

/// Executes states. One per worker.
///
/// What a driver reads and sets between runs is public; each of the tables keeps
/// its own fields to itself.
pub struct Machine<D: Driver> {
    pub program: Rc<Program>,
    pub options: Options,
    pub cx: Solving,
    pub driver: D,
    pub coverage: Coverage,
    pub input_table: InputTable,
    /// What the last runs left.
    pub found: Found<D>,
    /// When the run must end.
    pub clock: Clock,
    /// Contents of arrays that loops sweep.
    pub sweeps: Sweeps,
    /// Whether contracts stand for calls.
    pub contracts: Contracts,
    /// Whether violations keep their decisions.
    pub keep_trails: bool,
    pub(crate) forks: u64,
    /// The object that holds standard input.
    pub(crate) stdin: Option<ObjectId>,
    /// The registers of each function that can be read before they are
    /// written, where that is no error.
    pub(crate) unwritten: Vec<Vec<ep_ir::Reg>>,
    /// Addresses in memory, and the numbers of some.
    pub addresses: Addresses,
    /// What [`Value::Choice`] chooses from.
    pub(crate) choices: Choices,
    /// What [`Value::Lazy`] stands for.
    pub(crate) lazy: LazyTable,
}

impl<D: Driver> Machine<D> {
    /// A machine for this program.
    pub fn new(program: Rc<Program>, options: Options, cx: Solving, driver: D) -> Self {
        let coverage = Coverage::new(&program);
        let lazy = LazyTable::new(&program.module, &options.entry);
        let unwritten = match options.uninit_input {
            true => program
                .module
                .functions
                .iter()
                .map(|(_, f)| ep_ir::analysis::unwritten(f))
                .collect(),
            false => Vec::new(),
        };
        Machine {
            program,
            options,
            cx,
            driver,
            coverage,
            input_table: InputTable::default(),
            found: Found::default(),
            clock: Clock::default(),
            sweeps: Sweeps::default(),
            contracts: Contracts::default(),
            keep_trails: false,
            forks: 0,
            stdin: None,
            unwritten,
            addresses: Addresses::default(),
            choices: Choices::default(),
            lazy,
        }
    }

    /// Forks of all states so far.
    pub fn forks(&self) -> u64 {
        self.forks
    }

    /// What an address in a shadow stands for.
    #[inline]
    pub fn address(&self, entry: u32) -> Value {
        self.addresses.get(entry)
    }

    /// Whether the term is the number of an address.
    pub fn is_address(&self, t: TermId) -> bool {
        self.addresses.is_marked(t)
    }

    /// What a choice chooses from.
    #[inline]
    pub fn choice(&self, c: ChoiceId) -> (TermId, Value, Value) {
        self.choices.get(c)
    }

    /// Ends the run, a query in the middle included, when the flag is set.
    pub fn set_cancel(&mut self, cancel: &Cancel) {
        self.clock.set_cancel(cancel);
        self.cx.smt.set_cancel(cancel);
    }

    /// The position of the op that the state is at.
    pub fn loc(&self, st: &State<D>) -> LocId {
        self.loc_of(st.top.func, st.top.ip)
    }

    /// The position of an op.
    pub fn loc_of(&self, func: FuncId, ip: u32) -> LocId {
        self.program.code[func.0 as usize]
            .locs
            .get(ip as usize)
            .copied()
            .unwrap_or(LocId(0))
    }

    /// The call stack with positions, innermost first.
    pub fn stack(&self, st: &State<D>) -> Vec<(FuncId, LocId)> {
        st.stack()
            .into_iter()
            .map(|(f, ip)| (f, self.loc_of(f, ip)))
            .collect()
    }

    /// The innermost place on the stack that lies in the user's source (and
    /// not in a model).
    pub fn own_place(&self, st: &State<D>) -> (FuncId, LocId) {
        let stack = self.stack(st);
        let known = |l: LocId| self.program.module.locs.get(l).is_some_and(|p| p.line > 0);
        let own = stack.iter().copied().find(|(_, l)| known(*l));
        own.unwrap_or((st.top.func, LocId(0)))
    }

    /// Notes that something is left out or not modelled here.
    pub fn gap(&mut self, st: &State<D>, what: impl Into<String>) {
        // A model has no source: who called it is what the user can look at.
        let locs = &self.program.module.locs;
        let known = |l: LocId| locs.get(l).is_some_and(|p| p.line > 0);
        let here = (st.top.func, self.loc(st));
        let stack = self.stack(st);
        let (func, loc) = stack.into_iter().find(|s| known(s.1)).unwrap_or(here);
        self.found.gaps.push(Gap {
            what: what.into(),
            loc,
            func,
        });
    }

    /// Notes that something is left out, where no state can say.
    pub fn gap_nowhere(&mut self, what: impl Into<String>) {
        self.found.gaps.push(Gap {
            what: what.into(),
            loc: LocId(0),
            func: FuncId(0),
        });
    }

    /// Marks that the path relies on an assumption that leaves behaviours out.
    pub fn assume_note(&mut self, st: &mut State<D>, a: Assumption) {
        st.assumptions |= a as u32;
        match a {
            Assumption::Malloc
            | Assumption::EveryMalloc
            | Assumption::Environment
            | Assumption::EmptyInput
            | Assumption::Files
            | Assumption::Clock
            | Assumption::Device
            | Assumption::Stack
            // Said with the verdict, which is then one up to a bound.
            | Assumption::Arguments
            | Assumption::FileSize
            | Assumption::VariableSize
            | Assumption::ReadSize
            | Assumption::AnyClock
            | Assumption::Streams
            | Assumption::Order => {}
            // Nothing is left out, but a path may need a length that the
            // number does not have.
            Assumption::Printed | Assumption::ZeroSign | Assumption::Sequence | Assumption::Names => {
                st.exactness.over = true;
            }
            // What was followed can happen; more can.
            Assumption::Depth
            | Assumption::Callbacks
            | Assumption::Unions
            | Assumption::Entries
            | Assumption::PrintedValue
            | Assumption::FewArguments => {
                st.exactness.under = true;
            }
            // A native run may lay out objects otherwise, and an unmodelled
            // function may return something else: what follows is neither
            // all that can happen nor certain to happen.
            Assumption::Havoc | Assumption::Layout | Assumption::Concretised => {
                st.exactness.over = true;
                st.exactness.under = true;
            }
        }
    }

    /// The path ends because something is not modelled.
    pub fn unsupported<T>(&mut self, st: &State<D>, what: impl Into<String>) -> Step<T> {
        let what = what.into();
        self.gap(st, what.clone());
        Err(Halt::end(PathEnd::Unsupported { what }))
    }

    /// The index of an address in the table that shadows refer to.
    pub fn intern_address(&mut self, v: Value) -> u32 {
        self.addresses.intern(v, &self.choices)
    }
}
