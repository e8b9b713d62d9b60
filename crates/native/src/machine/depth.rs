//! One function: its stack pointer followed through every instruction.
//!
//! Idea: a forward fixpoint over addresses. States say which registers and
//! stack slots hold positions in the stack (so `leave` and the restores after
//! `alloca` are understood); where paths meet the deeper stack pointer counts,
//! which is sound since every depth grows with it. Bases that grow are fed
//! into the next pass; what still grows after some passes has no bound and is
//! a problem. Targets of a `switch` are not read from its table: code that
//! nothing else reaches is entered with the state of the indirect jump.
//! Alternatives: patterns of prologues miss shrink wrapping and pushes in the
//! middle. Cost: each instruction a few times: places are done in the order of their
//! addresses, so that ways meet before the code behind is looked at, states are kept
//! where jumps lead, and numbers in slots only where the stack pointer is ever moved by
//! something that is no constant.

use super::elf::{At, Image, Symbol};
use super::value::{Base, Bases, Origin, State, Value, Worst, ENTRY};
use super::{Call, Depth, Function, FunctionId, HowBuilt, Machine, Problem, Target};
use ep_base::memory::Gap;
use ep_base::outcome::Place;
use ep_base::Stop;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What leaf functions of x86-64 may use below the stack pointer (psABI 3.2.2).
pub(super) const RED_ZONE: i64 = 128;
/// What calls align the stack to.
pub(super) const ABI_ALIGNMENT: i64 = 16;
/// Passes until what grows counts as unbounded.
const PASSES: u32 = 12;
/// Visits of one instruction in one pass.
const VISITS: u32 = 200;

/// Functions that never return to their caller.
const NEVER: [&str; 14] = [
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "__assert_fail",
    "__stack_chk_fail",
    "__chk_fail",
    "pthread_exit",
    "__assert",
];

/// How a function ends.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Ends {
    /// Bytes that it takes off the stack when it returns.
    pub pops: u64,
    /// It has a return, or a jump out of it.
    pub returns: bool,
}

/// Looks for the ends of a function.
pub fn ends(image: &Image, f: &Symbol) -> Ends {
    let mut out = Ends::default();
    let own = f.address..f.address + f.size;
    for i in image.decoder(f.address, f.size) {
        match i.flow_control() {
            FlowControl::Return => {
                out.returns = true;
                if i.op_count() == 1 {
                    out.pops = out.pops.max(i.immediate(0));
                }
            }
            FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
                out.returns |= !own.contains(&i.near_branch_target());
            }
            FlowControl::IndirectBranch => out.returns = true,
            _ => {}
        }
    }
    out
}

/// Follows the stack pointer through the function.
pub fn function(
    image: &Image,
    f: &Symbol,
    (how, ends): (HowBuilt, &[Ends]),
    stop: &Stop,
) -> Function {
    let done = follow(image, f, (how, ends, stop), false);
    // Where the compiler writes `alloca` of a constant as one of an amount, the
    // amount counts as one that depends on values: the source has its rounds.
    if how.optimised || done.problems.is_empty() || stop.now() {
        return done;
    }
    let again = follow(image, f, (how, ends, stop), true);
    match again.problems.is_empty() {
        true => again,
        false => done,
    }
}

fn follow(
    image: &Image,
    f: &Symbol,
    (how, ends, stop): (HowBuilt, &[Ends], &Stop),
    by_rounds: bool,
) -> Function {
    let mut a = Analysis {
        image,
        f,
        how,
        ends,
        word: image.machine.word() as i64,
        sp: number(Register::RSP),
        bases: Bases::new(),
        news: true,
        by_rounds,
        numbers: by_amounts(image, f),
        stop,
        info: InstructionInfoFactory::new(),
        out: Pass::default(),
    };
    for _ in 0..PASSES {
        a.news = false;
        a.out = Pass::default();
        a.pass();
        if !a.news || a.out.broken {
            break;
        }
    }
    if a.news && !a.out.broken {
        a.problem(
            f.address,
            Gap::VariableFrame,
            "a stack allocation in a loop grows the frame without a bound",
        );
    }
    a.finish()
}

