//! What a block takes of the memory that an allocator manages, and how much
//! memory the allocator needs so that it never fails.
//!
//! Source of the layouts: glibc's `malloc/malloc.c` (`request2size`, chunks
//! from the heap), FreeRTOS's `heap_4.c` (`xHeapStructSize`,
//! `portBYTE_ALIGNMENT` of 8), Conte's TLSF 3.1 (`block_header_overhead`,
//! `block_size_min`). Source of the arena: Knuth, The Art of Computer
//! Programming 1, section 2.5, exercise 43, after Robson, "Worst case
//! fragmentation of first fit and best fit storage allocation strategies"
//! (Computer Journal 20, 1977): with at most `n` units live at one time, in
//! blocks of at most `m` units, first fit with free neighbours joined never
//! needs more than `H(m) * n / ln 2` units.

use num_bigint::BigInt;

/// How an allocator lays out its blocks, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocator {
    /// As users name it.
    pub name: &'static str,
    /// What stands before each block.
    pub header: u64,
    /// Blocks with their header are multiples of this.
    pub unit: u64,
    /// No block with its header takes less.
    pub least: u64,
    /// A rest of a free block of at most this many bytes is not cut off.
    pub slack: u64,
    /// It takes the first free block by address that is large enough.
    pub first_fit: bool,
}

impl Default for Allocator {
    fn default() -> Self {
        Allocator::PAYLOAD
    }
}

impl Allocator {
    /// What was asked for, and nothing else.
    pub const PAYLOAD: Allocator = Allocator {
        name: "payload",
        header: 0,
        unit: 1,
        least: 0,
        slack: 0,
        first_fit: false,
    };

    /// The GNU C library's, for words of this many bytes; blocks that it maps
    /// one by one (from 128 KiB) are taken to come from the heap too.
    pub fn glibc(word: u64) -> Allocator {
        Allocator {
            name: "glibc",
            header: word,
            unit: 2 * word,
            least: 4 * word,
            slack: 2 * word,
            first_fit: false,
        }
    }

    /// FreeRTOS's `heap_4`.
    pub fn freertos(word: u64) -> Allocator {
        let header = (2 * word).div_ceil(8) * 8;
        Allocator {
            name: "freertos",
            header,
            unit: 8,
            least: header,
            slack: 2 * header,
            first_fit: true,
        }
    }

    /// Two-level segregated fit.
    pub fn tlsf(word: u64) -> Allocator {
        Allocator {
            name: "tlsf",
            header: word,
            unit: word,
            least: 4 * word,
            slack: 3 * word,
            first_fit: false,
        }
    }

    /// Whether a block takes what was asked for.
    pub fn is_payload(&self) -> bool {
        self.header == 0 && self.unit <= 1 && self.least == 0
    }

    /// What a block of this many bytes takes.
    pub fn cost(&self, n: &BigInt) -> BigInt {
        let unit = BigInt::from(self.unit.max(1));
        let all: BigInt = (n + BigInt::from(self.header) + &unit - 1) / &unit * &unit;
        all.max(BigInt::from(self.least))
    }

    /// The bytes of memory with which first fit never fails, if at most `live`
    /// bytes in `blocks` blocks live at one time, the largest of `largest`
    /// bytes, all as [`Allocator::cost`] has them.
    pub fn arena(&self, live: &BigInt, blocks: &BigInt, largest: &BigInt) -> Option<BigInt> {
        let unit = BigInt::from(self.unit.max(1));
        // What is not cut off belongs to its block.
        let up = |n: BigInt| -> BigInt { (n + &unit - 1) / &unit };
        let slack = BigInt::from(self.slack);
        let n = up(live + blocks * &slack);
        let m = up(largest + &slack);
        let m = u64::try_from(m).ok()?;
        let n: u64 = u64::try_from(n).ok()?;
        // Rounded up generously: the sum has a few thousand terms at most.
        let units = harmonic(m) * n as f64 / std::f64::consts::LN_2 * (1.0 + 1e-9) + 1.0;
        if !units.is_finite() || units > 1e18 {
            return None;
        }
        let units = (units.ceil() as u64).max(n);
        Some(BigInt::from(units) * unit)
    }
}

