//! The reader and the reference interpreter against native code on programs
//! that csmith generates. `EP_CSMITH_COUNT` says how many, `EP_CSMITH_FIRST`
//! which seed is the first.

use ep_difftest::{compare, csmith, Comparison, Options};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().expect("a number"))
}

/// Compares `count` programs that end natively within the limit and are
/// defined; seeds of others are passed over and counted.
fn compare_many(count: u64, first: u64, options: &Options) {
    let dir = tempfile::tempdir().expect("a scratch folder");
    let (next, judged) = (AtomicU64::new(first), AtomicU64::new(0));
    let results = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    let missing = "csmith (apt install csmith libcsmith-dev)";
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while judged.load(Ordering::Relaxed) < count {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    assert!(seed < first + 2 * count + 10, "too few programs end");
                    let file = csmith(seed, dir.path()).expect(missing);
                    let result = compare(&file, dir.path(), options);
                    if !matches!(result, Comparison::Endless | Comparison::Undefined { .. }) {
                        judged.fetch_add(1, Ordering::Relaxed);
                    }
                    let mut all = results.lock().expect("no worker panics");
                    all.push((seed, result));
                }
            });
        }
    });
    let results = results.into_inner().expect("no worker panics");
    let (mut same, mut endless, mut instructions, mut seconds) = (0, 0, 0, 0.0);
    let mut different = Vec::new();
    for (seed, result) in &results {
        match result {
            Comparison::Same {
                instructions: n,
                time,
            } => {
                same += 1;
                instructions += n;
                seconds += time.as_secs_f64();
            }
            Comparison::Endless => endless += 1,
            Comparison::Undefined { why } => println!("seed {seed} is undefined: {why}"),
            Comparison::Skipped { why } => println!("seed {seed} is skipped: {why}"),
            Comparison::Different { why } => different.push(format!("seed {seed}: {why}")),
        }
    }
    println!(
        "{same} of {} programs agree, {endless} more do not end natively; \
         {instructions} LLVM instructions in {seconds:.2} s",
        results.len() - endless
    );
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(
        same * 10 >= count * 9,
        "only {same} of {count} were compared"
    );
}

#[test]
fn generated_programs_print_what_native_code_prints() {
    let count = number("EP_CSMITH_COUNT", 300);
    compare_many(count, number("EP_CSMITH_FIRST", 1), &Options::default());
}

#[test]
fn generated_programs_agree_on_i386() {
    let options = Options {
        m32: true,
        ..Options::default()
    };
    compare_many(number("EP_CSMITH_COUNT", 300) / 10, 5000, &options);
}