/// Whether something that is neither a constant nor a frame pointer moves the stack
/// pointer.
fn by_amounts(image: &Image, f: &Symbol) -> bool {
    let pointers = [number(Register::RSP), number(Register::RBP)];
    let constant = |i: &Instruction| match (i.op_count(), i.op1_kind()) {
        (2, OpKind::Register) => pointers.contains(&number(i.op1_register())),
        (2, OpKind::Memory) => {
            let alone = i.memory_index() == Register::None;
            alone && i.mnemonic() == Mnemonic::Lea && pointers.contains(&number(i.memory_base()))
        }
        (2, _) => true,
        _ => false,
    };
    let mut all = image.decoder(f.address, f.size).into_iter();
    all.any(|i| {
        let moves = i.op_count() > 0
            && i.op0_kind() == OpKind::Register
            && number(i.op0_register()) == number(Register::RSP);
        let compares = matches!(
            i.mnemonic(),
            Mnemonic::Cmp | Mnemonic::Test | Mnemonic::Push
        );
        moves && !compares && !constant(&i)
    })
}

/// States where jumps lead, and places that are still to be followed.
struct Work {
    states: BTreeMap<u64, State>,
    open: BTreeSet<u64>,
}

/// What one pass finds.
#[derive(Default)]
pub(super) struct Pass {
    pub(super) own: Depth,
    calls: BTreeMap<(u64, bool), Call>,
    problems: BTreeMap<u64, Problem>,
    pub(super) realigns: u64,
    pub(super) red_zone: bool,
    /// How deep the stack pointer itself goes.
    pointer: Depth,
    /// An address in the stack was computed, or one was used with an index.
    pub(super) soft: bool,
    /// Past rescue.
    broken: bool,
}

pub(super) struct Analysis<'a> {
    pub(super) image: &'a Image,
    f: &'a Symbol,
    pub(super) how: HowBuilt,
    ends: &'a [Ends],
    pub(super) word: i64,
    pub(super) sp: u32,
    pub(super) bases: Bases,
    /// A base grew in this pass.
    news: bool,
    /// A constant taken off the stack pointer by way of a register is an
    /// amount that depends on values.
    pub(super) by_rounds: bool,
    /// Numbers in slots can come to move the stack pointer.
    pub(super) numbers: bool,
    stop: &'a Stop,
    pub(super) info: InstructionInfoFactory,
    pub(super) out: Pass,
}

/// The number of a register's full form.
pub(super) fn number(r: Register) -> u32 {
    r.full_register() as u32
}

