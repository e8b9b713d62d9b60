//! `everypath time`: read, analyse, run, judge, write, tell.

mod assumed;
mod boxes;
mod budget;
mod compare;
mod cross;
mod external;
mod finish;
mod lasso;
pub(crate) mod made;
pub mod options;
mod outside;
pub mod rounds;
mod uninit;

use crate::out;
use crate::program::settings::Settings;
use crate::test::options::{Sizes, TestOptions};
use ep_base::outcome::Exactness;
use ep_base::time::{
    Assumption, Cost, Gap, Loop, LoopVerdict, Parameter, ParameterKind, Report, Verdict,
};
use ep_base::{Budget, Diagnostic};
use ep_bounds::evidence::counted::{gather, Evidence, Limits};
use ep_bounds::evidence::grid::{Grid, Shape};
use ep_bounds::evidence::Subject;
use ep_bounds::time::{self, Arithmetic, CostOf, Event, Options, OverflowMode, ViewMode, WrapMode};
use ep_clang::Checks;
use ep_ir::Module;
use ep_native::Native;
use ep_proofs::{Done, Session};
use finish::Found;
use options::{Arith, External, Goal, Overflow, TimeOptions, Uninit, View, Wrap};
use std::path::{Path, PathBuf};

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70): a run that
/// contradicts a claim is one.
pub fn run(args: &TimeOptions, session: &Session) -> Result<Done<Report>, Diagnostic> {
    let cancel = &session.cancel;
    refuse(args)?;
    let mut args = args.clone();
    args.database.take(&mut args.files)?;
    let args = &args;
    finish::check_outputs(args)?;
    let cost = cost(&args.cost)?;
    let mut costs = costs(&args.cost_of)?;
    let mut test = as_test(args);
    let whole = Budget {
        timeout: Some(args.timeout),
        max_memory: Some(args.max_memory),
        cancel: cancel.clone(),
        ..Budget::default()
    };
    let scratch = crate::out::scratch()?;
    let mut settings = Settings::new(&test, scratch.path())?;
    let mut built = test.files.clone();
    if args.uninit == Uninit::Input {
        let checks = match args.overflow {
            Overflow::Wrap => Checks::None,
            Overflow::Error | Overflow::Assume => Checks::Recorded,
        };
        let given = std::mem::take(&mut test.files);
        test.files = uninit::sources(&given, &settings.read, checks, scratch.path())?;
        built = match checks {
            Checks::None => test.files.clone(),
            Checks::Recorded => {
                uninit::sources(&given, &settings.read, Checks::None, scratch.path())?
            }
        };
    }
    let (mut module, _) = match settings.read_program(&test) {
        Err(_) if cancel.is_cancelled() => return Ok(Done::interrupted()),
        other => other?,
    };
    let external = match args.external {
        External::Stop => None,
        External::Havoc => external::bodies(&module, scratch.path())?,
    };
    if let Some(e) = &external {
        test.files.push(e.file.clone());
        built.push(e.file.clone());
        module = settings.read_program(&test)?.0;
    }
    test.files = built;
    // An entry that is not there or cannot be an input is said first.
    let mut program = settings.native(&test, &module)?;
    // What is counted must be one text: glibc's macros for `isspace` and its
    // kin read tables where the analysed program calls functions.
    let same = ep_runtime::USER_CFLAGS.iter().map(|f| (*f).to_string());
    program.clang_flags.splice(0..0, same);
    let called = crate::program::entry::called(
        &settings.explore.entry,
        &program.entry,
        &module,
        &test.files,
    );
    settings.declare_functions(&mut module);
    time::hoist(&mut module);
    time::with_ticks(&mut module);
    let given = costs.iter().any(|c| c.function == time::TICK);
    if cost == Cost::Ticks && time::ticks_vary(&module) && !given {
        costs.push(CostOf {
            function: time::TICK.to_owned(),
            text: "arg0".to_owned(),
        });
    }
    // What is charged is in no function's own count.
    let counts_ticks = cost == Cost::Ticks && costs.is_empty();
    let entry = module
        .function(&args.entry)
        .ok_or_else(|| Diagnostic::bad_input(format!("there is no function `{}`", args.entry)))?;
    let subject = Subject {
        module: &module,
        entry,
    };
    let mut grid = Grid::new(subject, args.buffer)?;
    if let Some(text) = &args.budget {
        // A wrong budget is said before anything is proved; what lengths there
        // are is known behind it.
        let lengths = ["strlen(", "length(", "size("]
            .iter()
            .any(|l| text.contains(l));
        // Fields and variables are named by the analysis.
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let variable = |w: &str| module.globals.iter().any(|(_, g)| g.name == w);
        let held = text.contains(['>', '[', '.']) || words.into_iter().any(variable);
        let mut none = Report::undecided(&args.entry, "", Default::default());
        name_parameters(&mut none, &module, subject, &grid);
        if !lengths && !held && args.entry != "main" {
            budget::read(text, &none.parameters)?;
        }
    }
    let math = args.arith == Arith::Math;
    if let (true, Some((what, place))) = (math, time::operation_on_bits(&module, entry)) {
        return Err(Diagnostic::bad_input(format!(
            "--arith math: {}:{} has {what}, which is for bits",
            place.file, place.line
        ))
        .help("leave --arith math out: integers are then those of the machine"));
    }
    let weighed = time::weighed(&module, &cost).map_err(Diagnostic::bad_input)?;
    let weighed = time::charged(&weighed, entry, &costs)
        .map_err(|r| Diagnostic::bad_input(format!("--cost-of: {}", r.what)).help(r.help))?;
    let folder = out::create(args.out.as_deref(), &args.files[0])?;
    session.observer.folder(&folder);

    let analysis = Budget {
        // Runs follow the proof.
        timeout: Some(args.timeout.mul_f32(0.75)),
        ..whole.clone()
    };
    let mut defect = None;
    let mut observe = |e| {
        if let Event::Defect(text) = e {
            defect = Some(text);
        }
    };
    let asked = options(args, &costs, analysis);
    let time::Analysed {
        mut report,
        derives_upper,
    } = time::analyse_with_proofs(&weighed, entry, &asked, &mut observe);
    report.cost = cost.clone();
    name_parameters(&mut report, &module, subject, &grid);
    if let Some(text) = defect {
        return Err(Diagnostic::defect(text));
    }
    made::note(args, &mut report);
    judged(&mut report)?;
    let external = external.map(|e| e.assumptions).unwrap_or_default();
    if math {
        report.assumptions.extend(external);
        unrun(&mut report);
        // No machine has these integers: there is nothing to run.
        let evidence = Evidence {
            notes: vec!["no runs: they would be those of the machine's integers".into()],
            ..Evidence::default()
        };
        let evidence = Found {
            evidence,
            derives_upper,
            compared: None,
            assumed: None,
        };
        return finish::finish(args, &folder, report, evidence, None, session, &whole);
    }
    let compared = match args.compare_arith {
        true => {
            let asked = options(args, &costs, whole.clone());
            Some(compare::with_mathematics(asked, &weighed, entry, &report)?)
        }
        false => None,
    };
    let mut native = match args.no_native {
        true => None,
        false => Some(Native::new(program, args.isolation.limits())?),
    };
    let limits = Limits {
        run: args.run_limit,
        ..Limits::default()
    };
    // Other weights are counted by the interpreter, where runs are known to end.
    let other = cost != Cost::Instructions || !costs.is_empty();
    let ends = report.verdict == Verdict::Terminates;
    let counted = match !other || ends {
        true => Subject {
            module: &weighed,
            entry,
        },
        false => subject,
    };
    let limits = Limits {
        native: if other && !counts_ticks {
            0
        } else {
            limits.native
        },
        ..limits
    };
    // Counts of instructions say nothing about bounds of another cost.
    let kept = (other && !ends).then(|| std::mem::take(&mut report.bounds));
    let mut evidence = gather(
        counted,
        &mut grid,
        &report,
        native.as_mut(),
        &limits,
        &whole,
    )?;
    if let Some(bounds) = kept {
        report.bounds = bounds;
    }
    // Where all runs of the grid were short, all may be.
    let short = evidence.counted.skipped == 0 && !evidence.counted.runs.is_empty();
    if short && evidence.lasso.is_none() && evidence.contradiction.is_none() {
        let asked = options(args, &costs, whole.clone());
        time::unwind(&weighed, entry, &asked, &mut report)?;
    }
    if args.cross_check && evidence.contradiction.is_none() {
        let asked = options(args, &costs, whole.clone());
        // What was counted, with the verdict that runs have settled.
        let known = Report {
            verdict: match evidence.lasso {
                Some(_) => Verdict::DoesNotTerminate,
                None => report.verdict.clone(),
            },
            counted: Some(evidence.counted.clone()),
            // Counts of instructions say nothing about bounds of another cost.
            bounds: match other && !ends {
                true => Default::default(),
                false => report.bounds.clone(),
            },
            ..report.clone()
        };
        let crossed = cross::check(&asked, counted, &known, args.buffer, &limits, args.timeout)?;
        evidence.notes.push(crossed.text());
    }
    // Whatever the proof rests on, these were made for it.
    report.assumptions.extend(external);
    report.counted = Some(std::mem::take(&mut evidence.counted));
    unrun(&mut report);
    report.lasso = evidence.lasso.take();
    if evidence.contradiction.is_none() && report.lasso.is_some() {
        report.verdict = Verdict::DoesNotTerminate;
        report.exactness = Exactness::EXACT;
        stays(&mut report);
        if let Some(bytes) = evidence.exhausts {
            report.assumptions.push(Assumption {
                text: format!(
                    "the stack has no bound (natively it was exhausted, {bytes} bytes deep)"
                ),
                place: report
                    .lasso
                    .iter()
                    .flat_map(|l| l.cycle.first().cloned())
                    .next()
                    .unwrap_or_default(),
            });
        }
    }
    if let Verdict::Unknown { .. } = report.verdict {
        evidence.notes.extend(outside::notes(&module, entry));
    }
    let assumed = match evidence.contradiction {
        None => assumed::note(args, &report, (&cost, &costs), &whole),
        Some(_) => None,
    };
    let evidence = Found {
        evidence,
        derives_upper,
        compared,
        assumed,
    };
    finish::finish(
        args,
        &folder,
        report,
        evidence,
        called.as_ref(),
        session,
        &whole,
    )
}

