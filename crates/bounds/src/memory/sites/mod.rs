//! A bound from the shape of the program alone: how large each allocation can
//! be, and how often it can be made.
//!
//! Idea: where exploring does not end, because loops go round as often as an
//! input says, no path needs to be followed to see that `for (i < n) a[i] =
//! malloc(16)` leaves at most `16*n`. Each function gets two amounts: what it
//! leaves behind at most (`net`), and what it needs beyond that on the way
//! (`extra`). In sequence nets add up and the larger extra counts; a loop takes
//! its net as often as it goes round, and no count at all where the net is 0, so
//! that an endless loop that frees what it makes is bounded. Blocks that are
//! freed by their own function's register on every way on count as extra;
//! other frees are not looked at, which is an upper bound. A call that is not
//! resolved, a recursion that allocates, a loop without a count that leaves
//! blocks, and a size without a bound have their place in the result.
//! Source: document 000, sections 3 and 5 (net and highest point, and their
//! composition), without paths. Alternative: generalising states at loop heads
//! and exploring one round; keeps paths, but loses which block a stored pointer
//! points to. Cost: linear in the calls of the unrolled call tree.

mod again;
mod against;
mod amount;
mod arriving;
mod copied;
mod counted;
mod edits;
mod emptied;
mod ends;
mod facts;
mod fields;
mod floats;
mod flow;
mod forged;
mod frames;
mod freed;
mod ghosts;
mod guards;
mod indirect;
mod input;
mod inside;
mod kept;
mod leaving;
mod lengths;
mod mirrored;
mod need;
mod nonnull;
mod numbers;
mod printed;
mod read;
mod recursion;
mod reloads;
mod rounds;
mod scaled;
mod shown;
mod slot;
mod slots;
mod steps;
mod texts;
mod threaded;
mod values;

pub(super) use amount::range;
use amount::{Amount, Linear, Variables};
use ep_base::memory::{Allocator, Expr, Gap, Missing, ReadAs, Variable, VariableId, VariableInput};
use ep_base::outcome::{InputSource, InputType, Place};
use ep_base::Stop;
use ep_explore::outcome::describe as findings;
use ep_ir::analysis::LoopId;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{BlockId, Callee, FuncId, Function, Inst, InstKind, LocId, Module, Terminator, Type};
use ep_machine::memory::ledger::Realloc;
use ep_machine::world::entry::EntryParam;
pub(super) use facts::Facts;
pub use forged::calls;
pub(super) use forged::calls_numbers;
pub use frames::Frames;
use need::Need;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
pub(super) use texts::Texts;
use values::Value;

/// Calls of functions with a body that are looked at.
const MOST_CALLS: u32 = 20_000;
/// Calls inside each other.
const DEEPEST: usize = 200;

/// What a call gives for a parameter.
#[derive(Clone, Default)]
struct Given {
    signed: Option<Value>,
    unsigned: Option<Value>,
    /// The bytes of the object that a pointer leads into.
    room: Option<Value>,
}

/// A function that is looked at, with its arguments.
struct Context<'m> {
    id: FuncId,
    function: &'m Function,
    facts: Rc<Facts>,
    args: Vec<Given>,
}

/// A recursion whose bodies are walked, and what a call of it is guessed to need.
struct Guess {
    members: Rc<BTreeSet<FuncId>>,
    need: Need,
}

