//! Where the inputs of a concrete run come from.

use ep_base::outcome::{Input, InputSource};
use std::collections::VecDeque;

/// What the program asks for.
#[derive(Clone, Debug)]
pub struct InputRequest<'a> {
    /// Where it enters.
    pub source: InputSource,
    /// The name in the source, empty if there is none.
    pub name: &'a str,
    /// Bytes wanted; `None` for standard input and pointer parameters, whose
    /// length the host decides.
    pub len: Option<u64>,
}

/// How the bytes behind a pointer parameter are several objects that lead to
/// each other: a list, a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linked {
    /// Bytes of each object, one behind the other in what is given.
    pub sizes: Vec<u64>,
    /// In this object at this offset is the address of that one.
    pub edges: Vec<(u32, u64, u32)>,
}

/// The world of a concrete run.
pub trait Host {
    /// The bytes of the next input, in program order. Fewer bytes than wanted
    /// are filled up with zeros, more are cut. `None`: zeros; for standard
    /// input it is empty, for a pointer parameter null.
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>>;

    /// How the bytes given for the pointer parameter `index` hang together;
    /// `None`: they are one object.
    fn linked(&mut self, index: u32) -> Option<Linked> {
        let _ = index;
        None
    }
}

/// No input: everything is zero, standard input is empty.
#[derive(Default, Debug)]
pub struct NoInput;

impl Host for NoInput {
    fn input(&mut self, _: &InputRequest<'_>) -> Option<Vec<u8>> {
        None
    }
}

/// Replays the inputs of a test case in order. Calls (`klee_make_symbolic`,
/// nondeterministic functions, external calls) take the next entry of the
/// calls; parameters, buffers and standard input are found by their source.
#[derive(Default, Debug)]
pub struct ReplayHost {
    calls: VecDeque<Input>,
    keyed: Vec<Input>,
    /// The first request that did not fit the recorded inputs: a sign that
    /// the run left the predicted path.
    pub mismatch: Option<String>,
}

impl ReplayHost {
    /// A host that answers with these inputs.
    pub fn new(inputs: &[Input]) -> ReplayHost {
        let mut host = ReplayHost::default();
        for input in inputs {
            match input.source {
                InputSource::MakeSymbolic
                | InputSource::Nondet { .. }
                | InputSource::External { .. } => host.calls.push_back(input.clone()),
                _ => host.keyed.push(input.clone()),
            }
        }
        host
    }

    /// Inputs that the run did not ask for.
    pub fn unused(&self) -> usize {
        self.calls.len()
    }

    fn complain(&mut self, text: String) {
        if self.mismatch.is_none() {
            self.mismatch = Some(text);
        }
    }
}

impl Host for ReplayHost {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>> {
        match request.source {
            InputSource::MakeSymbolic
            | InputSource::Nondet { .. }
            | InputSource::External { .. } => {
                let Some(next) = self.calls.pop_front() else {
                    self.complain(format!("no input is left for {:?}", request.source));
                    return None;
                };
                if next.source != request.source {
                    self.complain(format!(
                        "{:?} was asked for, {:?} is next",
                        request.source, next.source
                    ));
                }
                if request.len.is_some_and(|n| n != next.bytes.len() as u64) {
                    self.complain(format!(
                        "{} has {} bytes, {:?} were asked for",
                        next.name,
                        next.bytes.len(),
                        request.len
                    ));
                }
                Some(next.bytes)
            }
            _ => self
                .keyed
                .iter()
                .find(|i| i.source == request.source)
                .map(|i| i.bytes.clone()),
        }
    }
}

/// The program arguments recorded in a test case, `argv[1]` first: the
/// `Argument` inputs by index, missing ones empty.
pub fn arguments(inputs: &[Input]) -> Vec<Vec<u8>> {
    let mut args: Vec<Vec<u8>> = Vec::new();
    for input in inputs {
        if let InputSource::Argument { index } = input.source {
            // An index beyond any sensible command line is ignored.
            let at = index.saturating_sub(1) as usize;
            if index == 0 || at >= 4096 {
                continue;
            }
            if args.len() <= at {
                args.resize(at + 1, Vec::new());
            }
            args[at] = input.bytes.clone();
        }
    }
    args
}
