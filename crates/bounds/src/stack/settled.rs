//! Which calls of `malloc` and its kin find a heap that is there already.
//!
//! Idea: the first call of all makes the heap and takes the most stack. A walk
//! forward over the source says where a call was certainly made before: on all
//! ways to here something was allocated (or a block was not null, or was used),
//! through functions by what they do on every way to their return, and at their
//! begin by what holds at all of their calls. What may run at any time
//! (handlers, threads) begins with nothing. `free` never makes a heap. In the
//! machine code these calls, and those of functions of streams, which make a
//! buffer, get another name ([`LATER`]), with another number.
//! Alternative: a flag in the states that follow paths, which knows more and
//! costs every user of them. Cost: some passes over the source.
//!
//! What must never happen: a call counts as a later one although it can be the
//! first: allocation with a size that no heap has, as a negative `int`, makes
//! nothing.

use super::pointers::base_name;
use ep_explore::outcome::describe;
use ep_ir::analysis::{addresses_taken, successors};
use ep_ir::inst::Arg;
use ep_ir::{
    visit, BinOp, BlockId, Callee, CastOp, FuncId, Function, Inst, InstKind, IntPred, Module,
    Operand, Reg, Terminator, Type,
};
use ep_native::machine::{Code, Target};
use ep_native::measure::STREAMS;
use std::collections::{BTreeMap, BTreeSet};

/// What the names of later calls end with.
pub const LATER: &str = " (later)";

/// Functions that allocate, each at once and by itself.
pub(super) const MAKERS: [&str; 5] = ["malloc", "calloc", "realloc", "strdup", "strndup"];

/// Functions of the library beside which the numbers hold: they allocate
/// nothing, or a buffer of a stream that stays.
const QUIET: [&str; 72] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "strdup",
    "strndup",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "strtok",
    "atoi",
    "atol",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "__isoc23_strtol",
    "__isoc23_strtoul",
    "puts",
    "putchar",
    "getchar",
    "fputs",
    "fputc",
    "putc",
    "fgetc",
    "getc",
    "fgets",
    "abs",
    "labs",
    "rand",
    "srand",
    "toupper",
    "tolower",
    "isalpha",
    "isdigit",
    "isspace",
    "isalnum",
    "isxdigit",
    "isupper",
    "islower",
    "isprint",
    "ispunct",
    "__ctype_b_loc",
    "__ctype_toupper_loc",
    "__ctype_tolower_loc",
    "__errno_location",
    "exit",
    "_exit",
    "abort",
    "__assert_fail",
    "__stack_chk_fail",
    "sqrt",
    "fabs",
];

/// Whether a function of the library calls no function of the program, neither
/// one that it is given nor one that it was told before.
fn calls_nothing(name: &str) -> bool {
    const ENDS: [&str; 5] = [
        "exit",
        "_exit",
        "abort",
        "__assert_fail",
        "__stack_chk_fail",
    ];
    QUIET.contains(&name) && !ENDS.contains(&name)
}

/// Whether the numbers for a heap in use hold beside the library functions that
/// the functions of the program call (`own` says which these are) or point to;
/// those of the `harness` allocate nothing.
pub fn quiet(
    code: &Code,
    taken: &BTreeSet<String>,
    own: &dyn Fn(&str) -> bool,
    harness: &BTreeSet<String>,
) -> bool {
    let known = |n: &str| {
        let prints = matches!(n, "printf" | "fprintf" | "snprintf" | "sprintf");
        QUIET.contains(&n) || prints || harness.contains(n)
    };
    let functions = code.functions.iter().filter(|f| own(&f.name));
    let mut called = functions.flat_map(|f| &f.calls).map(|c| &c.target);
    let mut pointed = taken.iter().filter(|n| code.named(n).is_empty());
    called.all(|t| !matches!(t, Target::Library(n) if !known(n))) && pointed.all(|n| known(n))
}

/// A call of the source: file, line, function.
type Site = (String, u32, String);

/// The calls of allocating functions that find a heap.
pub struct Settled {
    sites: BTreeMap<Site, bool>,
}