/// The analysis of one entry.
struct Sites<'m> {
    module: &'m Module,
    facts: BTreeMap<FuncId, Rc<Facts>>,
    silent: BTreeMap<FuncId, bool>,
    /// The entry, where calls through pointers are asked for.
    entry: Option<FuncId>,
    indirect: Option<indirect::Indirect>,
    /// The cycles of calls that functions are on.
    cycles: BTreeMap<FuncId, Option<Rc<BTreeSet<FuncId>>>>,
    flows: crate::recursion::flows::Flows,
    /// Recursions that are being walked.
    guesses: Vec<Guess>,
    /// How often functions are active at one time, as the user says, and of
    /// which of them the bound makes use.
    depths: BTreeMap<String, u64>,
    by_depth: BTreeMap<String, u64>,
    /// Some block is taken to be freed by a `realloc`.
    never_fails: bool,
    variables: Variables,
    /// Numbers that are read, by the place that reads them; none where it is no input
    /// with a name of its own.
    read: BTreeMap<facts::At, Option<ep_base::memory::VariableId>>,
    missing: BTreeSet<Missing>,
    stack: Vec<FuncId>,
    calls: u32,
    realloc: Realloc,
    allocator: Allocator,
    largest: Amount,
    /// Pointers whose objects are being looked for.
    rooms: Vec<ep_ir::Operand>,
    /// Counters whose range is being found: register and reading.
    counting: Vec<(ep_ir::Reg, bool)>,
    loops: Vec<(FuncId, LoopId)>,
    /// Where registers are read, so that tests before it count.
    at: Option<BlockId>,
    /// The account of frames, where that is what is counted.
    frames: Option<Frames<'m>>,
    /// Bytes of standard input, where each is read once.
    input: Option<u64>,
    slots: kept::Slots,
    /// Blocks of the entry that a counter keeps few.
    crowds: Rc<ghosts::Crowds>,
    /// Rounds of the entry that leave none of their blocks.
    emptied: Rc<emptied::Emptied>,
    /// What fields of memory hold.
    fields: Rc<fields::Fields>,
    in_fields: BTreeMap<(usize, bool), Option<Value>>,
    /// Fields whose stores are being looked at.
    loading: u32,
    /// Others may write memory at any time.
    beside: bool,
    /// Registers whose ways are walked now.
    arriving: Vec<(ep_ir::Reg, FuncId)>,
    /// Only instructions of the program write its memory, from its begin on.
    alone: bool,
    stop: Stop,
}

/// What was found.
pub struct Shape {
    pub variables: Variables,
    /// The highest point, or what is missing.
    pub bound: Result<Expr, Vec<Missing>>,
    pub net: Expr,
    pub largest: Expr,
    /// Depths that the user says, where the bound rests on them.
    pub depths: BTreeMap<String, u64>,
    /// The bound rests on the assumption that allocation does not fail.
    pub never_fails: bool,
}

impl Shape {
    /// The bound, where it is a number.
    pub(super) fn number(&self) -> Option<BigInt> {
        let bound = self.bound.as_ref().ok()?;
        bound.as_number().cloned()
    }
}

/// What is asked of a program, whatever form it has.
#[derive(Clone)]
pub(super) struct Asked<'a> {
    pub entry: FuncId,
    pub shapes: &'a [EntryParam],
    /// Texts among them.
    pub texts: &'a Texts,
    /// Of which of them the lengths stand behind the parameters.
    pub lengths: &'a [usize],
    /// Bytes of standard input.
    pub stdin: Option<u64>,
    pub realloc: Realloc,
    pub allocator: Allocator,
    pub depths: &'a BTreeMap<String, u64>,
    /// Others may write memory at any time.
    pub beside: bool,
    /// What a pointer holds may be what no instruction stores there: a function without
    /// a source moved it, or the memory holds anything from the begin on.
    pub hidden: bool,
    pub stop: Stop,
}

