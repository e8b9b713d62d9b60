use super::*;
use crate::mapped::files;
use ep_ir::mapping::Mapping;

fn code(times: Times, start: (u32, u32), end: (u32, u32)) -> Region {
    Region {
        kind: RegionKind::Code,
        file: 0,
        expanded: 0,
        times,
        otherwise: Times::Zero,
        start,
        end,
    }
}

/// What is covered where runs came in `counts` times and ended at places.
fn covered(
    expressions: Vec<(Times, Times)>,
    regions: Vec<Region>,
    counts: &[u64],
    cuts: &[((u32, u32), u64)],
) -> Vec<u32> {
    let counters = counts.len() as u32;
    let program = Mapping {
        files: vec!["/a.c".into()],
        counters,
        functions: vec![Mapped {
            first: 0,
            counters,
            files: vec![0],
            expressions,
            regions,
        }],
    };
    let cuts: Vec<Cut> = (cuts.iter())
        .map(|&(at, times)| Cut { file: 0, at, times })
        .collect();
    let mut all = files(&program, counts, &cuts);
    all.remove("/a.c").unwrap_or_default().covered
}

#[test]
fn what_is_behind_a_place_counts_for_those_that_went_on() {
    let body = || vec![code(Times::Counter(0), (1, 10), (6, 2))];
    let of = |n: u64, cuts: &[((u32, u32), u64)]| covered(vec![], body(), &[n], cuts);
    assert_eq!(of(1, &[]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(of(1, &[((3, 5), 1)]), [1, 2, 3]);
    assert_eq!(of(2, &[((3, 5), 1)]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(of(2, &[((3, 5), 1), ((5, 5), 1)]), [1, 2, 3, 4, 5]);
    // In another function of the file.
    assert_eq!(of(1, &[((9, 5), 1)]), [1, 2, 3, 4, 5, 6]);
}

/// `f(); if (c) a; else b;`, or with the call in the first side.
fn sides() -> (Vec<(Times, Times)>, Vec<Region>) {
    let regions = vec![
        code(Times::Counter(0), (1, 10), (9, 2)),
        code(Times::Counter(1), (3, 10), (5, 4)),
        code(Times::Difference(0), (5, 10), (7, 4)),
    ];
    (vec![(Times::Counter(0), Times::Counter(1))], regions)
}

#[test]
fn the_other_side_of_a_condition_behind_the_place_is_not_taken() {
    let (e, r) = sides();
    assert_eq!(covered(e, r, &[1, 0], &[((2, 3), 1)]), [1, 2]);
}

#[test]
fn the_other_side_of_a_condition_around_the_place_is_what_others_took() {
    let of = |counts: &[u64]| {
        let (e, r) = sides();
        covered(e, r, counts, &[((4, 3), 1)])
    };
    assert_eq!(of(&[1, 1]), [1, 2, 3, 4]);
    assert_eq!(of(&[2, 1]), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn what_is_behind_a_side_that_returns_is_not_reached_from_it() {
    // `if (c) { f(); return; } rest`: the rest is a difference.
    let of = |counts: &[u64]| {
        let regions = vec![
            code(Times::Counter(0), (1, 10), (7, 2)),
            code(Times::Counter(1), (2, 10), (5, 4)),
            code(Times::Difference(0), (6, 3), (7, 2)),
        ];
        let e = vec![(Times::Counter(0), Times::Counter(1))];
        covered(e, regions, counts, &[((3, 3), 1)])
    };
    assert_eq!(of(&[1, 1]), [1, 2, 3]);
    assert_eq!(of(&[2, 1]), [1, 2, 3, 5, 6, 7]);
}

#[test]
fn the_step_of_a_loop_comes_after_its_body() {
    // The step stands on a line of its own.
    let of = |rounds: u64| {
        let regions = vec![
            code(Times::Counter(0), (1, 10), (8, 2)),
            code(Times::Sum(0), (3, 8), (3, 13)),
            code(Times::Counter(1), (4, 8), (4, 11)),
            code(Times::Counter(1), (4, 13), (7, 4)),
        ];
        let e = vec![(Times::Counter(0), Times::Counter(1))];
        covered(e, regions, &[1, rounds], &[((5, 5), 1)])
    };
    // The line of the step begins the body, too.
    assert_eq!(of(1), [1, 2, 3, 4, 5]);
    assert_eq!(of(2), [1, 2, 3, 4, 5, 6, 7]);
}
