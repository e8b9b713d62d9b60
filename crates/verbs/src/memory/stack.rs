//! The stack's side: from the measured build to a mark.

use super::needs::Library;
use super::options::{Interrupt, MemoryOptions};
use super::{building, by_values};
use crate::program::settings::Settings;
use ep_base::memory::{Entry, Expr, Kind, Live, Mark, Proof, Report};
use ep_base::outcome::Place;
use ep_base::{Cancel, Diagnostic};
use ep_bounds::stack::failed;
use ep_bounds::stack::settled::{self, Settled, LATER};
use ep_bounds::stack::sorting::{self, Sorted};
use ep_bounds::stack::{self, pointers::Calls, ByValues, GivenCall, Need, Question};
use ep_ir::{Callee, FloatFormat, FuncId, InstKind, Module, Type};
use ep_machine::machine::Assumption;
use ep_machine::world::entry::{entry_params, EntryParam};
use ep_native::machine::{Code, HowBuilt};
use ep_native::measure::{Floats, Formats, Measurement};
use std::collections::BTreeMap;
use std::time::Instant;

/// The program as its source has it.
pub struct Source<'a> {
    pub module: &'a Module,
    pub entry: FuncId,
    pub calls: &'a Calls,
    pub printed: &'a Printed,
    pub settings: &'a Settings,
    pub cancel: &'a Cancel,
    /// When the entry's time is over.
    pub deadline: Instant,
    /// What functions of the library take.
    pub measured: Option<&'a building::Library>,
    /// `main` is called with any arguments.
    pub any_arguments: bool,
}

/// Adds the stack's mark to the entry, and frames and calls to the report.
pub fn add(
    args: &MemoryOptions,
    name: &str,
    m: &Measurement,
    source: &Source<'_>,
    library: &Library,
    entry: &mut Entry,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    let (calls, printed) = (source.calls, source.printed);
    for Interrupt { function: f, .. } in &args.interrupt {
        if m.code().named(f).is_empty() {
            return Err(Diagnostic::bad_input(format!(
                "--interrupt: there is no function `{f}` in the build"
            ))
            .help("a static function that nothing calls is left out: make it external"));
        }
    }
    let mut needs: BTreeMap<String, Need> = BTreeMap::new();
    let names = stack::libraries(m.code(), calls);
    let sorted = sorted(args, source, entry);
    if let Some(all) = source.measured {
        let pairs: Vec<(u64, u64)> = sorted.iter().map(|s| (s.elements, s.size)).collect();
        let sorts: Vec<String> = (names.iter().filter(|n| *n == building::SORTS))
            .cloned()
            .collect();
        let own = match sorts.is_empty() {
            true => Ok(BTreeMap::new()),
            false => m.library(&sorts, (&printed.formats, &pairs)),
        };
        for list in [all.clone(), own] {
            match list {
                Ok(measured) => needs.extend(measured.into_iter().map(|(n, stack)| {
                    let proof = Proof::Measured;
                    (n, Need { stack, proof })
                })),
                Err(why) => report.notes.push(why),
            }
        }
    }
    needs.extend(m.harness().iter().map(|n| {
        let none = Need {
            stack: 0,
            proof: Proof::Proved,
        };
        (n.clone(), none)
    }));
    for (n, why) in &printed.unmeasured {
        if needs.remove(n).is_some() && !library.contains_key(n) {
            report.notes.push(why.clone());
        }
    }
    for (n, (need, own)) in library {
        needs.insert(n.clone(), *need);
        if *own > 0 && names.contains(n) {
            entry.library.push(Live {
                what: n.clone(),
                place: Place {
                    function: n.clone(),
                    ..Place::default()
                },
                count: Expr::number(1),
                bytes: Expr::number(*own),
                path: Vec::new(),
            });
        }
    }
    let depths: BTreeMap<String, u64> = args.depth.iter().cloned().collect();
    let given: Vec<GivenCall> = (args.calls.iter())
        .map(|c| GivenCall {
            file: stack::pointers::base_name(&c.file),
            line: c.line,
            functions: c.functions.clone(),
        })
        .collect();
    let interrupts: Vec<stack::Interrupt> = (args.interrupt.iter())
        .map(|i| stack::Interrupt {
            function: i.function.clone(),
            priority: i.priority,
            frame: args.interrupt_frame,
        })
        .collect();
    let symbol = m.entry_symbol();
    let settled = settled(args, (&symbol, name), m, source, library, entry);
    let mut code = match settled {
        Ok(None) => m.code().clone(),
        Ok(Some((code, later))) => {
            needs.extend(later);
            code
        }
        Err(why) => {
            report.notes.push(why);
            m.code().clone()
        }
    };
    without_failures(args, (&symbol, name), &mut code, source, entry);
    let code = &code;
    let found = stack::analyse(&Question {
        code,
        calls,
        library: &needs,
        depths: &depths,
        sorted: &sorted,
        given: &given,
        interrupts: &interrupts,
        entry: (&symbol, name),
    });
    let mut found = found;
    let mut witness = None;
    let asked = by_values::Asked {
        args,
        symbols: (&symbol, name),
        m,
        code,
        source,
        needs: &needs,
    };
    match found.by_values {
        ByValues::Nothing => {}
        ByValues::Number => witness = asked.number(&mut found, entry)?,
        ByValues::Less => witness = asked.less(&mut found, entry)?,
    }
    for a in found.assumptions {
        if !entry.assumptions.contains(&a) {
            entry.assumptions.push(a);
        }
    }
    entry.resolved = found.resolved;
    entry.marks.push(Mark {
        kind: Kind::Stack,
        bound: found.bound,
        peak: found.peak,
        witness,
        reached: None,
    });
    for f in found.frames {
        if !report
            .frames
            .iter()
            .any(|x| x.function == f.function && x.place == f.place)
        {
            report.frames.push(f);
        }
    }
    for e in found.edges {
        if !report.edges.contains(&e) {
            report.edges.push(e);
        }
    }
    Ok(())
}