/// The bound from the shape of the program; where nothing runs beside it, with what
/// lives in slots, with callees in their callers and with fields in registers, if that is
/// lower.
pub(super) fn analyse(module: &Module, asked: &Asked<'_>) -> Option<Shape> {
    let cut = ends::cut(module);
    let module = cut.as_ref().unwrap_or(module);
    let own = of_one(module, asked)?;
    // Who runs beside it may come between a callee's instructions as its own ones.
    if asked.beside || copied::names_sections(module) {
        return Some(own);
    }
    let copied = copied::copied(module, asked.entry);
    let fields = copied::in_registers(copied.as_ref().unwrap_or(module), asked.entry);
    let last = fields.as_ref().or(copied.as_ref()).unwrap_or(module);
    let numbered = (!asked.hidden)
        .then(|| texts::numbered(last, asked.entry, asked.texts, &asked.stop))
        .flatten();
    let with_lengths = &Asked {
        lengths: numbered.as_ref().map_or(&[][..], |n| &n.1),
        ..asked.clone()
    };
    let of_numbered = (numbered.as_ref()).and_then(|(m, _)| of_one(m, with_lengths));
    let last = numbered.as_ref().map_or(last, |n| &n.0);
    let mut all = forms_in_memory(last, with_lengths);
    let forms = [(&copied, asked), (&fields, asked)];
    let forms = forms.into_iter();
    all.extend(forms.filter_map(|(m, asked)| of_one(m.as_ref()?, asked)));
    let best = all.into_iter().chain(of_numbered).fold(own, lower);
    // Tests of what C defines are asked where nothing else bounds it.
    if best.bound.is_err() && !asked.stop.now() {
        if let Some(m) = inside::tested(last, asked.entry) {
            let found = of_one(&m, with_lengths).into_iter();
            let all = found.chain(forms_in_memory(&m, with_lengths));
            return Some(all.fold(best, lower));
        }
    }
    Some(best)
}

/// With fields of memory in registers beside them, and with ways that numbers tell apart.
fn forms_in_memory(module: &Module, asked: &Asked<'_>) -> Vec<Shape> {
    let mirror = |m: &Module| {
        (!asked.hidden)
            .then(|| mirrored::mirrored(m, asked.entry, &asked.stop))
            .flatten()
    };
    let mirrored = mirror(module);
    let mut out = by_counters_and_rounds(mirrored.as_ref().unwrap_or(module), asked);
    out.extend(mirrored.and_then(|m| of_one(&m, asked)));
    if let Some(apart) = threaded::apart(module, asked.entry) {
        let mirrored = mirror(&apart);
        out.extend(by_counters_and_rounds(
            mirrored.as_ref().unwrap_or(&apart),
            asked,
        ));
    }
    out
}

/// With what the program's own counters say of how many blocks live, and of which rounds
/// none is left.
fn by_counters_and_rounds(module: &Module, asked: &Asked<'_>) -> Vec<Shape> {
    if asked.hidden {
        return Vec::new();
    }
    let module = &reloads::as_copies(module, asked.entry);
    let crowds = ghosts::crowds(module, asked.entry, &asked.stop);
    let emptied = emptied::emptied(module, asked.entry, &asked.stop);
    let fields = Rc::new(fields::fields(module, asked.entry, &asked.stop));
    let mut out = Vec::new();
    if !emptied.by.is_empty() {
        let mut others = crowds.clone();
        others.retain(|at, _| !emptied.group.contains_key(at));
        let known = (Rc::new(others), Rc::new(emptied), fields.clone());
        out.extend(analyse_with(module, asked, (true, &known)));
    }
    if !crowds.is_empty() || !fields.is_empty() {
        let known = (Rc::new(crowds), Rc::default(), fields);
        out.extend(analyse_with(module, asked, (true, &known)));
    }
    out
}

/// What a block of a crowd needs: as many of the largest as live at one time, once in
/// the whole program.
fn of_crowd(crowd: ghosts::Crowd, size: Amount) -> Need {
    let row = kept::Row {
        object: slot::Object::Crowd(crowd.group),
        first: 0,
        step: 0,
        number: crowd.most,
    };
    Need {
        kept: BTreeMap::from([(row, size)]),
        ..Need::default()
    }
}

/// What is known of blocks of the entry beside its shape.
type KnownBlocks = (Rc<ghosts::Crowds>, Rc<emptied::Emptied>, Rc<fields::Fields>);