/// Takes back what is claimed from below where no run ended: a lower bound stands
/// beside runs that were counted, or not at all.
fn unrun(report: &mut Report) {
    if report.counted.as_ref().is_some_and(|c| !c.runs.is_empty()) {
        return;
    }
    let loops = report.loops.iter_mut().map(|l| &mut l.rounds);
    let parts = report.summands.iter_mut().map(|s| &mut s.bounds);
    for b in loops.chain(parts).chain([&mut report.bounds]) {
        b.lower = None;
        b.gap = Gap::Unknown;
    }
}

/// Tells of the loop in which the lasso stays that it does not end. Of several on its
/// way that is the one around the others, which begins first.
fn stays(report: &mut Report) {
    let cycle = report.lasso.iter().flat_map(|l| &l.cycle);
    let on: Vec<_> = cycle.map(|p| (p.file.clone(), p.line)).collect();
    let open = |l: &&mut Loop| matches!(l.verdict, LoopVerdict::Unknown { .. });
    let found = (report.loops.iter_mut())
        .filter(open)
        .filter(|l| on.contains(&(l.place.file.clone(), l.place.line)))
        .min_by_key(|l| l.place.line);
    if let Some(l) = found {
        l.verdict = LoopVerdict::DoesNotTerminate;
    }
}

