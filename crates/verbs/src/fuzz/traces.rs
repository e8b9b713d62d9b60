//! The run to each finding of a search, line by line, as `test` and `check` have it.
//!
//! Idea: the input that crashes natively is followed once more by the machine on
//! constants ([`ep_explore::view::trace`]), entered as the search enters it. What a
//! harness asks for shows as it goes on: the search's own run along the input says
//! which questions got which bytes. A run that does not end in an error of the
//! finding's kind is none: the machine may stop at what it has no model for, or the
//! sanitizer objects to what it lets pass.
//! Cost: one execution on constants for each finding, two for a harness, under the
//! limits of [`crate::trace`].

use super::plan::Plan;
use super::state::Found;
use super::Search;
use crate::program::settings::Settings;
use crate::test::options::{SizedPair, Sizes, TestOptions};
use ep_base::outcome::{Bug, Confirmation, Exactness, Input, InputSource, InputType};
use ep_base::Diagnostic;
use ep_explore::concolic::{self, Channel};
use ep_explore::view::trace::{Trace, Tracer};
use ep_explore::ArgSpec;
use ep_ir::Module;
use ep_machine::world::entry::{plain_params, EntryParam};
use ep_machine::world::sized::LIBFUZZER;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::time::Instant;

/// The run to each finding, where there is one.
///
/// # Errors
/// A folder cannot be written (exit 4).
pub fn of(search: &Search<'_, '_>, bugs: &[Found]) -> Result<Vec<Option<Trace>>, Diagnostic> {
    let interrupted = search.clock.cancel.is_cancelled();
    let deadline = Instant::now() + crate::trace::granted(interrupted);
    let scratch = crate::out::scratch()?;
    let mut out = Vec::new();
    for (i, bug) in bugs.iter().enumerate() {
        let now = i < crate::trace::MOST && Instant::now() < deadline;
        let Some(entered) = Entered::of(search, bug).filter(|_| now) else {
            out.push(None);
            continue;
        };
        let settings = Settings::new(&entered.options, scratch.path())?;
        let mut module = search.module.clone();
        settings.declare_functions(&mut module);
        let finding = asked(bug, entered.inputs);
        let traced = catch_unwind(AssertUnwindSafe(|| {
            Tracer::new(&module, &settings.explore).trace(&finding, deadline)
        }));
        // What is wrong with one run is told of one finding.
        out.push(traced.unwrap_or(Ok(None)).unwrap_or(None));
    }
    Ok(out)
}

/// How the input of a finding comes to the machine.
struct Entered {
    options: TestOptions,
    inputs: Vec<Input>,
}

impl Entered {
    /// Nothing where the machine cannot be entered so.
    fn of(search: &Search<'_, '_>, bug: &Found) -> Option<Entered> {
        let Search {
            args, plan, module, ..
        } = search;
        let input = &bug.smallest;
        let mut options = TestOptions {
            files: args.files.clone(),
            entry: plan.explore.entry.clone(),
            m32: plan.native.m32,
            stack_size: args.stack_size,
            external: crate::test::options::External::Concrete,
            ..TestOptions::default()
        };
        let constant = |bytes: &Vec<u8>| ArgSpec::Concrete(bytes.clone());
        options.given.args = plan.explore.arguments.iter().map(constant).collect();
        let inputs = match &plan.explore.channel {
            Channel::Stdin => {
                options.stdin = Some(input.len() as u64);
                vec![piece(InputSource::Stdin, input)]
            }
            Channel::Harness => asked_for(search, input)?,
            Channel::File { path } => {
                let name = String::from_utf8(path.clone()).ok()?;
                options.given.with_file = vec![format!("{name}={}", bug.file)];
                Vec::new()
            }
            Channel::Arguments => {
                let mut pieces: Vec<Vec<u8>> =
                    input.split(|b| *b == 0).map(<[u8]>::to_vec).collect();
                if pieces.last().is_some_and(Vec::is_empty) {
                    pieces.pop();
                }
                options.given.args = pieces.iter().map(constant).collect();
                Vec::new()
            }
            Channel::Variable { name } => {
                let name = String::from_utf8(name.clone()).ok()?;
                let text = String::from_utf8(input.clone()).ok()?;
                if text.starts_with("sym:") || text.contains('\0') {
                    return None;
                }
                options.given.env = vec![format!("{name}={text}")];
                Vec::new()
            }
            Channel::Buffer => {
                let (sized, inputs) = buffer(module, plan, input)?;
                options.buffer = (input.len() as u64).max(1);
                options.sized = sized;
                inputs
            }
            Channel::Parameters => {
                options.buffer = elements(module, &plan.explore.entry, input.len() as u64)?;
                options.sized = Sizes::Apart;
                parameters(module, &plan.explore.entry, options.buffer, input)?
            }
        };
        Some(Entered { options, inputs })
    }
}