/// The arrays that `qsort` sorts, where they are known and can be measured.
fn sorted(args: &MemoryOptions, source: &Source<'_>, entry: &Entry) -> Vec<Sorted> {
    let most = |x: Option<&Expr>| {
        let n = ep_bounds::memory::most(x?, &entry.variables)?;
        u64::try_from(n).ok()
    };
    let heap = entry.mark(Kind::Heap).and_then(|m| m.bound.expr());
    let given = given(source);
    // No block is larger than all of them, unless the caller's are freed.
    let blocks = match (&entry.largest, given) {
        (Some(x), _) => most(heap).and(most(Some(x))),
        (None, Some(0)) => most(heap),
        (None, _) => None,
    };
    // Blocks of others are in no bound of this entry's largest one.
    let others = !args.interrupt.is_empty() || !args.thread.is_empty();
    let outside = blocks.zip(given).filter(|_| !others);
    let outside = outside.map(|(a, b)| a.max(b));
    let list = sorting::sorted(source.module, outside).unwrap_or_default();
    let pairs: Vec<(u64, u64)> = list.iter().map(|s| (s.elements, s.size)).collect();
    match ep_native::measure::sorts(&pairs) {
        true => list,
        false => Vec::new(),
    }
}

/// The bytes of the largest object that the entry's caller gives it; none where
/// that is not known.
pub(super) fn given(source: &Source<'_>) -> Option<u64> {
    let explore = &source.settings.explore;
    // What `argv` and the environment hold is not looked at.
    explore.environment.is_empty().then_some(())?;
    match &explore.entry {
        ep_explore::Entry::Function { name, heap } => {
            let shapes = entry_params(source.module, name, heap.buffer).ok()?;
            let open = heap.open;
            let mut sizes = shapes.iter().map(|s| match s {
                EntryParam::Scalar { .. } => Some(0),
                EntryParam::Buffer { bytes, .. } => (!open).then_some(*bytes),
                EntryParam::Pointer { .. } | EntryParam::Aggregate { .. } => None,
            });
            sizes.try_fold(0, |a, b| b.map(|b| a.max(b)))
        }
        ep_explore::Entry::Main { .. } => {
            let main = source.module.functions.get(source.entry)?;
            (!super::surroundings::looks_at_parameters(main)).then_some(0)
        }
    }
}

/// The code with other names for some calls, and what these take.
type Renamed = (Code, BTreeMap<String, Need>);