struct Walk<'m> {
    module: &'m Module,
    /// Functions with code of their own; others are models of a library, which
    /// may allocate where the library does not.
    coded: &'m dyn Fn(&str) -> bool,
    taken: BTreeSet<FuncId>,
    /// A heap is there at the begin, and surely at the return.
    begin: BTreeMap<FuncId, bool>,
    surely: BTreeMap<FuncId, bool>,
    sites: BTreeMap<Site, bool>,
    changed: bool,
}

impl Settled {
    /// Of a program that begins in `entry`; `anytime` can run at any time.
    pub fn of(
        module: &Module,
        entry: FuncId,
        anytime: &BTreeSet<String>,
        coded: &dyn Fn(&str) -> bool,
    ) -> Settled {
        let ids = || module.functions.iter();
        let first = |id: FuncId, f: &Function| id == entry || anytime.contains(&f.name);
        let mut w = Walk {
            module,
            coded,
            taken: addresses_taken(module),
            begin: ids().map(|(id, f)| (id, !first(id, f))).collect(),
            surely: ids()
                .map(|(id, f)| (id, !f.is_declaration() && coded(&f.name)))
                .collect(),
            sites: BTreeMap::new(),
            changed: true,
        };
        // What holds everywhere is taken away until nothing changes.
        while w.changed {
            w.changed = false;
            for (id, f) in ids().filter(|(_, f)| !f.is_declaration()) {
                w.function(id, f);
            }
        }
        Settled { sites: w.sites }
    }

    /// Renames the calls that find a heap, except those of functions that have
    /// a number of their own.
    pub fn rename(&self, code: &mut Code, except: &dyn Fn(&str) -> bool) {
        for c in code.functions.iter_mut().flat_map(|f| &mut f.calls) {
            let Target::Library(name) = &mut c.target else {
                continue;
            };
            let site = (base_name(&c.place.file), c.place.line, name.clone());
            let later = name == "free" || self.sites.get(&site) == Some(&true);
            if later && c.place.line > 0 && !except(name) {
                name.push_str(LATER);
            }
        }
    }
}