/// The lower one of two shapes of one program.
fn lower(a: Shape, b: Shape) -> Shape {
    let most = |s: &Shape| {
        let bound = s.bound.as_ref().ok();
        bound.and_then(|e| range(e, &s.variables))
    };
    match (most(&a), most(&b)) {
        (Some(x), Some(y)) if y.1 < x.1 => b,
        (None, Some(_)) => b,
        _ => a,
    }
}

/// The same of one form of the program.
fn of_one(module: &Module, asked: &Asked<'_>) -> Option<Shape> {
    let none = KnownBlocks::default();
    let by_rounds = analyse_with(module, asked, (false, &none))?;
    if asked.beside || copied::names_sections(module) {
        return Some(by_rounds);
    }
    Some(lower(
        by_rounds,
        analyse_with(module, asked, (true, &none))?,
    ))
}

/// With slots or without, and with blocks that were counted.
fn analyse_with(
    module: &Module,
    asked: &Asked<'_>,
    (in_slots, (crowds, emptied, fields)): (bool, &KnownBlocks),
) -> Option<Shape> {
    let entry = asked.entry;
    let f = module.functions.get(entry)?;
    let mut sites = Sites::new(module, asked.realloc, None);
    sites.depths = asked.depths.clone();
    sites.input = input::bytes(module, entry, asked.stdin);
    sites.allocator = asked.allocator;
    sites.entry = Some(entry);
    sites.stop = asked.stop.clone();
    sites.slots.on = in_slots;
    sites.crowds = crowds.clone();
    sites.emptied = emptied.clone();
    sites.fields = fields.clone();
    sites.beside = asked.beside;
    sites.alone = !asked.beside && !asked.hidden;
    let place = findings::place(module, entry, f.loc);
    let args = sites.parameters(f, (asked.shapes, asked.lengths), &place);
    let mut need = Need::default();
    for c in &module.constructors {
        need = need.then(&sites.function(*c, Vec::new(), &place));
    }
    need = need.then(&sites.function(entry, args, &place));
    let kept = sites.all_kept(entry, &need);
    let net = need.net.plus(&need.all_open()).plus(&kept);
    let bound = match sites.missing.is_empty() {
        true => Ok(net.plus(&need.extra).expr()),
        false => Err(sites.missing.into_iter().collect()),
    };
    Some(Shape {
        bound,
        net: net.expr(),
        largest: sites.largest.expr(),
        variables: sites.variables,
        depths: sites.by_depth,
        never_fails: sites.never_fails,
    })
}

/// The bound of the stack from the shape of the program, the entry's return
/// address left out.
pub fn frames<'m>(
    module: &'m Module,
    entry: FuncId,
    (shapes, stdin): (&[EntryParam], Option<u64>),
    frames: Frames<'m>,
    stop: Stop,
) -> Option<Shape> {
    let cut = ends::cut(module);
    let module = cut.as_ref().unwrap_or(module);
    let f = module.functions.get(entry)?;
    let mut sites = Sites::new(module, Realloc::default(), Some(frames));
    sites.entry = Some(entry);
    // Who asks does not say what runs beside.
    sites.beside = true;
    sites.input = input::bytes(module, entry, stdin);
    sites.stop = stop;
    let place = findings::place(module, entry, f.loc);
    let args = sites.parameters(f, (shapes, &[]), &place);
    let deep = sites.frame(entry, args, &place);
    Some(Shape {
        bound: match sites.missing.is_empty() {
            true => Ok(deep.expr()),
            false => Err(sites.missing.into_iter().collect()),
        },
        net: Expr::zero(),
        largest: sites.largest.expr(),
        variables: sites.variables,
        depths: sites.by_depth,
        never_fails: false,
    })
}

