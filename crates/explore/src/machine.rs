//! The machine executes one state. Concrete straight-line code runs in
//! [`crate::step::fast`]; everything that touches a symbol, an error or the
//! environment goes through [`Machine::slow`].

use crate::code::Program;
use crate::coverage::Coverage;
use crate::decision::Decision;
use crate::driver::{Driver, Solving};
use crate::inputs::{InputTable, Inputs};
use crate::options::Options;
use crate::state::State;
use crate::tree::TreeRecorder;
use crate::value::Value;
use ep_base::outcome::{ErrorKind, Exactness, PathEnd};
use ep_base::Cancel;
use ep_ir::{FuncId, LocId};
use ep_smt::PathCondition;
use ep_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How far apart the clocks of solvers and of the run may be.
const CLOCK: Duration = Duration::from_millis(20);

/// Why a step does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The path is over.
    End(PathEnd),
    /// The op is to be executed again, after a decision that was replayed.
    Again,
    /// The state is where ways come together.
    Join,
    /// The run ends, and the solver had no time to answer: the state stays
    /// before its op and waits, so that a resumed run asks again.
    Late,
}

impl Halt {
    /// The end of the path.
    pub fn end(end: PathEnd) -> Box<Halt> {
        Box::new(Halt::End(end))
    }
}

/// The result of a step.
pub type Step<T> = Result<T, Box<Halt>>;

/// Assumptions that a path may make. Each is one bit of `State::assumptions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Assumption {
    /// Addresses are as this machine lays them out.
    Layout = 1,
    /// Allocation does not fail.
    Malloc = 2,
    /// A call to an unmodelled function changes no memory.
    Havoc = 4,
    /// Arguments of an unmodelled function were fixed to one value each.
    Concretised = 8,
    /// The environment is empty (`getenv`).
    Environment = 16,
    /// Standard input is empty.
    EmptyInput = 32,
    /// There are no other files than those given.
    Files = 64,
    /// The clock starts at a fixed time and moves by fixed steps.
    Clock = 128,
    /// The length of a printed floating-point number is any that it can have.
    Printed = 256,
    /// Calls that a contract stands for do not use up the stack.
    Stack = 512,
    /// Pointers beyond a depth lead nowhere.
    Depth = 1024,
    /// Functions behind pointers only return something.
    Callbacks = 2048,
    /// Of a union with pointers one member is there.
    Unions = 4096,
    /// A function without a formula was computed for a few arguments only.
    FewArguments = 8192,
    /// Devices give anything and change no memory.
    Device = 16384,
    /// The sign of a zero that `fmin` or `fmax` chose is any.
    ZeroSign = 32768,
    /// `main` has few and short arguments.
    Arguments = 65536,
    /// Files are short.
    FileSize = 131_072,
    /// Variables of the environment are short.
    VariableSize = 262_144,
    /// One read gives few bytes of standard input.
    ReadSize = 524_288,
    /// The clock shows any time.
    AnyClock = 1_048_576,
    /// Random numbers that are begun again are others.
    Sequence = 2_097_152,
}

