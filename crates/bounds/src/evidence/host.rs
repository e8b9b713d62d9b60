//! The inputs of one run: given for the parameters, from a pattern for what is
//! read later.
//!
//! Idea: what the run asked for is recorded in order, so that the same run can
//! be repeated natively and what a round read can be read again.

use super::grid::Point;
use ep_base::outcome::{Input, InputSource, InputType};
use ep_ir::interp::{Host, InputRequest};

/// A host that answers from a [`Point`] and records.
pub struct Supply<'a> {
    point: &'a Point,
    /// All inputs, in the order in which they were asked for.
    pub inputs: Vec<Input>,
    /// For each input that the machine counts, its index in `inputs`.
    pub counted: Vec<usize>,
    reads: usize,
}

impl<'a> Supply<'a> {
    /// Answers from this point.
    pub fn new(point: &'a Point) -> Supply<'a> {
        Supply {
            point,
            inputs: Vec::new(),
            counted: Vec::new(),
            reads: 0,
        }
    }
}

impl Host for Supply<'_> {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>> {
        let mut ty = None;
        let bytes = match request.source {
            InputSource::Parameter { index } => {
                let p = self.point.parameters.get(index as usize)?;
                ty = Some(p.ty.clone());
                p.bytes.clone()
            }
            InputSource::Buffer { index } => {
                let p = self.point.parameters.get(index as usize)?;
                ty = Some(p.ty.clone());
                p.bytes.clone()
            }
            InputSource::Stdin => Some(self.point.stdin.clone()),
            _ => {
                let all = &self.point.reads;
                let at = self.reads % all.len().max(1);
                self.reads += 1;
                let word = all.get(at).copied().unwrap_or(0);
                let n = request.len.unwrap_or(8) as usize;
                let mut bytes = word.to_le_bytes().to_vec();
                // The sign is carried on.
                let fill = if word >> 63 != 0 { 0xff } else { 0 };
                bytes.resize(n, fill);
                Some(bytes)
            }
        }?;
        if !matches!(
            request.source,
            InputSource::Buffer { .. } | InputSource::Stdin
        ) {
            self.counted.push(self.inputs.len());
        }
        let bits = 8 * bytes.len() as u32;
        let ty = ty.unwrap_or(match bits {
            8 | 16 | 32 | 64 => InputType::Int { bits, signed: true },
            _ => InputType::Bytes,
        });
        self.inputs.push(Input {
            name: request.name.to_owned(),
            ty,
            source: request.source.clone(),
            bytes: bytes.clone(),
        });
        Some(bytes)
    }
}