/// `1 + 1/2 + ... + 1/m`, never too low by more than rounding.
fn harmonic(m: u64) -> f64 {
    const EXACT: u64 = 4096;
    if m <= EXACT {
        return (1..=m).map(|k| 1.0 / k as f64).sum();
    }
    // Euler's constant and the first term of its expansion, from above.
    let m = m as f64;
    m.ln() + 0.577_215_664_901_532_9 + 1.0 / (2.0 * m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(a: Allocator, n: u64) -> u64 {
        u64::try_from(a.cost(&BigInt::from(n))).unwrap()
    }

    #[test]
    fn blocks_take_headers_and_are_rounded() {
        let of = |a: Allocator, list: &[u64]| list.iter().map(|n| cost(a, *n)).collect::<Vec<_>>();
        assert_eq!(of(Allocator::PAYLOAD, &[0, 1, 17]), [0, 1, 17]);
        let sizes = [0, 1, 24, 25, 40, 41];
        assert_eq!(of(Allocator::glibc(8), &sizes), [32, 32, 32, 48, 48, 64]);
        assert_eq!(of(Allocator::glibc(4), &[0, 12, 13]), [16, 16, 24]);
        assert_eq!(of(Allocator::freertos(4), &[0, 1, 8, 9]), [8, 16, 16, 24]);
        assert_eq!(of(Allocator::tlsf(4), &[0, 12, 13]), [16, 16, 20]);
    }

    /// First fit by address, with free neighbours joined: where a block goes.
    struct FirstFit(Vec<(u64, u64)>);

    impl FirstFit {
        fn make(&mut self, n: u64) -> u64 {
            self.0.sort_unstable();
            let mut at = 0;
            for (from, len) in &self.0 {
                if from - at >= n {
                    break;
                }
                at = from + len;
            }
            self.0.push((at, n));
            at + n
        }
    }

    #[test]
    fn first_fit_stays_in_the_arena() {
        let mut x = 88_172_645_463_325_252u64;
        let mut random = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        let a = Allocator {
            first_fit: true,
            ..Allocator::PAYLOAD
        };
        for (most, largest) in [(40, 8), (200, 16), (1000, 100)] {
            let arena = a
                .arena(
                    &BigInt::from(most),
                    &BigInt::from(0),
                    &BigInt::from(largest),
                )
                .and_then(|n| u64::try_from(n).ok())
                .unwrap();
            assert!(arena >= most);
            for _ in 0..40 {
                let mut heap = FirstFit(Vec::new());
                for _ in 0..400 {
                    let n = 1 + random(largest);
                    let live: u64 = heap.0.iter().map(|b| b.1).sum();
                    if live + n <= most {
                        let end = heap.make(n);
                        assert!(end <= arena, "{end} > {arena}");
                    }
                    if live + largest > most || random(3) == 0 {
                        let k = random(heap.0.len() as u64) as usize;
                        heap.0.swap_remove(k);
                    }
                }
            }
        }
    }

    #[test]
    fn the_arena_is_at_least_what_an_attack_takes() {
        // Robson's attack in small: blocks of 1, every other one freed, then
        // blocks of 2, and so on.
        let a = Allocator::PAYLOAD;
        let most = 64u64;
        let arena = |m: u64| {
            let n = a.arena(&BigInt::from(most), &BigInt::from(0), &BigInt::from(m));
            u64::try_from(n.unwrap()).unwrap()
        };
        for largest in [2u64, 4, 8] {
            let mut heap = FirstFit(Vec::new());
            let mut end = 0;
            let mut size = 1;
            while size <= largest {
                while heap.0.iter().map(|b| b.1).sum::<u64>() + size <= most {
                    end = end.max(heap.make(size));
                }
                heap.0.sort_unstable();
                // One block stays in each stretch of twice the size.
                let mut last = None;
                heap.0
                    .retain(|b| last.replace(b.0 / (2 * size)) != Some(b.0 / (2 * size)));
                size *= 2;
            }
            assert!(
                end > most && end <= arena(largest),
                "{end} {}",
                arena(largest)
            );
        }
    }
}