impl Assumption {
    /// All, for printing.
    pub const ALL: [Assumption; 22] = [
        Assumption::Layout,
        Assumption::Malloc,
        Assumption::Havoc,
        Assumption::Concretised,
        Assumption::Environment,
        Assumption::EmptyInput,
        Assumption::Files,
        Assumption::Clock,
        Assumption::Printed,
        Assumption::Stack,
        Assumption::Depth,
        Assumption::Callbacks,
        Assumption::Unions,
        Assumption::FewArguments,
        Assumption::Device,
        Assumption::ZeroSign,
        Assumption::Arguments,
        Assumption::FileSize,
        Assumption::VariableSize,
        Assumption::ReadSize,
        Assumption::AnyClock,
        Assumption::Sequence,
    ];
    /// One sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Assumption::Layout => {
                "objects lie at the addresses that Everypath chose (an address was cast or ordered)"
            }
            Assumption::Malloc => {
                "memory allocation does not fail (above 1 TiB, or 256 MiB in 32 bits, it does)"
            }
            Assumption::Havoc => {
                "calls to unmodelled functions return anything and change no memory"
            }
            Assumption::Concretised => {
                "arguments of unmodelled functions were fixed to one value and their result to zero"
            }
            Assumption::Environment => {
                "the environment has no variables but those given with --env"
            }
            Assumption::Files => "there are no files but those given with --file",
            Assumption::Clock => {
                "the clock starts at 2001-09-09 01:46:40 UTC and moves by one millisecond whenever it is read"
            }
            Assumption::Device => {
                "devices (--mmio) give any value at each read, and change no memory of the program"
            }
            Assumption::Printed => {
                "the length of a symbolic floating-point number that is printed is any that it can have"
            }
            Assumption::Stack => {
                "the stack has room for the calls that their contracts stand for (recursion included)"
            }
            Assumption::Depth => {
                "structures end where their depth is reached (--pointer-depth); deeper ones were left out"
            }
            Assumption::Callbacks => {
                "functions behind pointers of the entry return anything, change no memory and are no functions of the program"
            }
            Assumption::Unions => {
                "a union with pointers holds its first member that has one"
            }
            Assumption::FewArguments => {
                "functions of math.h that no solver knows (sin, exp, pow) were computed for a few values of their symbolic arguments; the others were left out"
            }
            Assumption::ZeroSign => {
                "fmin and fmax of zeros with different signs give either (C leaves it open)"
            }
            Assumption::EmptyInput => "standard input is empty (--stdin gives it bytes)",
            Assumption::Arguments => {
                "the program is called with at most 2 arguments, and they and its name have at most 8 bytes (--sym-args sets the bound)"
            }
            Assumption::FileSize => {
                "a file that the program opens has at most 8 bytes (--file NAME sets the bound)"
            }
            Assumption::VariableSize => {
                "a variable of the environment has at most 8 bytes (--env NAME=sym:N sets the bound)"
            }
            Assumption::ReadSize => {
                "one read of standard input gives at most 64 bytes"
            }
            Assumption::AnyClock => {
                "the clock shows any time from 1970 to 2099 and does not go back"
            }
            Assumption::Sequence => {
                "random numbers are any numbers, also where their sequence is begun again"
            }
        }
    }
}

/// A violation on a path, before it is made into a `Bug`.
pub struct Violation {
    pub kind: ErrorKind,
    pub message: String,
    pub loc: LocId,
    /// Innermost first.
    pub stack: Vec<(FuncId, LocId)>,
    pub inputs: Inputs,
    /// The path condition with the error's condition.
    pub pc: PathCondition,
    pub exactness: Exactness,
    pub new_coverage: bool,
    pub node: u32,
    /// The decisions of the path with the error, if they are kept.
    pub trail: Option<Trail>,
}

/// The decisions of a path that ended and their check sum.
pub struct Trail {
    pub decisions: Vec<Decision>,
    pub trace: u64,
}

/// An error check that is decided later: the violation is real if `cond` can
/// hold under its path condition.
pub struct Deferred {
    pub cond: TermId,
    /// With the path condition as it was before the check.
    pub violation: Violation,
}

/// Something that keeps the run from being complete.
pub struct Gap {
    pub what: String,
    pub loc: LocId,
    pub func: FuncId,
}

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
pub struct Machine<D> {
    pub program: Rc<Program>,
    pub options: Options,
    pub cx: Solving,
    pub driver: D,
    pub input_table: InputTable,
    pub coverage: Coverage,
    /// States forked off by the last run.
    pub spawned: Vec<Box<State>>,
    /// Violations seen by the last run.
    pub violations: Vec<Violation>,
    pub gaps: Vec<Gap>,
    pub tree: Option<TreeRecorder>,
    /// The concrete input of a run that follows one.
    pub followed: Option<crate::concolic::Followed>,
    /// The object that holds standard input.
    pub stdin: Option<crate::value::ObjectId>,
    pub forks: u64,
    /// Terms that are addresses: numbers that must not be looked at without
    /// noting that they depend on the layout.
    pub address_terms: FxHashSet<TermId>,
    /// Whether violations keep their decisions.
    pub keep_trails: bool,
    /// When the run must end, also in the middle of a path.
    pub deadline: Option<Instant>,
    pub cancel: Cancel,
    /// The deadline has passed or the run was cancelled.
    pub overdue: bool,
    steps: u64,
    calls_seen: u64,
    /// Addresses that are stored in memory.
    pub addresses: Vec<Value>,
    /// The registers of each function that can be read before they are
    /// written, where that is no error.
    pub(crate) unwritten: Vec<Vec<ep_ir::Reg>>,
    /// The objects whose addresses were in the memory of any path.
    pub stored: crate::memory::Stored,
    pub address_index: FxHashMap<Value, u32>,
    /// What [`Value::Choice`] chooses from.
    pub choices: crate::merge::Choices,
    /// What [`Value::Lazy`] stands for.
    pub lazy: crate::lazy::LazyTable,
    /// Error checks that were put off, to be decided together.
    pub deferred: Vec<Deferred>,
    /// Findings that count although the state is in a phase whose findings do
    /// not (see `bmc::Phase`).
    pub certain: (Vec<Violation>, Vec<Deferred>),
    /// Calls of functions with a contract are replaced by it.
    pub cut_contracts: bool,
    /// Why a contract cannot be used that way.
    pub refused: Option<String>,
    /// What the entry function returned on the path that ends.
    pub returned: Option<Vec<Value>>,
    /// The orders of blocks, where states are merged.
    pub orders: Rc<Vec<crate::bmc::Order>>,
}

