//! The inputs of one run: given for the parameters, from a pattern for what is
//! read later.
//!
//! Idea: what the run asked for is recorded in order, so that the same run can
//! be repeated natively and what a round read can be read again.

use super::grid::Point;
use super::linked::Links;
use ep_base::outcome::{Input, InputSource, InputType, PointerSlot, PointerTarget};
use ep_ir::interp::{Host, InputRequest, Linked};

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
        // The arguments of a program are there before it begins.
        let inputs = point.args.iter().enumerate().map(|(i, bytes)| Input {
            name: format!("argv[{}]", i + 1),
            ty: InputType::Bytes,
            source: InputSource::Argument {
                index: i as u32 + 1,
            },
            bytes: bytes.clone(),
        });
        Supply {
            point,
            inputs: inputs.collect(),
            counted: Vec::new(),
            reads: 0,
        }
    }
}

/// The bytes of an object from a word: its `int`s are that number, where it is one.
fn filled(word: u64, n: usize) -> Vec<u8> {
    let bytes = word.to_le_bytes();
    let narrow = word as i64 == i64::from(word as i32);
    let unit = bytes.get(..if narrow { 4 } else { 8 }).unwrap_or(&bytes);
    unit.iter().copied().cycle().take(n).collect()
}

/// The number of the first object behind a parameter, its own apart.
fn objects_of(index: u32) -> u32 {
    1000 * (index + 1)
}

impl Supply<'_> {
    /// The nodes behind a parameter, as the inputs of a native run.
    fn record(&mut self, index: u32, name: &str, ty: &InputType, bytes: &[u8], links: &Links) {
        let object = |node: u32| match node {
            0 => index,
            n => objects_of(index) + n,
        };
        let mut pointer = |slot: PointerSlot, to: u32| {
            self.inputs.push(Input {
                name: name.to_owned(),
                ty: InputType::Pointer { bits: 64 },
                source: InputSource::Pointer {
                    slot,
                    targets: vec![PointerTarget::Object { object: to }],
                },
                bytes: vec![0],
            });
        };
        pointer(PointerSlot::Parameter { index }, index);
        for (from, offset, to) in links.edges(bytes.len()) {
            let slot = PointerSlot::Field {
                object: object(from),
                offset,
            };
            pointer(slot, object(to));
        }
        let mut rest = bytes;
        for (i, size) in links.sizes(bytes.len()).into_iter().enumerate() {
            let Some((node, behind)) = rest.split_at_checked(size as usize) else {
                break;
            };
            rest = behind;
            let source = match i {
                0 => InputSource::Buffer { index },
                _ => InputSource::Object {
                    object: object(i as u32),
                },
            };
            self.inputs.push(Input {
                name: name.to_owned(),
                ty: ty.clone(),
                source,
                bytes: node.to_vec(),
            });
        }
    }
}

impl Host for Supply<'_> {
    fn linked(&mut self, index: u32) -> Option<Linked> {
        let links = self.point.links.get(&index)?;
        let p = self.point.parameters.get(index as usize)?;
        let n = p.bytes.as_ref().map_or(0, Vec::len);
        Some(Linked {
            sizes: links.sizes(n),
            edges: links.edges(n),
        })
    }

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
                let at = match self.reads.checked_sub(all.len()) {
                    None => self.reads,
                    Some(beyond) => {
                        let round = all.len().saturating_sub(self.point.again).max(1);
                        self.point.again + beyond % round
                    }
                };
                self.reads += 1;
                let word = all.get(at).copied().unwrap_or(0);
                let n = request.len.unwrap_or(8) as usize;
                Some(match &request.source {
                    InputSource::Nondet { function } if function == crate::time::FILLS => {
                        filled(word, n)
                    }
                    _ => {
                        let mut bytes = word.to_le_bytes().to_vec();
                        // The sign is carried on.
                        let fill = if word >> 63 != 0 { 0xff } else { 0 };
                        bytes.resize(n, fill);
                        bytes
                    }
                })
            }
        }?;
        if !matches!(
            request.source,
            InputSource::Buffer { .. } | InputSource::Stdin
        ) {
            self.counted.push(self.inputs.len());
        }
        if let InputSource::Buffer { index } = request.source {
            if let Some(links) = self.point.links.get(&index).cloned() {
                let ty = ty.unwrap_or(InputType::Bytes);
                self.record(index, request.name, &ty, &bytes, &links);
                return Some(bytes);
            }
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

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn an_object_holds_its_number_in_each_int() {
        assert_eq!(filled(3, 9), [3, 0, 0, 0, 3, 0, 0, 0, 3]);
        assert_eq!(
            filled(u64::MAX - 1, 6),
            [0xfe, 0xff, 0xff, 0xff, 0xfe, 0xff]
        );
        assert_eq!(filled(1 << 32, 9), [0, 0, 0, 0, 1, 0, 0, 0, 0]);
    }
}
