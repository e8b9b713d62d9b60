//! The inputs of one run of a climb: given ones in their order, small numbers beyond
//! them, and what was asked for is recorded.

use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::random::Random;
use ep_ir::interp::{Host, InputRequest};

/// Inputs of a call that a run may ask for.
const MOST_READS: usize = 4_096;

/// Whether it is asked for in the order of calls.
pub fn of_a_call(i: &InputSource) -> bool {
    matches!(
        i,
        InputSource::MakeSymbolic | InputSource::Nondet { .. } | InputSource::External { .. }
    )
}

/// Answers in order from a list, beyond it with small numbers, and records.
pub struct Asked<'a> {
    keyed: Vec<Input>,
    calls: std::vec::IntoIter<Input>,
    recorded: Vec<Input>,
    random: &'a mut Random,
    pub too_many: bool,
}

impl<'a> Asked<'a> {
    pub fn new(list: &[Input], random: &'a mut Random) -> Asked<'a> {
        let (calls, keyed): (Vec<Input>, Vec<Input>) =
            list.iter().cloned().partition(|i| of_a_call(&i.source));
        Asked {
            keyed,
            calls: calls.into_iter(),
            recorded: Vec::new(),
            random,
            too_many: false,
        }
    }

    /// What was given and asked for; reads that the run did not come to are gone.
    pub fn all(self) -> Vec<Input> {
        let mut all = self.keyed;
        all.extend(self.recorded);
        all
    }
}

impl Host for Asked<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>> {
        if !of_a_call(&request.source) {
            let found = self.keyed.iter().find(|i| i.source == request.source);
            if let Some(found) = found {
                return Some(found.bytes.clone());
            }
            let InputSource::Parameter { .. } = request.source else {
                return None;
            };
            let input = fresh(request, self.random);
            let bytes = input.bytes.clone();
            self.keyed.push(input);
            return Some(bytes);
        }
        if self.recorded.len() >= MOST_READS {
            self.too_many = true;
            return None;
        }
        let same = |i: &Input| {
            i.source == request.source && request.len.is_none_or(|n| n == i.bytes.len() as u64)
        };
        let input = match self.calls.next().filter(same) {
            Some(i) => i,
            None => fresh(request, self.random),
        };
        let bytes = input.bytes.clone();
        self.recorded.push(input);
        Some(bytes)
    }
}

/// An input that nobody gave.
fn fresh(request: &InputRequest<'_>, random: &mut Random) -> Input {
    let n = usize::try_from(request.len.unwrap_or(0))
        .unwrap_or(0)
        .min(1 << 16);
    let mut bytes = vec![0; n];
    if let Some(first) = bytes.first_mut() {
        *first = (random.bits() % 8) as u8;
    }
    let unsigned = match &request.source {
        InputSource::Nondet { function } => {
            let of = function.rsplit('_').next().unwrap_or("");
            of.starts_with('u') || of == "t" || of == "bool"
        }
        _ => false,
    };
    let ty = match n {
        1 | 2 | 4 | 8 => InputType::Int {
            bits: 8 * n as u32,
            signed: !unsigned,
        },
        _ => InputType::Bytes,
    };
    Input {
        name: request.name.to_owned(),
        ty,
        source: request.source.clone(),
        bytes,
    }
}
