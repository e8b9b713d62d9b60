use super::*;

fn region(kind: RegionKind, times: Times, start: (u32, u32), end: (u32, u32)) -> Region {
    Region {
        kind,
        file: 0,
        expanded: 0,
        times,
        otherwise: Times::Zero,
        start,
        end,
    }
}

/// `if (c) a; else b;` over four lines: what is not counted is a difference.
fn program() -> Mapping {
    let mut branch = region(RegionKind::Branch, Times::Counter(1), (2, 7), (2, 8));
    branch.otherwise = Times::Difference(0);
    Mapping {
        files: vec!["/a.c".into()],
        counters: 2,
        functions: vec![Mapped {
            first: 0,
            counters: 2,
            files: vec![0],
            expressions: vec![(Times::Counter(0), Times::Counter(1))],
            regions: vec![
                region(RegionKind::Code, Times::Counter(0), (1, 12), (6, 2)),
                region(RegionKind::Code, Times::Counter(0), (2, 7), (2, 8)),
                branch,
                region(RegionKind::Gap, Times::Counter(1), (2, 9), (3, 5)),
                region(RegionKind::Code, Times::Counter(1), (3, 5), (3, 6)),
                region(RegionKind::Gap, Times::Difference(0), (3, 7), (5, 5)),
                region(RegionKind::Code, Times::Difference(0), (5, 5), (5, 6)),
            ],
        }],
    }
}

#[test]
fn both_sides_of_a_condition_are_told_apart() {
    let of = |counts: &[u64]| {
        let all = files(&program(), counts, &[]);
        let f = all.get("/a.c").cloned().unwrap_or_default();
        let b = f.branches.first().map(|b| (b.line, b.taken, b.total));
        (f.covered, f.missed, b)
    };
    assert_eq!(of(&[1, 1]), (vec![1, 2, 3, 6], vec![4, 5], Some((2, 1, 2))));
    assert_eq!(of(&[1, 0]), (vec![1, 2, 4, 5, 6], vec![3], Some((2, 1, 2))));
    assert_eq!(
        of(&[2, 1]),
        (vec![1, 2, 3, 4, 5, 6], vec![], Some((2, 2, 2)))
    );
    assert_eq!(of(&[0, 0]).1, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_mapping_that_leads_in_a_circle_has_an_end() {
    let mut m = program();
    m.functions[0].expressions[0] = (Times::Sum(0), Times::Sum(7));
    assert_eq!(files(&m, &[1, 1], &[]).len(), 1);
}
