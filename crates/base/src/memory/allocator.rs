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
//!
//! Half fit (Ogasawara, "An algorithm with constant execution time for dynamic
//! storage allocation", RTCSA 1995) and TLSF keep lists of free blocks by size
//! and take one from the first list whose blocks are all large enough. So they
//! fail for a block of `r` units only when every free block is shorter than the
//! size `s(r)` at which that list begins. Free neighbours are joined, so that
//! at most one free block lies between two live ones: with at most `k` blocks,
//! the new one included, there are at most `k` free ones, and less than
//! `n - r + k*(s(r) - 1) + 1` units in all. Hence `n + k*(s(m) - 1)` are always
//! enough. The same holds for first fit with `s(r) = r`; the lower one counts.

use num_bigint::BigInt;

/// Lists of TLSF within one power of two, at least: the more there are, the
/// less it passes over.
const TLSF_LISTS: u64 = 16;

/// Where an allocator looks for a free block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// The first free one by address that is large enough.
    First,
    /// A list of free blocks for each power of two.
    Half,
    /// Two levels of lists.
    Tlsf,
}

impl Fit {
    /// The units from which on every free block is taken for a block of `m`.
    fn from(self, m: u64) -> Option<u64> {
        match self {
            Fit::First => Some(m),
            Fit::Half => m.max(1).checked_next_power_of_two(),
            Fit::Tlsf => {
                let step = (1u64 << m.max(1).ilog2()) / TLSF_LISTS;
                m.checked_add(step)
            }
        }
    }
}

/// The memory with which an allocator never fails, in bytes, by where it looks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arenas {
    pub first_fit: Option<BigInt>,
    pub half_fit: Option<BigInt>,
    pub tlsf: Option<BigInt>,
}

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

    /// The bytes of memory with which allocation never fails, if at most `live`
    /// bytes in `blocks` blocks live at one time, the largest of `largest`
    /// bytes, all as [`Allocator::cost`] has them. Tables of the allocator come
    /// on top.
    pub fn arenas(&self, live: &BigInt, blocks: &BigInt, largest: &BigInt) -> Arenas {
        let gaps = |fit| self.between_blocks(fit, live, blocks, largest);
        let (robson, first) = (self.robson(live, blocks, largest), gaps(Fit::First));
        Arenas {
            first_fit: match (robson, first) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            half_fit: gaps(Fit::Half),
            tlsf: gaps(Fit::Tlsf),
        }
    }

    /// `n + k*(s(m) - 1)`: every free block lies between live ones and is too
    /// short.
    fn between_blocks(
        &self,
        fit: Fit,
        live: &BigInt,
        blocks: &BigInt,
        largest: &BigInt,
    ) -> Option<BigInt> {
        let unit = BigInt::from(self.unit.max(1));
        let up = |n: BigInt| -> BigInt { (n + &unit - 1) / &unit };
        let slack = BigInt::from(self.slack);
        let n = up(live + blocks * &slack);
        let m = u64::try_from(up(largest + &slack)).ok()?;
        let gap = BigInt::from(fit.from(m)?.saturating_sub(1));
        Some((n + blocks * gap) * unit)
    }

    /// Robson's bound for first fit.
    fn robson(&self, live: &BigInt, blocks: &BigInt, largest: &BigInt) -> Option<BigInt> {
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
                .robson(
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
            let n = a.robson(&BigInt::from(most), &BigInt::from(0), &BigInt::from(m));
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

    /// Lists by size over a fixed arena, free neighbours joined: blocks by
    /// start, and whether they are free.
    struct Lists {
        fit: Fit,
        blocks: Vec<(u64, u64, bool)>,
    }

    impl Lists {
        /// Half fit takes any block of the first list that has one; here the
        /// one that `pick` says.
        fn make(&mut self, r: u64, pick: u64) -> bool {
            let from = match self.fit {
                Fit::First => r,
                Fit::Half => r.next_power_of_two(),
                Fit::Tlsf => r + (1 << r.ilog2()) / TLSF_LISTS,
            };
            let list = |n: u64| match self.fit {
                Fit::First => 0,
                Fit::Half => u64::from(n.ilog2()),
                Fit::Tlsf => {
                    let top = n.ilog2();
                    (u64::from(top) << 8) | (((n - (1 << top)) * TLSF_LISTS) / (1 << top))
                }
            };
            // The list that the search begins at: all of its blocks fit.
            let free: Vec<usize> = (0..self.blocks.len())
                .filter(|i| self.blocks[*i].2)
                .filter(|i| list(self.blocks[*i].1) >= list(from) && self.blocks[*i].1 >= r)
                .collect();
            let Some(least) = free.iter().map(|i| list(self.blocks[*i].1)).min() else {
                return false;
            };
            let same: Vec<usize> = free
                .into_iter()
                .filter(|i| list(self.blocks[*i].1) == least)
                .collect();
            let i = match self.fit {
                Fit::First => same[0],
                _ => same[(pick % same.len() as u64) as usize],
            };
            let (at, n, _) = self.blocks[i];
            self.blocks[i] = (at, r, false);
            if n > r {
                self.blocks.insert(i + 1, (at + r, n - r, true));
            }
            true
        }

        fn free(&mut self, i: usize) {
            self.blocks[i].2 = true;
            let old = std::mem::take(&mut self.blocks);
            for b in old {
                match self.blocks.last_mut() {
                    Some(l) if l.2 && b.2 => l.1 += b.1,
                    _ => self.blocks.push(b),
                }
            }
        }
    }

    /// In an arena of just that size no request fails, at random and under the
    /// attack that leaves gaps of just too little.
    #[test]
    fn what_lies_between_blocks_is_enough_for_lists_too() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = move |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x % n
        };
        for fit in [Fit::First, Fit::Half, Fit::Tlsf] {
            for (k, m) in [(3u64, 9u64), (5, 17), (8, 33), (12, 5), (4, 100)] {
                // The most that is live is k blocks of m.
                let most = k * m;
                let arena = Allocator::PAYLOAD.between_blocks(
                    fit,
                    &BigInt::from(most),
                    &BigInt::from(k),
                    &BigInt::from(m),
                );
                let arena = u64::try_from(arena.unwrap()).unwrap();
                let mut lists = Lists {
                    fit,
                    blocks: vec![(0, arena, true)],
                };
                for step in 0..4_000 {
                    let live = |l: &Lists| -> Vec<usize> {
                        (0..l.blocks.len()).filter(|i| !l.blocks[*i].2).collect()
                    };
                    let now = live(&lists);
                    let small = step / 50 % 2 == 0;
                    if (now.len() as u64) < k {
                        let r = if small {
                            1 + random(2.min(m))
                        } else {
                            m - random(2.min(m))
                        };
                        assert!(
                            lists.make(r, random(1 << 30)),
                            "{fit:?} {k} {m}: {:?}",
                            lists.blocks
                        );
                    }
                    let now = live(&lists);
                    if now.len() as u64 == k || random(3) == 0 {
                        lists.free(now[random(now.len() as u64) as usize]);
                    }
                }
            }
        }
    }
}
