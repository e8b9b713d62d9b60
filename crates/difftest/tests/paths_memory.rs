//! The four properties of symbolic execution (`common::properties`) on
//! generated programs that live in memory, and a closer look at loads and
//! stores at symbolic offsets of one small object.
//!
//! Most programs misuse memory for some inputs: that must be predicted, with
//! kind and line. `EP_PATHS_MEMORY_COUNT` sets the number of programs,
//! `EP_PATHS_MEMORY_FIRST` the first seed; `EP_OFFSETS_COUNT` and
//! `EP_OFFSETS_FIRST` are those of the closer look.

mod common;

use common::memory_program::generate;
use common::properties::{check, inputs, random_inputs, setting, Symbol, Totals};
use common::random::Random;
use std::fmt::Write as _;
use std::time::Duration;

#[test]
fn paths_through_memory_are_exactly_the_executions() {
    let count = setting("EP_PATHS_MEMORY_COUNT", 150);
    let first = setting("EP_PATHS_MEMORY_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x6d65_6d6f_7279);
        let (source, symbols) = generate(&mut r);
        let module = common::module(&source, &["main"]);
        let concrete = random_inputs(&mut r, &symbols);
        let budget = (150, Duration::from_secs(20));
        check(seed, &source, &module, &concrete, budget, &mut totals);
    }
    println!("{totals:?}");
    // The test must not pass because nothing was compared.
    assert!(totals.complete * 2 >= count, "{totals:?}");
    assert!(
        totals.tests > 3 * count && totals.concrete > 5 * count && totals.errors > count / 4,
        "{totals:?}"
    );
}

/// Reads and writes of 1, 2, 4 and 8 bytes at known and symbolic offsets of
/// an object of 16 bytes. Every byte counts in how the program ends.
fn accesses(r: &mut Random) -> (String, Vec<Symbol>) {
    let mut s = String::from(
        "#include <klee/klee.h>
typedef struct { unsigned char v; } w1;
typedef struct { unsigned short v; } __attribute__((packed)) w2;
typedef struct { unsigned v; } __attribute__((packed)) w4;
typedef struct { unsigned long long v; } __attribute__((packed)) w8;
int main(void) {
  unsigned char i, j, v;
  klee_make_symbolic(&i, sizeof i, \"i\");
  klee_make_symbolic(&j, sizeof j, \"j\");
  klee_make_symbolic(&v, sizeof v, \"v\");
  unsigned char m[16];
  for (int k = 0; k < 16; k++) m[k] = 17 * k;
  unsigned long long x = 0x0123456789abcdefull * v;
",
    );
    for _ in 0..2 + r.below(5) {
        let size = [1u64, 2, 4, 8][r.below(4) as usize];
        let offset = match r.below(7) {
            0 => format!("{}", r.below(17 - size)),
            1 => format!("{} % {}", r.pick(&["i", "j"]), 17 - size),
            2 => format!("({} & 15) / {size} * {size}", r.pick(&["i", "j"])),
            3 => format!("({} & 15)", r.pick(&["i", "j"])),
            4 => format!("i % 3 * 4 + (j & 3) % {}", 9 - size),
            5 => format!("m[{} & 15] % {}", r.pick(&["i", "3"]), 17 - size),
            _ => format!("({} & 1 ? 1 : 8)", r.pick(&["i", "j"])),
        };
        let cell = format!("((w{size} *)(m + {offset}))->v");
        let _ = match r.below(5) {
            0 | 1 => writeln!(s, "  x += {cell} * 3;"),
            2 => writeln!(s, "  {cell} = x;"),
            3 => writeln!(s, "  {cell} = v * 257u;"),
            _ => writeln!(s, "  {cell} = 0x{:x}u;", r.below(1 << 31)),
        };
    }
    let (byte, shift) = (r.below(16), r.below(7));
    let _ = writeln!(
        s,
        "  unsigned sum = x ^ x >> 8 ^ x >> 32;
  for (int k = 0; k < 16; k++) sum ^= m[k] << k % 3;
  switch (sum >> {shift} & 3) {{
  case 0: return 1;
  case 1: return 2;
  case 2: return m[{byte}] > 40 ? 3 : 4;
  default: return 5;
  }}
}}"
    );
    let symbols = ["i", "j", "v"].map(|name| Symbol { name, size: 1 });
    (s, symbols.to_vec())
}

#[test]
fn symbolic_offsets_are_all_offsets() {
    let count = setting("EP_OFFSETS_COUNT", 60);
    let first = setting("EP_OFFSETS_FIRST", 0);
    let mut totals = Totals::default();
    for seed in first..first + count {
        let mut r = Random(seed ^ 0x6f66_6673_6574);
        let (source, symbols) = accesses(&mut r);
        let module = common::module(&source, &["main"]);
        // All offsets, with the low bits that count.
        let mut all = Vec::new();
        for i in 0..=16u8 {
            for j in 0..=16u8 {
                let v = r.next() as u8;
                all.push(inputs(&symbols, |s| match s.name {
                    "i" => vec![i],
                    "j" => vec![j],
                    _ => vec![v],
                }));
            }
        }
        let budget = (400, Duration::from_secs(60));
        check(seed, &source, &module, &all, budget, &mut totals);
    }
    println!("{totals:?}");
    assert!(totals.exact * 4 >= count * 3, "{totals:?}");
    assert!(totals.errors > count / 8, "{totals:?}");
}