impl Analysis<'_> {
    fn pass(&mut self) {
        let start = State {
            registers: BTreeMap::from([(
                self.sp,
                Value::Stack {
                    base: ENTRY,
                    offset: 0,
                },
            )]),
            slots: BTreeMap::new(),
        };
        let leaders = self.leaders();
        let mut visits: HashMap<u64, u32> = HashMap::new();
        let mut seen: HashSet<u64> = HashSet::new();
        let mut tables: Option<State> = None;
        // The lowest address first: what comes before is done when ways meet.
        let mut work = Work {
            states: BTreeMap::from([(self.f.address, start)]),
            open: BTreeSet::from([self.f.address]),
        };
        loop {
            while let Some(leader) = work.open.pop_first() {
                if self.stop.now() {
                    self.problem(
                        leader,
                        Gap::Limit,
                        "there was no time to follow the stack pointer through this function",
                    );
                    self.out.broken = true;
                    return;
                }
                let n = visits.entry(leader).or_insert(0);
                *n += 1;
                if *n > VISITS {
                    self.problem(
                        leader,
                        Gap::VariableFrame,
                        "the stack grows in a loop without a bound that is seen",
                    );
                    self.out.broken = true;
                    return;
                }
                let Some(mut s) = work.states.get(&leader).cloned() else {
                    continue;
                };
                let mut address = leader;
                // Straight on, to the next place that something else leads to.
                while let Some(i) = self.decoded(address) {
                    seen.insert(address);
                    let (next, table) = self.step(&i, &mut s);
                    if table {
                        tables = Some(match tables {
                            None => s.clone(),
                            Some(t) => self.join(address, &t, &s),
                        });
                    }
                    let on = next[..] == [i.next_ip()] && !leaders.contains(&i.next_ip());
                    if !on || work.states.contains_key(&i.next_ip()) {
                        for to in next {
                            self.enter(&mut work, to, &s);
                        }
                        break;
                    }
                    address = i.next_ip();
                }
            }
            let Some(t) = &tables else { return };
            match self.unreached(&seen) {
                Some(address) => self.enter(&mut work, address, &t.clone()),
                None => return,
            }
        }
    }

    /// A place is come to in this state, too.
    fn enter(&mut self, work: &mut Work, to: u64, s: &State) {
        let next = match work.states.get(&to) {
            None => s.clone(),
            Some(old) => {
                let joined = self.join(to, old, s);
                if joined == *old {
                    return;
                }
                joined
            }
        };
        work.states.insert(to, next);
        work.open.insert(to);
    }

    /// Where jumps of the function lead: states are kept there alone.
    fn leaders(&self) -> HashSet<u64> {
        let decoder = self.image.decoder(self.f.address, self.f.size);
        let jumps = |i: &Instruction| {
            matches!(
                i.flow_control(),
                FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch
            )
        };
        let jumps = decoder.into_iter().filter(jumps);
        jumps.map(|i| i.near_branch_target()).collect()
    }

    /// The instruction there, with a problem where there is none.
    fn decoded(&mut self, address: u64) -> Option<Instruction> {
        let mut decoder = self.image.decoder(address, 16);
        if !decoder.can_decode() {
            let what = "the code goes on where there is none";
            self.problem(address, Gap::MissingFrame, what);
            return None;
        }
        let i = decoder.decode();
        if i.is_invalid() {
            let what = "an instruction that cannot be decoded";
            self.problem(address, Gap::MissingFrame, what);
            return None;
        }
        Some(i)
    }

    /// The first instruction of the function that nothing reached, padding
    /// left out.
    fn unreached(&self, seen: &HashSet<u64>) -> Option<u64> {
        let decoder = self.image.decoder(self.f.address, self.f.size);
        decoder
            .into_iter()
            .filter(|i| !seen.contains(&i.ip()))
            .find(|i| !matches!(i.mnemonic(), Mnemonic::Nop | Mnemonic::Int3 | Mnemonic::Ud2))
            .map(|i| i.ip())
    }

    fn join(&mut self, address: u64, a: &State, b: &State) -> State {
        let mut out = State {
            registers: BTreeMap::new(),
            slots: BTreeMap::new(),
        };
        let mut follows = Vec::new();
        for (r, v) in &a.registers {
            match b.registers.get(r) {
                Some(w) if w == v => {
                    out.registers.insert(*r, *v);
                }
                Some(w) if *r == self.sp => {
                    let v = self.deeper(address, *v, *w);
                    out.registers.extend(v.map(|v| (*r, v)));
                }
                Some(w) => follows.push((*r, *v, *w)),
                None => {}
            }
        }
        // What lies as far from the stack pointer on both ways still does.
        let pointer = |s: &State| s.registers.get(&self.sp).copied();
        if let (Some(p), Some(q), Some(to)) = (pointer(a), pointer(b), pointer(&out)) {
            for (r, v, w) in follows {
                if let (Some(d), Some(e)) = (p.distance(v), q.distance(w)) {
                    if d == e {
                        out.registers.extend(to.moved(d).map(|v| (r, v)));
                    }
                }
            }
        }
        for (k, v) in &a.slots {
            if b.slots.get(k) == Some(v) {
                out.slots.insert(*k, *v);
            }
        }
        out
    }

    fn deeper(&mut self, address: u64, a: Value, b: Value) -> Option<Value> {
        let (
            Value::Stack { base, offset },
            Value::Stack {
                base: other,
                offset: at,
            },
        ) = (a, b)
        else {
            return None;
        };
        if base == other {
            return Some(Value::Stack {
                base,
                offset: offset.min(at),
            });
        }
        let (x, y) = (self.bases.of(base, offset), self.bases.of(other, at));
        let worst = Worst {
            depth: x.depth.max(y.depth),
            variable: x.variable || y.variable,
        };
        Some(self.base(Origin::Joined, address, worst))
    }

    pub(super) fn base(&mut self, origin: Origin, address: u64, worst: Worst) -> Value {
        let (base, news) = self.bases.make(origin, address, worst);
        self.news |= news;
        Value::Stack { base, offset: 0 }
    }

    fn problem(&mut self, address: u64, gap: Gap, what: &str) {
        self.out.problems.entry(address).or_insert(Problem {
            gap,
            address,
            place: Place::default(),
            what: what.to_string(),
        });
    }

    fn stack_pointer(&self, s: &State) -> Option<(Base, i64)> {
        match s.registers.get(&self.sp) {
            Some(Value::Stack { base, offset }) => Some((*base, *offset)),
            _ => None,
        }
    }

    pub(super) fn depth(&self, worst: Worst) -> Depth {
        Depth {
            fixed: u64::try_from(worst.depth).unwrap_or(0),
            variable: worst.variable,
        }
    }

    /// The effect of one instruction: where it goes on, and whether by a table.
    fn step(&mut self, i: &Instruction, s: &mut State) -> (Vec<u64>, bool) {
        let Some((base, offset)) = self.stack_pointer(s) else {
            self.problem(
                i.ip(),
                Gap::MissingFrame,
                "the stack pointer is not known here",
            );
            return (Vec::new(), false);
        };
        let before = self.bases.of(base, offset);
        let flow = i.flow_control();
        match flow {
            FlowControl::Return => return (Vec::new(), false),
            FlowControl::Interrupt | FlowControl::Exception if i.mnemonic() != Mnemonic::Int => {
                return (Vec::new(), false)
            }
            FlowControl::Call | FlowControl::IndirectCall => return self.call(i, s, before),
            FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
                let mut next = self.jump(i, before);
                if flow == FlowControl::ConditionalBranch {
                    next.push(i.next_ip());
                }
                return (next, false);
            }
            FlowControl::IndirectBranch => return self.indirect_jump(i, before),
            _ => {}
        }
        self.touch(i, s, before);
        self.transfer(i, s, (base, offset));
        match self.stack_pointer(s) {
            Some((b, o)) => {
                let d = self.depth(self.bases.of(b, o));
                self.out.own = self.out.own.join(d);
                self.out.pointer = self.out.pointer.join(d);
                (vec![i.next_ip()], false)
            }
            None => {
                self.problem(
                    i.ip(),
                    Gap::MissingFrame,
                    "this instruction moves the stack pointer in a way that is not understood",
                );
                (Vec::new(), false)
            }
        }
    }

    fn own_code(&self, address: u64) -> bool {
        (self.f.address..self.f.address + self.f.size).contains(&address)
    }

    /// A part of the function that the compiler moved away.
    fn is_cold(&self, index: usize) -> bool {
        let f = self.image.functions.get(index);
        f.is_some_and(|f| f.names.iter().any(|n| n.contains(".cold")))
    }

    fn record(&mut self, i: &Instruction, depth: Worst, tail: bool, target: Target) {
        let call = Call {
            address: i.ip(),
            place: Place::default(),
            depth: self.depth(depth),
            tail,
            target,
        };
        let old = self
            .out
            .calls
            .entry((i.ip(), tail))
            .or_insert_with(|| call.clone());
        old.depth = old.depth.join(call.depth);
    }

    fn jump(&mut self, i: &Instruction, before: Worst) -> Vec<u64> {
        let to = i.near_branch_target();
        if self.own_code(to) && to != self.f.address {
            return vec![to];
        }
        match self.image.at(to) {
            At::Function(n) if self.is_cold(n) => return vec![to],
            At::Inside(n) if self.is_cold(n) => return vec![to],
            // Back from the cold part.
            At::Inside(n)
                if self
                    .image
                    .functions
                    .get(n)
                    .is_some_and(|f| f.address == self.f.address) =>
            {
                return vec![to]
            }
            At::Function(n) => {
                if self.f.address == to && before.depth != 0 {
                    return vec![to];
                }
                self.record(i, before, true, Target::Known(FunctionId(n as u32)));
            }
            At::Library(name) => self.record(i, before, true, Target::Library(name)),
            At::Inside(_) | At::Nothing => self.problem(
                i.ip(),
                Gap::MissingFrame,
                "a jump out of the function, to code that is no function",
            ),
        }
        Vec::new()
    }

    /// `jmp *%rax`: a switch, a computed `goto`, or a tail call.
    fn indirect_jump(&mut self, i: &Instruction, before: Worst) -> (Vec<u64>, bool) {
        if let Some(name) = self.image.slot(i) {
            let name = name.to_string();
            self.record(i, before, true, Target::Library(name));
            return (Vec::new(), false);
        }
        if before.depth > 0 || before.variable {
            return (Vec::new(), true);
        }
        if i.op0_kind() == OpKind::Memory && i.memory_index() != Register::None {
            // A table of addresses at a fixed place: its first entry tells.
            let first = self.image.pointer(i.memory_displacement64());
            match first {
                Some(a) if self.own_code(a) => return (Vec::new(), true),
                Some(_) => {
                    self.record(i, before, true, Target::Indirect);
                    return (Vec::new(), false);
                }
                None => {}
            }
        }
        self.record(i, before, true, Target::PerhapsIndirect);
        (Vec::new(), true)
    }

    fn call(&mut self, i: &Instruction, s: &mut State, before: Worst) -> (Vec<u64>, bool) {
        let mut popped = 0;
        let mut returns = true;
        let deep = Worst {
            depth: before.depth + self.word,
            ..before
        };
        let direct = i.flow_control() == FlowControl::Call;
        if direct {
            let to = i.near_branch_target();
            if to == i.next_ip() {
                // How 32-bit code asks where it is: a push.
                self.transfer_push(s, None);
                self.out.own = self.out.own.join(self.depth(deep));
                return (vec![to], false);
            }
            match self.image.at(to) {
                At::Function(n) => {
                    let end = self.ends.get(n).copied().unwrap_or_default();
                    popped = end.pops;
                    let names = self.image.functions.get(n).map(|f| &f.names[..]);
                    returns = end.returns
                        && !(names.unwrap_or_default().iter()).any(|n| NEVER.contains(&n.as_str()));
                    self.record(i, deep, false, Target::Known(FunctionId(n as u32)));
                }
                At::Library(name) => {
                    returns = !NEVER.contains(&name.as_str());
                    self.record(i, deep, false, Target::Library(name));
                }
                At::Inside(_) | At::Nothing => {
                    self.problem(
                        i.ip(),
                        Gap::MissingFrame,
                        "a call of code that is no function",
                    );
                }
            }
        } else if let Some(name) = self.image.slot(i) {
            let name = name.to_string();
            returns = !NEVER.contains(&name.as_str());
            self.record(i, deep, false, Target::Library(name));
        } else {
            self.record(i, deep, false, Target::Indirect);
            popped = self.popped_after(i);
        }
        self.out.own = self.out.own.join(self.depth(deep));
        let kept: &[Register] = match self.image.machine {
            Machine::X86_64 => &[
                Register::RBX,
                Register::RBP,
                Register::RSP,
                Register::R12,
                Register::R13,
                Register::R14,
                Register::R15,
            ],
            Machine::I386 => &[
                Register::RBX,
                Register::RBP,
                Register::RSP,
                Register::RSI,
                Register::RDI,
            ],
        };
        let kept: Vec<u32> = kept.iter().map(|r| number(*r)).collect();
        s.registers.retain(|r, _| kept.contains(r));
        if let Some(Value::Stack { offset, .. }) = s.registers.get_mut(&self.sp) {
            *offset += popped as i64;
        }
        // No compiler lets a function run on into the next one: what is called
        // last does not return.
        let last = !self.own_code(i.next_ip()) && self.own_code(i.ip());
        match returns && !last {
            true => (vec![i.next_ip()], false),
            false => (Vec::new(), false),
        }
    }

    /// On i386 a callee that returns a structure takes its address off the
    /// stack; the caller makes room again at once.
    fn popped_after(&self, i: &Instruction) -> u64 {
        if self.image.machine != Machine::I386 {
            return 0;
        }
        let mut decoder = self.image.decoder(i.next_ip(), 16);
        if !decoder.can_decode() {
            return 0;
        }
        let next = decoder.decode();
        let sub = next.mnemonic() == Mnemonic::Sub
            && next.op0_register() == Register::ESP
            && next.op1_kind() != OpKind::Register
            && next.immediate(1) == 4;
        if sub {
            4
        } else {
            0
        }
    }

    fn finish(mut self) -> Function {
        let leaf = self.out.calls.values().all(|c| c.tail);
        if leaf && self.how.red_zone && self.how.optimised && self.out.soft {
            self.out.red_zone = true;
            let zone = Depth {
                fixed: self.out.pointer.fixed + RED_ZONE as u64,
                ..self.out.pointer
            };
            self.out.own = self.out.own.join(zone);
        }
        Function {
            name: self.f.names.first().cloned().unwrap_or_default(),
            address: self.f.address,
            size: self.f.size,
            place: Place::default(),
            own: self.out.own,
            frame: self.out.pointer,
            calls: self.out.calls.into_values().collect(),
            problems: self.out.problems.into_values().collect(),
            realigns: self.out.realigns,
            pops: 0,
            red_zone: self.out.red_zone,
            returns: true,
        }
    }
}