/// Has the certificate of the proof checked, by the crate that shares no line
/// with the provers: what it refuses is a defect, and no answer.
fn judged(report: &mut Report) -> Result<(), Diagnostic> {
    if let Some(c) = &mut report.certificate {
        let judged = ep_judge::check(&c.text, None)
            .map_err(|e| Diagnostic::defect(format!("the certificate is refused: {e}")))?;
        c.single_solver_steps += judged.rests.len() as u64;
        // What rests on a solver that was not asked is not checked.
        c.accepted = judged.rests.is_empty().then_some(true);
    }
    Ok(())
}

/// What is declared and cannot be had yet, and what can never be.
fn refuse(args: &TimeOptions) -> Result<(), Diagnostic> {
    let later = |flag: &str, why: &str| {
        Err(Diagnostic::bad_input(format!("{flag} is not supported by time")).help(why.to_owned()))
    };
    if args.arith == Arith::Math && args.budget.is_some() {
        return later(
            "--budget with --arith math",
            "a budget speaks of runs of the machine; leave one of them out",
        );
    }
    if !args.mmio.is_empty() {
        return later(
            "--mmio",
            "a wait for a device has no bound that the program knows of",
        );
    }
    if !args.sized.is_empty() {
        return later(
            "--sized",
            "bounds hold for every size, also where the buffer is smaller than it says",
        );
    }
    if args.budget.is_some() && args.goal == Goal::Termination {
        return Err(
            Diagnostic::bad_input("--budget needs bounds").help("leave --goal termination out")
        );
    }
    Ok(())
}