/// What a harness asked for on the run along an input.
fn asked_for(search: &Search<'_, '_>, input: &[u8]) -> Option<Vec<Input>> {
    let mut tracer =
        concolic::Tracer::new(search.module, &search.plan.explore, &search.clock.cancel).ok()?;
    let trace = tracer.trace(input, &[]).ok()?;
    // An answer of a call that nobody modelled is none of the input.
    let own = |i: &Input| !matches!(i.source, InputSource::External { .. });
    Some(trace.asked.into_iter().filter(own).collect())
}

/// The finding as the tracer of `test` knows one.
fn asked(bug: &Found, inputs: Vec<Input>) -> Bug {
    Bug {
        kind: bug.crash.kind,
        message: String::new(),
        place: bug.crash.place.clone(),
        stack: Vec::new(),
        inputs,
        exactness: Exactness::EXACT,
        paths: 1,
        confirmation: Confirmation::NotTried,
        test: String::new(),
    }
}

/// A buffer and its size, as the parameters of an entry.
fn buffer(module: &Module, plan: &Plan, input: &[u8]) -> Option<(Sizes, Vec<Input>)> {
    let f = &module.functions[module.function(&plan.explore.entry)?];
    let name = |arg: u32| f.vars.iter().find(|(_, v)| v.arg == arg);
    let name = |arg: u32| name(arg).map(|(_, v)| v.name.clone());
    let sized = match plan.explore.entry == LIBFUZZER {
        true => Sizes::Libfuzzer,
        false => Sizes::Pairs(vec![SizedPair {
            data: name(1)?,
            size: name(2)?,
        }]),
    };
    let size = (input.len() as u64).to_le_bytes();
    let inputs = vec![
        piece(InputSource::Buffer { index: 0 }, input),
        piece(InputSource::Parameter { index: 1 }, &size),
    ];
    Some((sized, inputs))
}

fn piece(source: InputSource, bytes: &[u8]) -> Input {
    Input {
        name: String::new(),
        ty: InputType::Bytes,
        source,
        bytes: bytes.to_vec(),
    }
}

/// The parameters of an entry, cut from the input one after the other; behind its end
/// there are zeros.
fn parameters(module: &Module, entry: &str, buffer: u64, input: &[u8]) -> Option<Vec<Input>> {
    let mut rest = input;
    let mut take = |n: u64| -> Vec<u8> {
        let n = usize::try_from(n).unwrap_or(0);
        let (own, behind) = rest.split_at(n.min(rest.len()));
        rest = behind;
        let mut own = own.to_vec();
        own.resize(n, 0);
        own
    };
    let shapes = plain_params(module, entry, buffer).ok()?;
    let one = |(index, shape): (u32, &EntryParam)| match shape {
        EntryParam::Scalar { bytes, .. } => {
            let source = InputSource::Parameter { index };
            Some(piece(source, &take(*bytes)))
        }
        EntryParam::Buffer { bytes, .. } => {
            let source = InputSource::Buffer { index };
            Some(piece(source, &take(*bytes)))
        }
        // What it leads to is no part of the input.
        EntryParam::Pointer { .. } | EntryParam::Aggregate { .. } => None,
    };
    (0..).zip(&shapes).map(one).collect()
}

/// Elements of the buffers of an entry for an input of this length, as the search
/// divides it.
fn elements(module: &Module, entry: &str, length: u64) -> Option<u64> {
    let (mut fixed, mut element, mut buffers) = (0, 0, 0_u64);
    for p in plain_params(module, entry, 1).ok()? {
        match p {
            EntryParam::Scalar { bytes, .. } => fixed += bytes,
            EntryParam::Buffer { element_bytes, .. } => {
                buffers += 1;
                element += element_bytes;
            }
            // What it leads to is no part of the input.
            EntryParam::Pointer { .. } | EntryParam::Aggregate { .. } => {}
        }
    }
    Some(match buffers {
        0 => 1,
        _ => (length.saturating_sub(fixed) / element.max(1)).max(1),
    })
}