/// The code with other names for calls of `malloc` and its kin that find a heap
/// in use, and what these and the other ones take: where the bounds of the heap say how large and
/// how many the blocks are, and nothing else makes or frees any.
fn settled(
    args: &MemoryOptions,
    (symbol, name): (&str, &str),
    m: &Measurement,
    source: &Source<'_>,
    library: &Library,
    entry: &Entry,
) -> Result<Option<Renamed>, String> {
    let how = HowBuilt::of(&args.flags, m.code().machine);
    let others = !args.interrupt.is_empty() || !args.thread.is_empty();
    let own = |f: &str| f == symbol || source.module.function(f).is_some();
    let quiet = || settled::quiet(m.code(), &source.calls.taken, &own, m.harness());
    if args.no_native || how.optimised || others || !quiet() {
        return Ok(None);
    }
    let most = |x: Option<&Expr>| {
        let n = ep_bounds::memory::most(x?, &entry.variables)?;
        u64::try_from(n).ok()
    };
    let known = entry
        .mark(Kind::Heap)
        .is_some_and(|m| m.bound.expr().is_some());
    let parts = most(entry.largest.as_ref()).zip(most(entry.blocks.as_ref()));
    let Some((largest, blocks)) = parts.filter(|_| known) else {
        return Ok(None);
    };
    if blocks == 0 {
        return Ok(None);
    }
    let names = stack::libraries(m.code(), source.calls);
    let measured = m.heap_in_use(largest, blocks, (&names, source.printed.formats.printed))?;
    if measured.is_empty() {
        return Ok(None);
    }
    let mut code = m.code().clone();
    let coded = |f: &str| is_coded(m.code(), name, f);
    let anytime = stack::anytime(source.calls);
    let sites = Settled::of(source.module, source.entry, &anytime, &coded);
    sites.rename(&mut code, &|f| {
        library.contains_key(f) || !measured.contains_key(f) || f == symbol
    });
    let need = |stack: u64| Need {
        stack,
        proof: Proof::Measured,
    };
    let mut needs = BTreeMap::new();
    for (f, in_use) in measured {
        needs.insert(format!("{f}{LATER}"), need(in_use.later));
        if let (Some(any), false) = (in_use.any, library.contains_key(&f)) {
            needs.insert(f, need(any));
        }
    }
    Ok(Some((code, needs)))
}

/// Whether a function of the source, of which this is the entry, has code.
fn is_coded(code: &Code, entry: &str, f: &str) -> bool {
    f == entry || !code.named(f).is_empty()
}

/// Takes the calls out of the code that are only made where an allocation
/// failed: where bounds assume that none does, and the heap's says that the
/// measured runs have the room.
fn without_failures(
    args: &MemoryOptions,
    (symbol, name): (&str, &str),
    code: &mut Code,
    source: &Source<'_>,
    entry: &mut Entry,
) {
    let how = HowBuilt::of(&args.flags, code.machine);
    let others = !args.interrupt.is_empty() || !args.thread.is_empty();
    let heap = entry.mark(Kind::Heap).and_then(|m| m.bound.expr());
    let most = heap.and_then(|e| ep_bounds::memory::most(e, &entry.variables));
    let room = most.is_some_and(|n| n <= (args.max_memory / 4).into());
    if how.optimised || others || !room {
        return;
    }
    let own = code.clone();
    let program = failed::Program {
        module: source.module,
        entry: source.entry,
        anytime: &stack::anytime(source.calls),
        coded: &|f: &str| is_coded(&own, name, f),
    };
    let sentence = Assumption::Malloc.sentence().to_string();
    if failed::remove(&program, code, symbol) && !entry.assumptions.contains(&sentence) {
        entry.assumptions.push(sentence);
    }
}

/// What a program prints and scans, as far as the stack of that depends on it.
pub struct Printed {
    /// What is printed and scanned.
    pub formats: Formats,
    unmeasured: BTreeMap<String, String>,
}

impl Printed {
    /// Looks at the calls of a program.
    pub fn of(module: &Module) -> Printed {
        Printed {
            formats: Formats {
                printed: floats(module),
                scanned: super::formats::scanned(module),
            },
            unmeasured: super::formats::unmeasured(module),
        }
    }
}

/// What the program hands to functions like `printf`: their arguments have no
/// other type than these.
fn floats(module: &Module) -> Floats {
    let mut most = Floats::None;
    for (_, f) in module.functions.iter() {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Call { callee, args, .. } = &inst.kind else {
                continue;
            };
            let variable = match callee {
                Callee::Direct(g) => module.functions.get(*g).is_none_or(|g| g.variadic),
                Callee::Indirect(_) => true,
            };
            for a in args.iter().filter(|_| variable) {
                most = most.max(match a.ty {
                    Type::Float(FloatFormat::F80 | FloatFormat::F128) => Floats::Long,
                    Type::Float(_) => Floats::Double,
                    // A structure that is passed in memory can hold either.
                    _ if a.byval.is_some() => Floats::Long,
                    _ => Floats::None,
                });
            }
        }
    }
    most
}