/// What is counted, from the command line.
fn cost(text: &str) -> Result<Cost, Diagnostic> {
    Ok(match text {
        "instructions" => Cost::Instructions,
        "rounds" => Cost::Rounds,
        "ticks" => Cost::Ticks,
        _ => match text.strip_prefix("calls:") {
            Some(name) if !name.is_empty() => Cost::Calls {
                function: name.to_owned(),
            },
            _ => {
                return Err(
                    Diagnostic::bad_input(format!("--cost: `{text}` is not known"))
                        .help("want instructions, rounds, calls:NAME or ticks"),
                )
            }
        },
    })
}

/// The costs of `--cost-of`.
fn costs(given: &[String]) -> Result<Vec<CostOf>, Diagnostic> {
    let one = |text: &String| match text.split_once('=') {
        Some((name, expr)) if !name.trim().is_empty() => Ok(CostOf {
            function: name.trim().to_owned(),
            text: expr.to_owned(),
        }),
        _ => Err(
            Diagnostic::bad_input(format!("--cost-of: `{text}` is not NAME=EXPR"))
                .help("want a function and what a call of it costs, as in 'memcpy=n + 3'"),
        ),
    };
    given.iter().map(one).collect()
}

/// The same program for the verb `test`, whose reading and building are used.
fn as_test(args: &TimeOptions) -> TestOptions {
    let mut flags = Vec::new();
    if args.overflow == Overflow::Wrap {
        flags.push("-fwrapv".to_owned());
    }
    // A call that the compiler makes an instruction of would have no cost.
    for (name, _) in args.cost_of.iter().filter_map(|c| c.split_once('=')) {
        let name = name.trim();
        if !name.is_empty() && name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
            flags.push(format!("-fno-builtin-{name}"));
        }
    }
    flags.extend(args.clang_flags.iter().cloned());
    let file = |f: &PathBuf| match f.to_string_lossy().starts_with('-') {
        // A name that begins with a dash is a file all the same.
        true => Path::new(".").join(f),
        false => f.clone(),
    };
    TestOptions {
        files: args.files.iter().map(file).collect(),
        database: args.database.clone(),
        clang_flags: flags,
        entry: args.entry.clone(),
        buffer: args.buffer,
        sized: Sizes::Apart,
        m32: args.m32,
        clang: args.clang.clone(),
        // That all runs end is shown by following each.
        subsumption: false,
        ..TestOptions::default()
    }
}

fn options(args: &TimeOptions, costs: &[CostOf], budget: Budget) -> Options {
    Options {
        costs: costs.to_vec(),
        overflow: match args.overflow {
            Overflow::Wrap => OverflowMode::Wrap,
            Overflow::Error => OverflowMode::Error,
            Overflow::Assume => OverflowMode::Assume,
        },
        wrap: match args.wrap {
            Wrap::Case => WrapMode::Case,
            Wrap::Lazy => WrapMode::Lazy,
            Wrap::Modulo => WrapMode::Modulo,
        },
        view: match args.view {
            View::Auto => ViewMode::Auto,
            View::Signed => ViewMode::Signed,
            View::Unsigned => ViewMode::Unsigned,
        },
        arithmetic: match args.arith {
            Arith::Bits => Arithmetic::Bits,
            Arith::Math => Arithmetic::Math,
        },
        may_be_null: args.may_be_null,
        may_alias: args.may_alias,
        strict: args.strict,
        uninit_input: args.uninit == Uninit::Input,
        bounds: args.goal == Goal::Bounds,
        budget,
    }
}

/// Integer parameters of the entry that the analysis did not name: runs are
/// told by their values.
fn name_parameters(report: &mut Report, module: &Module, subject: Subject<'_>, grid: &Grid) {
    let function = &module.functions[subject.entry];
    for (i, s) in grid.shapes.iter().enumerate() {
        let index = i as u32;
        let Shape::Integer { bits, ty } = s else {
            continue;
        };
        let known = report
            .parameters
            .iter()
            .any(|p| matches!(p.kind, ParameterKind::Value { index: k, .. } if k == index));
        if known {
            continue;
        }
        let name = function.vars.iter().find(|(_, v)| v.arg == index + 1);
        report.parameters.push(Parameter {
            name: name.map_or_else(|| format!("p{i}"), |(_, v)| v.name.clone()),
            kind: ParameterKind::Value {
                index,
                bits: *bits,
                signed: match ty {
                    ep_base::outcome::InputType::Int { signed, .. } => *signed,
                    ep_base::outcome::InputType::Char => true,
                    _ => false,
                },
            },
        });
    }
}
