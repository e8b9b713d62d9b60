//! Numbers and decisions as bytes: small, without references, the same for every
//! worker and every later run. A decision is one nibble in nearly all cases.

use super::{Decision, Replay};
use crate::inputs::Origin;

/// Writes numbers in groups of seven bits and decisions in nibbles.
#[derive(Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// A number, seven bits a byte.
    pub fn number(&mut self, mut n: u128) {
        while n >= 0x80 {
            self.0.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// Bytes with their length.
    pub fn bytes(&mut self, b: &[u8]) {
        self.number(b.len() as u128);
        self.0.extend_from_slice(b);
    }

    /// Decisions with their check sum, and a model.
    pub fn trail(&mut self, decisions: &[Decision], trace: u64, model: &[(Origin, u128)]) {
        self.0.extend_from_slice(&(trace as u32).to_le_bytes());
        self.number(decisions.len() as u128);
        let mut n = Nibbles {
            out: &mut self.0,
            half: false,
        };
        for d in decisions {
            match *d {
                Decision::Side { taken, forked } => n.put(u8::from(taken) | u8::from(forked) << 1),
                Decision::Assumed { taken } => n.put(4 | u8::from(taken)),
                Decision::Case { index, forked } => {
                    n.put(6 | u8::from(forked));
                    n.number(u64::from(index));
                }
                Decision::Candidate(v) => {
                    n.put(8);
                    n.number(v);
                }
            }
        }
        self.number(model.len() as u128);
        let mut last = 0;
        for (o, v) in model {
            self.number(u128::from(o.0 - last));
            last = o.0;
            self.number(*v);
        }
    }
}

struct Nibbles<'a> {
    out: &'a mut Vec<u8>,
    half: bool,
}

impl Nibbles<'_> {
    fn put(&mut self, n: u8) {
        match self.out.last_mut() {
            Some(b) if self.half => *b |= n << 4,
            _ => self.out.push(n),
        }
        self.half = !self.half;
    }

    fn number(&mut self, mut n: u64) {
        while n >= 8 {
            self.put(n as u8 & 7 | 8);
            n >>= 3;
        }
        self.put(n as u8);
    }
}

/// Reads what [`Writer`] wrote; `None` at anything else.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (b, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*b)
    }

    /// A number.
    pub fn number(&mut self) -> Option<u128> {
        let mut n = 0u128;
        let mut at = 0;
        loop {
            let b = self.byte()?;
            n |= u128::from(b & 0x7f).checked_shl(at)?;
            if b < 0x80 {
                return Some(n);
            }
            at += 7;
        }
    }

    /// A number of 64 bits.
    pub fn word(&mut self) -> Option<u64> {
        u64::try_from(self.number()?).ok()
    }

    /// As many bytes.
    pub fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(head)
    }

    /// Bytes with their length.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = usize::try_from(self.number()?).ok()?;
        self.take(n)
    }

    /// Decisions and a model, and the check sum.
    pub fn trail(&mut self) -> Option<(Replay, u64)> {
        let trace = u64::from(u32::from_le_bytes(self.take(4)?.try_into().ok()?));
        let count = usize::try_from(self.number()?).ok()?;
        if count > 2 * self.0.len() {
            return None;
        }
        let mut decisions = Vec::with_capacity(count);
        let mut pending = None;
        for _ in 0..count {
            let tag = self.nibble(&mut pending)?;
            decisions.push(match tag {
                0..=3 => Decision::Side {
                    taken: tag & 1 != 0,
                    forked: tag & 2 != 0,
                },
                4 | 5 => Decision::Assumed {
                    taken: tag & 1 != 0,
                },
                6 | 7 => Decision::Case {
                    index: u32::try_from(self.nibbles(&mut pending)?).ok()?,
                    forked: tag & 1 != 0,
                },
                8 => Decision::Candidate(self.nibbles(&mut pending)?),
                _ => return None,
            });
        }
        let n = usize::try_from(self.number()?).ok()?;
        let mut model = rustc_hash::FxHashMap::default();
        let mut last = 0u64;
        for _ in 0..n {
            last = last.checked_add(self.word()?)?;
            model.insert(Origin(last), self.number()?);
        }
        Some((Replay { decisions, model }, trace))
    }

    fn nibble(&mut self, pending: &mut Option<u8>) -> Option<u8> {
        if let Some(n) = pending.take() {
            return Some(n);
        }
        let b = self.byte()?;
        *pending = Some(b >> 4);
        Some(b & 15)
    }

    fn nibbles(&mut self, pending: &mut Option<u8>) -> Option<u64> {
        let mut n = 0u64;
        let mut at = 0;
        loop {
            let b = self.nibble(pending)?;
            if at > 63 {
                return None;
            }
            n |= u64::from(b & 7) << at;
            if b < 8 {
                return Some(n);
            }
            at += 3;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trails_come_back_as_they_were() {
        let decisions = [
            Decision::Side {
                taken: true,
                forked: false,
            },
            Decision::Candidate(u64::MAX),
            Decision::Case {
                index: 300,
                forked: true,
            },
            Decision::Assumed { taken: false },
            Decision::Candidate(0x1000_0000_0040),
            Decision::Side {
                taken: false,
                forked: true,
            },
        ];
        let model = vec![
            (Origin::input(0, 3), 7),
            (Origin::input(0, 4), u128::MAX),
            (Origin::input(2, 0), 1 << 80),
            (Origin::uninit(5, 64), 9),
        ];
        for n in 0..=decisions.len() {
            let mut w = Writer::default();
            w.trail(&decisions[..n], 0x1234_5678, &model);
            let mut r = Reader(&w.0);
            let (replay, trace) = r.trail().expect("reads");
            assert_eq!(replay.decisions, decisions[..n]);
            assert_eq!(trace, 0x1234_5678);
            assert!(r.0.is_empty());
            assert_eq!(replay.model.len(), model.len());
            for (o, v) in &model {
                assert_eq!(replay.model.get(o), Some(v));
            }
        }
    }

    #[test]
    fn a_decision_takes_half_a_byte() {
        let side = Decision::Side {
            taken: true,
            forked: true,
        };
        let mut w = Writer::default();
        w.trail(&[side; 60], 0, &[(Origin::input(0, 0), 65)]);
        assert!(w.0.len() <= 40, "{}", w.0.len());
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let mut w = Writer::default();
        w.trail(
            &[Decision::Candidate(1 << 40); 9],
            1,
            &[(Origin::input(1, 1), 1 << 100)],
        );
        for n in 0..w.0.len() {
            assert!(Reader(&w.0[..n]).trail().is_none(), "{n}");
        }
    }
}
