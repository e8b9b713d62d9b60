//! What is shown while an analysis runs is what is told when its time is over.

#[path = "support/heap.rs"]
mod heap;

use ep_base::Budget;
use ep_bounds::memory::{analyse, Event, Options};
use ep_explore::{Entry, HeapLimits};
use ep_ir::interp::{self, InterpConfig, ReplayHost};
use num_bigint::BigInt;
use std::time::Duration;

/// Slots that the input chooses, with sizes that it chooses: no exploration ends.
const LONG: &str = "#include <stdlib.h>
int f(unsigned char *in) { char *p[8] = {0}; int s = 0;
  for (int r = 0; r < 60; r++) { int k = in[r & 7] & 7; free(p[k]); p[k] = malloc(in[(r * 3) & 7] * (r % 5 + 1));
    if (in[(r + k) & 7] > in[r & 7]) s += k * in[k];
    if (s & 1 && p[0] != p[1]) { free(p[(s >> 1) & 7]); p[(s >> 1) & 7] = malloc(s & 1023); } }
  for (int i = 0; i < 8; i++) free(p[i]); return s; }";

#[test]
fn what_is_shown_is_told() {
    let m = heap::module(LONG, &["f".to_string()]);
    let f = m.function("f").expect("the function");
    for seconds in [2, 5] {
        let mut options = Options::default();
        options.explore.entry = Entry::Function {
            name: "f".into(),
            heap: HeapLimits::default(),
        };
        options.budget = Budget {
            timeout: Some(Duration::from_secs(seconds)),
            ..Budget::default()
        };
        let mut shown = BigInt::from(0);
        let found = analyse(&m, f, &options, &mut |e| {
            if let Event::Progress { highest, .. } = e {
                assert!(highest >= shown, "{highest} after {shown}");
                shown = highest;
            }
        })
        .expect("analysis");
        let inputs = found.heap.witness.expect("an input");
        let mut host = ReplayHost::new(&inputs);
        let ran = interp::run(&m, f, &InterpConfig::default(), &mut host);
        let reached = BigInt::from(ran.heap_high_water);
        assert!(reached >= shown, "{reached} told, {shown} shown");
        let peak: BigInt = (found.heap.peak.iter())
            .filter_map(|l| l.bytes.as_number())
            .sum();
        assert_eq!(peak, reached);
    }
}