impl Walk<'_> {
    fn function(&mut self, id: FuncId, f: &Function) {
        let blocks = Blocks::new(self.module, f, self.coded);
        let begin = self.begin.get(&id).copied().unwrap_or(false);
        self.flow(id, f, &blocks, begin, true);
        let mut end = (self.coded)(&f.name);
        if end && self.surely.get(&id) == Some(&true) {
            end = self.flow(id, f, &blocks, false, false);
        }
        self.lower(id, end, false);
    }

    /// Takes away what does not hold.
    fn lower(&mut self, id: FuncId, to: bool, begin: bool) {
        let map = match begin {
            true => &mut self.begin,
            false => &mut self.surely,
        };
        if let Some(x) = map.get_mut(&id) {
            if *x && !to {
                *x = false;
                self.changed = true;
            }
        }
    }

    /// Whether a heap is there at every return, being there at the begin or
    /// not; `note` tells callees and sites what holds at each call.
    fn flow(&mut self, id: FuncId, f: &Function, known: &Blocks, begin: bool, note: bool) -> bool {
        let mut at: BTreeMap<BlockId, bool> = BTreeMap::from([(BlockId(0), begin)]);
        let mut work = vec![BlockId(0)];
        let mut end = true;
        while let Some(b) = work.pop() {
            let Some(block) = f.blocks.get(b) else {
                continue;
            };
            let mut there = at.get(&b).copied().unwrap_or(false);
            for inst in &block.insts {
                there = self.inst(id, known, inst, there, false);
            }
            end &= there || !matches!(block.term, Terminator::Return(_));
            for to in successors(&block.term) {
                let there = there || known.not_null(block, to);
                let before = at.get(&to).copied();
                let now = before.unwrap_or(true) && there;
                if before != Some(now) {
                    at.insert(to, now);
                    work.push(to);
                }
            }
        }
        for (b, there) in at.into_iter().filter(|_| note) {
            let mut there = there;
            for inst in f.blocks.get(b).iter().flat_map(|x| &x.insts) {
                there = self.inst(id, known, inst, there, true);
            }
        }
        end
    }

    fn inst(&mut self, id: FuncId, known: &Blocks, inst: &Inst, there: bool, note: bool) -> bool {
        match &inst.kind {
            InstKind::Load { addr, .. } | InstKind::Store { addr, .. } => {
                there || matches!(addr, Operand::Reg(r) if known.inside.contains(r))
            }
            InstKind::Call { callee, args, .. } => {
                self.call(id, known, inst, (callee, args), there, note)
            }
            _ => there,
        }
    }

    fn call(
        &mut self,
        id: FuncId,
        known: &Blocks,
        inst: &Inst,
        (callee, args): (&Callee, &[Arg]),
        there: bool,
        note: bool,
    ) -> bool {
        let module = self.module;
        let Callee::Direct(g) = callee else {
            if note && !there {
                self.any_taken();
            }
            return there;
        };
        let Some(f) = module.functions.get(*g) else {
            return there;
        };
        if note {
            self.lower(*g, there, true);
        }
        if (self.coded)(&f.name) && !f.is_declaration() {
            return there || self.surely.get(g) == Some(&true);
        }
        if !MAKERS.contains(&f.name.as_str()) {
            // It may call back what it is given, or has got.
            // What has code and no source hands out inputs.
            let harness = f.is_declaration() && (self.coded)(&f.name);
            if note && !there && !harness && !calls_nothing(&f.name) {
                self.any_taken();
            }
            if note && STREAMS.contains(&f.name.as_str()) {
                self.site(id, inst, &f.name, there);
            }
            return there;
        }
        if note {
            self.site(id, inst, &f.name, there);
        }
        let small = match (f.name.as_str(), args) {
            ("malloc", [n]) | ("realloc", [_, n]) => known.at_most(&n.value, 0),
            ("calloc", [a, b]) => known
                .at_most(&a.value, 0)
                .zip(known.at_most(&b.value, 0))
                .and_then(|(a, b)| a.checked_mul(b)),
            // A text is no longer than memory.
            ("strdup" | "strndup", _) => Some(0),
            _ => None,
        };
        // `realloc(p, 0)` may only free.
        let makes = f.name != "realloc" || matches!(args, [_, n] if known.at_least_one(&n.value));
        there || makes && small.is_some_and(|n| n < 1 << 40)
    }

    fn site(&mut self, id: FuncId, inst: &Inst, name: &str, there: bool) {
        let place = describe::place(self.module, id, inst.loc);
        let site = (base_name(&place.file), place.line, name.to_string());
        *self.sites.entry(site).or_insert(true) &= there;
    }

    fn any_taken(&mut self) {
        for g in self.taken.clone() {
            self.lower(g, false, true);
        }
    }
}

/// Functions of the library that give the length of a text, or of a part of it.
const LENGTHS: [&str; 4] = ["strlen", "strnlen", "strspn", "strcspn"];

/// No text is as long: an object has room for it.
const LONGEST: u64 = 1 << 38;

/// What is known of the registers of one function.
pub(super) struct Blocks {
    /// The only instruction that sets a register.
    only: BTreeMap<Reg, InstKind>,
    types: BTreeMap<Reg, Type>,
    /// Blocks that were made here, or null.
    made: BTreeSet<Reg>,
    /// Addresses in them.
    inside: BTreeSet<Reg>,
    /// Lengths of texts.
    lengths: BTreeSet<Reg>,
    /// The most that parameters are.
    pub(super) given: BTreeMap<Reg, u64>,
}