impl<'m> Sites<'m> {
    fn new(module: &'m Module, realloc: Realloc, frames: Option<Frames<'m>>) -> Sites<'m> {
        Sites {
            module,
            facts: BTreeMap::new(),
            silent: BTreeMap::new(),
            entry: None,
            indirect: None,
            cycles: BTreeMap::new(),
            flows: crate::recursion::flows::Flows::default(),
            guesses: Vec::new(),
            depths: BTreeMap::new(),
            by_depth: BTreeMap::new(),
            never_fails: false,
            variables: Variables::new(),
            read: BTreeMap::new(),
            missing: BTreeSet::new(),
            stack: Vec::new(),
            calls: 0,
            realloc,
            allocator: Allocator::default(),
            largest: Amount::default(),
            rooms: Vec::new(),
            counting: Vec::new(),
            loops: Vec::new(),
            at: None,
            frames,
            input: None,
            slots: kept::Slots::default(),
            crowds: Rc::default(),
            emptied: Rc::default(),
            fields: Rc::default(),
            in_fields: BTreeMap::new(),
            loading: 0,
            beside: false,
            arriving: Vec::new(),
            alone: false,
            stop: Stop::never(),
        }
    }

    /// The parameters of the entry that are numbers.
    fn parameters(
        &mut self,
        f: &Function,
        (shapes, measured): (&[EntryParam], &[usize]),
        place: &Place,
    ) -> Vec<Given> {
        if shapes.len() + measured.len() != f.params.len() {
            return vec![Given::default(); f.params.len()];
        }
        let one = |i: usize, shape: &EntryParam, sites: &mut Sites<'m>| {
            let (ty, bytes) = match shape {
                EntryParam::Scalar { ty, bytes } => (ty, bytes),
                EntryParam::Buffer { bytes, .. } => {
                    return Given {
                        room: Some(Value::number(*bytes)),
                        ..Given::default()
                    }
                }
                _ => return Given::default(),
            };
            let signed = match ty {
                InputType::Int { signed, .. } => *signed,
                InputType::Char => true,
                _ => return Given::default(),
            };
            let p = f.params.get(i);
            let fits = p.is_some_and(|p| p.ty == Type::Int(8 * *bytes as u32));
            if !fits {
                return Given::default();
            }
            let name = f.vars.iter().find(|v| v.1.arg as usize == i + 1);
            let Some((_, var)) = name else {
                return Given::default();
            };
            let top = BigInt::from(1) << (8 * bytes - u64::from(signed));
            let id = sites.variables.push(Variable {
                name: var.name.clone(),
                place: place.clone(),
                low: if signed {
                    -top.clone()
                } else {
                    BigInt::from(0)
                },
                high: top - 1,
                input: Some(VariableInput {
                    source: InputSource::Parameter { index: i as u32 },
                    named: None,
                    nth: 0,
                    offset: 0,
                    size: *bytes,
                    read: match signed {
                        true => ReadAs::Signed,
                        false => ReadAs::Natural,
                    },
                }),
            });
            let value = sites.variable(id);
            match signed {
                true => Given {
                    signed: Some(value),
                    ..Given::default()
                },
                false => Given {
                    unsigned: Some(value),
                    ..Given::default()
                },
            }
        };
        let mut out: Vec<Given> = (shapes.iter().enumerate())
            .map(|(i, s)| one(i, s, self))
            .collect();
        for i in measured {
            out.push(self.length_of_a_text(f, *i, place));
        }
        out
    }

    /// A variable as a value.
    fn variable(&self, id: VariableId) -> Value {
        let exact = Linear::variable(id);
        let low = exact.range(&self.variables).map(|r| r.0);
        Value {
            low: low.unwrap_or_default(),
            upper: Amount::of(&exact, &self.variables),
            exact: Some(exact),
        }
    }

    /// The length of the text behind a parameter.
    fn length_of_a_text(&mut self, f: &Function, i: usize, place: &Place) -> Given {
        let name = f.vars.iter().find(|v| v.1.arg as usize == i + 1);
        let name = name.map_or_else(|| format!("argument {}", i + 1), |v| v.1.name.clone());
        let id = self.variables.push(Variable {
            name: format!("strlen({name})"),
            place: place.clone(),
            low: BigInt::from(0),
            high: BigInt::from(texts::LONGEST),
            input: Some(VariableInput {
                source: InputSource::Buffer { index: i as u32 },
                named: None,
                nth: 0,
                offset: 0,
                size: 0,
                read: ReadAs::Length,
            }),
        });
        let value = self.variable(id);
        Given {
            signed: Some(value.clone()),
            unsigned: Some(value),
            room: None,
        }
    }

    fn lacks(&mut self, gap: Gap, place: Place, what: impl Into<String>) {
        let what = what.into();
        self.missing.insert(Missing { gap, place, what });
    }

    /// What a call of a function needs.
    fn function(&mut self, id: FuncId, args: Vec<Given>, from: &Place) -> Need {
        let module = self.module;
        let Some(function) = module.functions.get(id) else {
            return Need::default();
        };
        if super::reach::calls_back(&function.name) {
            self.lacks(
                Gap::UnresolvedCall,
                from.clone(),
                format!("`{}` calls a function later", function.name),
            );
            return Need::default();
        }
        if self.makes_nothing(id) {
            return Need::default();
        }
        if function.is_declaration() {
            self.lacks(
                Gap::Unsupported,
                from.clone(),
                match lookup(&function.name) {
                    Some(Builtin::Unsupported) => {
                        "a model of the C library says here that it does not cover a call".into()
                    }
                    _ => format!("what `{}` allocates is not known", function.name),
                },
            );
            return Need::default();
        }
        if let Some(g) = self.guesses.iter().find(|g| g.members.contains(&id)) {
            return g.need.clone();
        }
        match self.cycle_of(id) {
            Some(members) => self.recursive(&members, id, args, from),
            None => self.activated(id, args, from),
        }
    }

    /// What is known of a function that is looked at once more; none where
    /// something about it has no bound.
    fn looked_at(&mut self, id: FuncId, function: &Function, from: &Place) -> Option<Rc<Facts>> {
        self.calls += 1;
        if self.calls > MOST_CALLS || self.stack.len() > DEEPEST || self.stop.now() {
            self.lacks(
                Gap::Limit,
                from.clone(),
                "there are too many calls to look at each in the time there is",
            );
            return None;
        }
        let facts = match self.facts.get(&id) {
            Some(f) => f.clone(),
            None => {
                let f = Rc::new(Facts::new(function));
                self.facts.insert(id, f.clone());
                f
            }
        };
        if !facts.loops.irreducible.is_empty() {
            self.lacks(
                Gap::UnboundedAllocation,
                findings::place(self.module, id, function.loc),
                "a cycle that is entered at several places",
            );
            return None;
        }
        Some(facts)
    }

    /// The blocks of a loop, or of the whole function, loops inside as one.
    fn region(&mut self, cx: &Context<'m>, within: Option<LoopId>) -> Need {
        let facts = cx.facts.clone();
        let mut at: BTreeMap<BlockId, Need> = BTreeMap::new();
        let mut most = Need::default();
        // The node of a block: itself, or the head of the loop inside.
        let node = |b: BlockId| -> Option<(BlockId, Option<LoopId>)> {
            let mut l = facts.loops.innermost(b);
            let mut inner = None;
            while l != within {
                inner = l;
                l = facts.loops.loops.get(l?)?.parent;
            }
            match inner {
                None => Some((b, None)),
                Some(i) => Some((facts.loops.loops.get(i)?.header, Some(i))),
            }
        };
        let head = within
            .and_then(|l| facts.loops.loops.get(l))
            .map(|l| l.header);
        for b in facts.cfg.reverse_post_order() {
            let Some((n, inner)) = node(*b) else { continue };
            if n != *b {
                continue;
            }
            let mut before: Option<Need> = None;
            if head != Some(n) {
                for p in facts.cfg.predecessors(n) {
                    let Some((m, _)) = node(*p) else { continue };
                    if let Some(x) = at.get(&m).filter(|_| m != n) {
                        before = Some(before.map_or(x.clone(), |y| y.or(x)));
                    }
                }
            }
            let own = match inner {
                Some(l) => self.rounds(cx, l),
                None => self.block(cx, n),
            };
            let after = before.unwrap_or_default().then(&own);
            most = most.or(&after);
            at.insert(n, after);
        }
        most
    }

    /// The functions that an indirect call can reach; none where that is not
    /// known.
    fn reached(&mut self, f: FuncId, loc: LocId) -> Option<Vec<FuncId>> {
        if self.indirect.is_none() {
            self.indirect =
                indirect::Indirect::of(self.module, self.entry?, self.alone, &self.stop);
        }
        self.indirect.as_ref()?.reached(self.module, f, loc)
    }

    /// Whether a function makes no block, calls through pointers included.
    fn makes_nothing(&mut self, id: FuncId) -> bool {
        if let Some(known) = self.silent.get(&id) {
            return *known;
        }
        let module = self.module;
        let mut to = |f, loc| self.reached(f, loc);
        let none = super::reach::makes_nothing_through(module, id, &mut to);
        self.silent.insert(id, none);
        none
    }

    /// Whether a block makes no call that may allocate.
    fn quiet(&mut self, cx: &Context<'m>, b: BlockId) -> bool {
        let Some(block) = cx.function.blocks.get(b) else {
            return false;
        };
        if self.frames.is_some() {
            let sized = |i: &Inst| matches!(i.kind, InstKind::Alloca { count: Some(_), .. });
            return !block.insts.iter().any(sized);
        }
        block.insts.iter().all(|i| match &i.kind {
            InstKind::Call {
                callee: Callee::Direct(f),
                ..
            } => super::reach::makes_nothing(self.module, *f),
            InstKind::Call { .. } | InstKind::Unsupported { .. } => false,
            _ => true,
        })
    }

    fn block(&mut self, cx: &Context<'m>, b: BlockId) -> Need {
        let mut need = Need::default();
        let Some(block) = cx.function.blocks.get(b) else {
            return need;
        };
        for (i, inst) in block.insts.iter().enumerate() {
            if self.frames.is_some() {
                let own = self.standing_at(Some(b), |s| s.frame_inst(cx, (b, i), inst));
                need = need.then(&own);
                continue;
            }
            if let InstKind::Unsupported { what, .. } = &inst.kind {
                let place = self.place(cx, inst.loc);
                self.lacks(Gap::Unsupported, place, what.clone());
            }
            let InstKind::Call {
                callee, args, rets, ..
            } = &inst.kind
            else {
                continue;
            };
            let own = match callee {
                Callee::Direct(f) => {
                    self.standing_at(Some(b), |s| s.call(cx, (b, i), inst, *f, args))
                }
                Callee::Indirect(_) => match self.reached(cx.id, inst.loc) {
                    Some(targets) => {
                        let mut most: Option<Need> = None;
                        let of_type =
                            |g: &FuncId| super::reach::has_type(self.module, *g, args, rets);
                        let targets: Vec<FuncId> = targets.into_iter().filter(of_type).collect();
                        if targets.is_empty() {
                            let place = self.place(cx, inst.loc);
                            self.lacks(Gap::UnresolvedCall, place, "a call through a pointer");
                        }
                        for g in targets {
                            let own =
                                self.standing_at(Some(b), |s| s.call(cx, (b, i), inst, g, args));
                            most = Some(most.map_or(own.clone(), |m| m.or(&own)));
                        }
                        most.unwrap_or_default()
                    }
                    None => {
                        let place = self.place(cx, inst.loc);
                        self.lacks(Gap::UnresolvedCall, place, "a call through a pointer");
                        Need::default()
                    }
                },
            };
            need = need.then(&own);
        }
        if let (Terminator::Unsupported(what), None) = (&block.term, &self.frames) {
            let place = self.place(cx, block.term_loc);
            self.lacks(Gap::Unsupported, place, what.clone());
        }
        need
    }

    fn place(&self, cx: &Context<'m>, loc: LocId) -> Place {
        findings::place(self.module, cx.id, loc)
    }

    fn call(
        &mut self,
        cx: &Context<'m>,
        at: (BlockId, usize),
        inst: &Inst,
        f: FuncId,
        args: &[Arg],
    ) -> Need {
        use ep_ir::provided::OWN_BLOCK;
        let Some(callee) = self.module.functions.get(f) else {
            return Need::default();
        };
        if cx.function.name == OWN_BLOCK {
            return Need::default();
        }
        // How often it compares is not known: nothing, if that makes nothing.
        let compares = super::reach::compares(self.module, f, args);
        if compares.is_some_and(|c| self.makes_nothing(c)) {
            return Need::default();
        }
        let place = self.place(cx, inst.loc);
        let arg = |i: usize| args.get(i);
        let size = match lookup(&callee.name).filter(|_| callee.is_declaration()) {
            Some(Builtin::Malloc) => arg(0).map(|n| self.size(cx, n)),
            Some(Builtin::AlignedAlloc | Builtin::Realloc) => arg(1).map(|n| self.size(cx, n)),
            Some(Builtin::PosixMemalign) => arg(2).map(|n| self.size(cx, n)),
            Some(Builtin::Calloc) => match (arg(0), arg(1)) {
                (Some(n), Some(m)) => {
                    let (x, y) = (self.size(cx, n), self.size(cx, m));
                    Some(x.zip(y).and_then(|(x, y)| x.times(&y)))
                }
                _ => None,
            },
            _ => match self.copy_of_a_text(cx, f, args) {
                Some(size) => Some(Some(size)),
                None => {
                    let given = self.arguments(cx, callee, args);
                    return self.function(f, given, &place);
                }
            },
        };
        let allocator = self.allocator;
        let Some(size) = size.flatten().and_then(|n| n.cost(&allocator)) else {
            self.lacks(
                Gap::UnboundedAllocation,
                place,
                "an allocation whose size has no bound over the parameters of the entry",
            );
            return Need::default();
        };
        self.largest = self.largest.max(&size);
        let grown = arg(1).filter(|_| lookup(&callee.name) == Some(Builtin::Realloc));
        if grown.is_some_and(|n| !self.cannot_fail(cx, at, n)) {
            self.lacks(
                Gap::UnboundedAllocation,
                place,
                "a `realloc` that may fail, whose old block then stays",
            );
            return Need::default();
        }
        let grows =
            lookup(&callee.name) == Some(Builtin::Realloc) && self.realloc == Realloc::Moving;
        if !grows && self.freed_by_register(cx, at, inst) {
            return Need {
                held: size,
                ..Need::default()
            };
        }
        let own = self.kept_in_a_slot(cx, at, inst, (&size, grows));
        let here = self.entry == Some(cx.id);
        let crowd = self.crowds.get(&at).filter(|_| here).copied();
        let open = self.emptied.group.get(&at).filter(|_| here).copied();
        match (own, crowd) {
            (None, None) if open.is_some() => Need {
                open: open.into_iter().map(|g| (g, size.clone())).collect(),
                ..Need::default()
            },
            (Some(own), None) => own,
            (Some(own), Some(c)) if own.held.is_zero() && own.slots() <= c.most => own,
            (_, Some(c)) => {
                self.never_fails = true;
                of_crowd(c, size)
            }
            (None, None) => Need {
                net: size,
                ..Need::default()
            },
        }
    }
}