impl<D: Driver> Machine<D> {
    /// A machine for this program.
    pub fn new(program: Rc<Program>, options: Options, cx: Solving, driver: D) -> Self {
        let tree = options.tree.then(TreeRecorder::default);
        let coverage = Coverage::new(&program);
        let lazy = crate::lazy::LazyTable::new(&program.module, &options.entry);
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
            input_table: InputTable::default(),
            coverage,
            spawned: Vec::new(),
            violations: Vec::new(),
            gaps: Vec::new(),
            tree,
            followed: None,
            stdin: None,
            forks: 0,
            address_terms: FxHashSet::default(),
            keep_trails: false,
            deadline: None,
            cancel: Cancel::new(),
            overdue: false,
            steps: 0,
            calls_seen: 0,
            addresses: Vec::new(),
            unwritten,
            stored: crate::memory::Stored::default(),
            address_index: FxHashMap::default(),
            choices: crate::merge::Choices::default(),
            lazy,
            deferred: Vec::new(),
            certain: (Vec::new(), Vec::new()),
            cut_contracts: false,
            refused: None,
            returned: None,
            orders: Rc::default(),
        }
    }

    /// Ends the run, a query in the middle included, when the flag is set.
    pub fn set_cancel(&mut self, cancel: &Cancel) {
        self.cancel = cancel.clone();
        self.cx.smt.set_cancel(cancel);
    }

    /// Runs until the path ends, another state was spawned, or about `fuel`
    /// LLVM instructions were executed.
    pub fn run(&mut self, st: &mut State, fuel: u64) -> Stop {
        let program = self.program.clone();
        let mut fuel = fuel.min(i64::MAX as u64) as i64;
        let math = self.options.arith == crate::options::Arith::Math;
        let recording = self.tree.is_some();
        loop {
            if st.initial_heap.pending() {
                if let Err(halt) = self.settle_parameters(st) {
                    match *halt {
                        Halt::End(end) => return Stop::End(Box::new(end)),
                        Halt::Again => continue,
                        Halt::Join => return Stop::Join,
                        Halt::Late => return Stop::Yield,
                    }
                }
                if !self.spawned.is_empty() {
                    return Stop::Yield;
                }
            }
            if math || recording {
                // Each op passes through the slow path: integers are terms,
                // and the tree wants every line.
                fuel -= 1;
                self.record_line(st);
            } else {
                crate::step::fast::run(&program, st, &self.coverage, &mut fuel);
            }
            if fuel < 0 {
                return Stop::Yield;
            }
            if let Err(halt) = self.slow(&program, st) {
                match *halt {
                    Halt::End(end) => return Stop::End(Box::new(end)),
                    Halt::Again => continue,
                    Halt::Join => return Stop::Join,
                    Halt::Late => return Stop::Yield,
                }
            }
            if self.late() {
                return Stop::Yield;
            }
            if !self.spawned.is_empty() {
                return Stop::Yield;
            }
        }
    }

    /// Whether the run must end now. The clock is read after solver calls and
    /// now and then.
    fn late(&mut self) -> bool {
        let stats = self.cx.smt.stats();
        let calls = stats.sat_calls + stats.z3_calls;
        self.steps += 1;
        if calls != self.calls_seen || self.steps % 64 == 0 {
            self.calls_seen = calls;
            self.overdue =
                self.cancel.is_cancelled() || self.deadline.is_some_and(|d| Instant::now() >= d);
        }
        self.overdue
    }

    /// Whether a query without an answer ended with the run. Solvers count
    /// milliseconds and may stop a little before the deadline; it is waited for,
    /// because the state must not run on.
    pub(crate) fn ends(&mut self) -> bool {
        if !self.cancel.is_cancelled() {
            let left = match self.deadline {
                Some(d) => d.saturating_duration_since(Instant::now()),
                None => return false,
            };
            if left > CLOCK {
                return false;
            }
            std::thread::sleep(left + Duration::from_millis(1));
        }
        self.overdue = true;
        true
    }

    /// Runs a state that is being rebuilt until its decisions or the fuel are
    /// used up. Stops before the op that would make the next decision.
    pub fn run_until_replayed(&mut self, st: &mut State, fuel: u64) -> Stop {
        let program = self.program.clone();
        let mut fuel = fuel.min(i64::MAX as u64) as i64;
        while st.replaying() && fuel >= 0 {
            fuel -= 1;
            if st.initial_heap.pending() {
                match self.settle_parameters(st).map_err(|halt| *halt) {
                    Err(Halt::End(end)) => return Stop::End(Box::new(end)),
                    // The next decision may be one of another op.
                    _ => continue,
                }
            }
            if self.options.arith != crate::options::Arith::Math {
                crate::step::fast::run(&program, st, &self.coverage, &mut fuel);
            }
            if let Err(halt) = self.slow(&program, st) {
                match *halt {
                    Halt::End(end) => return Stop::End(Box::new(end)),
                    Halt::Again => continue,
                    Halt::Join => st.top.ip += 1,
                    Halt::Late => return Stop::Yield,
                }
            }
        }
        Stop::Yield
    }

    /// The position of the op that the state is at.
    pub fn loc(&self, st: &State) -> LocId {
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
    pub fn stack(&self, st: &State) -> Vec<(FuncId, LocId)> {
        st.stack()
            .into_iter()
            .map(|(f, ip)| (f, self.loc_of(f, ip)))
            .collect()
    }

    /// The innermost place on the stack that lies in the user's source (and
    /// not in a model).
    pub fn own_place(&self, st: &State) -> (FuncId, LocId) {
        let stack = self.stack(st);
        let known = |l: LocId| self.program.module.locs.get(l).is_some_and(|p| p.line > 0);
        let own = stack.iter().copied().find(|(_, l)| known(*l));
        own.unwrap_or((st.top.func, LocId(0)))
    }

    /// Notes that something is left out or not modelled here.
    pub fn gap(&mut self, st: &State, what: impl Into<String>) {
        let (loc, func) = (self.loc(st), st.top.func);
        self.gaps.push(Gap {
            what: what.into(),
            loc,
            func,
        });
    }

    /// Notes that something is left out, where no state can say.
    pub fn gap_nowhere(&mut self, what: impl Into<String>) {
        self.gaps.push(Gap {
            what: what.into(),
            loc: LocId(0),
            func: FuncId(0),
        });
    }

    /// Marks that the path relies on an assumption that leaves behaviours out.
    pub fn assume_note(&mut self, st: &mut State, a: Assumption) {
        st.assumptions |= a as u32;
        match a {
            Assumption::Malloc
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
            | Assumption::AnyClock => {}
            // Nothing is left out, but a path may need a length that the
            // number does not have.
            Assumption::Printed | Assumption::ZeroSign | Assumption::Sequence => {
                st.exactness.over = true;
            }
            // What was followed can happen; more can.
            Assumption::Depth
            | Assumption::Callbacks
            | Assumption::Unions
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
    pub fn unsupported<T>(&mut self, st: &State, what: impl Into<String>) -> Step<T> {
        let what = what.into();
        self.gap(st, what.clone());
        Err(Halt::end(PathEnd::Unsupported { what }))
    }

    /// The index of an address in the table that shadows refer to.
    pub fn intern_address(&mut self, v: Value) -> u32 {
        if let Some(&i) = self.address_index.get(&v) {
            return i;
        }
        let i = self.addresses.len() as u32;
        self.note_stored(v);
        self.addresses.push(v);
        self.address_index.insert(v, i);
        i
    }
}