impl Blocks {
    pub(super) fn new(module: &Module, f: &Function, coded: &dyn Fn(&str) -> bool) -> Blocks {
        let mut defs: BTreeMap<Reg, Vec<&InstKind>> = BTreeMap::new();
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            visit::defs(&inst.kind, &mut |r| {
                defs.entry(*r).or_default().push(&inst.kind);
            });
        }
        // What has its value from outside has no instruction here.
        for p in &f.params {
            defs.remove(&p.reg);
        }
        let calls = |k: &InstKind, names: &[&str]| match k {
            InstKind::Call {
                callee: Callee::Direct(g),
                ..
            } => (module.functions.get(*g))
                .is_some_and(|g| names.contains(&g.name.as_str()) && !coded(&g.name)),
            _ => false,
        };
        let maker = |k: &InstKind| calls(k, &MAKERS);
        let mut made: BTreeSet<Reg> = BTreeSet::new();
        let mut inside: BTreeSet<Reg> = BTreeSet::new();
        loop {
            let before = made.len() + inside.len();
            for (r, list) in &defs {
                let from = |set: &BTreeSet<Reg>, x: &Operand| match x {
                    Operand::Reg(r) => set.contains(r),
                    _ => false,
                };
                let block = |k: &&InstKind| match k {
                    InstKind::Copy { src, .. } => from(&made, src) || *src == Operand::Int(0),
                    k => maker(k),
                };
                let within = |k: &&InstKind| match k {
                    InstKind::Copy { src, .. } => from(&inside, src) || *src == Operand::Int(0),
                    InstKind::PtrAdd { base, .. } => from(&inside, base),
                    k => maker(k),
                };
                if list.iter().all(block) {
                    made.insert(*r);
                }
                if list.iter().all(within) {
                    inside.insert(*r);
                }
            }
            if before == made.len() + inside.len() {
                break;
            }
        }
        let only = (defs.iter())
            .filter_map(|(r, list)| match list[..] {
                [k] => Some((*r, k.clone())),
                _ => None,
            })
            .collect();
        Blocks {
            only,
            types: f.regs.iter().map(|(r, ty)| (r, *ty)).collect(),
            made,
            inside,
            lengths: (defs.iter())
                .filter(|(_, list)| list.iter().all(|k| calls(k, &LENGTHS)))
                .map(|(r, _)| *r)
                .collect(),
            given: BTreeMap::new(),
        }
    }

    /// Whether this way is only taken with a block that is not null.
    fn not_null(&self, block: &ep_ir::Block, to: BlockId) -> bool {
        let Terminator::Branch {
            cond: Operand::Reg(c),
            then,
            els,
        } = &block.term
        else {
            return false;
        };
        let Some(InstKind::Cmp { pred, a, b, .. }) = self.only.get(c) else {
            return false;
        };
        let made = |x: &Operand| matches!(x, Operand::Reg(r) if self.made.contains(r));
        let null = |x: &Operand| *x == Operand::Int(0);
        let test = made(a) && null(b) || null(a) && made(b);
        let way = match pred {
            IntPred::Ne => *then,
            IntPred::Eq => *els,
            _ => return false,
        };
        test && then != els && way == to
    }

    /// The most that an unsigned number can be, if that is not all of its type.
    pub(super) fn at_most(&self, x: &Operand, depth: u32) -> Option<u64> {
        let r = match x {
            Operand::Int(n) => return Some(*n),
            Operand::Reg(r) => r,
            _ => return None,
        };
        let narrow = match self.types.get(r) {
            Some(Type::Int(w)) if *w <= 32 => Some((1u64 << w) - 1),
            _ => None,
        };
        if self.lengths.contains(r) {
            return Some(LONGEST);
        }
        if let Some(n) = self.given.get(r) {
            return Some(*n);
        }
        let kind = self.only.get(r).filter(|_| depth < 12);
        let of = |x: &Operand| self.at_most(x, depth + 1);
        let found = match kind {
            Some(InstKind::Copy { src, .. }) => of(src),
            Some(InstKind::Cast {
                op: CastOp::ZExt,
                src,
                ..
            }) => of(src),
            Some(InstKind::Select { a, b, .. }) => of(a).zip(of(b)).map(|(a, b)| a.max(b)),
            Some(InstKind::Bin { op, a, b, .. }) => match (op, b) {
                // In a narrow type it may wrap around.
                (BinOp::Add, _) if narrow.is_none() => {
                    of(a).zip(of(b)).and_then(|(a, b)| a.checked_add(b))
                }
                (BinOp::Mul, _) if narrow.is_none() => {
                    of(a).zip(of(b)).and_then(|(a, b)| a.checked_mul(b))
                }
                (BinOp::Shl, Operand::Int(n)) if narrow.is_none() && *n < 32 => {
                    of(a).and_then(|a| a.checked_mul(1 << n))
                }
                (BinOp::And, _) => match (of(a), of(b)) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                },
                (BinOp::LShr | BinOp::UDiv, _) => of(a),
                _ => None,
            },
            _ => None,
        };
        match (found, narrow) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    /// Whether an unsigned number is certainly not 0.
    pub(super) fn at_least_one(&self, x: &Operand) -> bool {
        matches!(x, Operand::Int(n) if *n > 0)
    }
}
