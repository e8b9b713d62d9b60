//! The stack's side: from the measured build to a mark.

use super::args::MemoryArgs;
use super::needs::Library;
use ep_base::memory::{Entry, Expr, Kind, Live, Mark, Proof, Report};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_bounds::stack::{self, pointers::Calls, GivenCall, Interrupt, Need, Question};
use ep_ir::{Callee, FloatFormat, InstKind, Module, Type};
use ep_native::measure::{Floats, Measurement};
use std::collections::BTreeMap;

/// Adds the stack's mark to the entry, and frames and calls to the report.
pub fn add(
    args: &MemoryArgs,
    name: &str,
    m: &Measurement,
    (calls, printed): (&Calls, &Printed),
    library: &Library,
    entry: &mut Entry,
    report: &mut Report,
) -> Result<(), Diagnostic> {
    for (f, _) in &args.interrupt {
        if m.code().named(f).is_empty() {
            return Err(Diagnostic::bad_input(format!(
                "--interrupt: there is no function `{f}` in the build"
            ))
            .help("a static function that nothing calls is left out: make it external"));
        }
    }
    let mut needs: BTreeMap<String, Need> = BTreeMap::new();
    let names = stack::libraries(m.code(), calls);
    if !args.no_native {
        match m.library(&names, printed.floats) {
            Ok(measured) => needs.extend(measured.into_iter().map(|(n, bytes)| {
                (
                    n,
                    Need {
                        stack: bytes,
                        proof: Proof::Measured,
                    },
                )
            })),
            Err(why) => report.notes.push(why),
        }
    }
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
    let interrupts: Vec<Interrupt> = (args.interrupt.iter())
        .map(|(f, priority)| Interrupt {
            function: f.clone(),
            priority: *priority,
            frame: args.interrupt_frame,
        })
        .collect();
    let symbol = m.entry_symbol();
    let found = stack::analyse(&Question {
        code: m.code(),
        calls,
        library: &needs,
        depths: &depths,
        given: &given,
        interrupts: &interrupts,
        entry: (&symbol, name),
    });
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
        witness: None,
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

/// What a program prints, as far as the stack of printing depends on it.
pub struct Printed {
    floats: Floats,
    unmeasured: BTreeMap<String, String>,
}

impl Printed {
    /// Looks at the calls of a program.
    pub fn of(module: &Module) -> Printed {
        Printed {
            floats: floats(module),
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
