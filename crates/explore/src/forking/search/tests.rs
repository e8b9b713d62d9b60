//! Each searcher's order, and that every state is taken exactly once.

use super::*;
use ep_machine::decision::Writer;

/// Distances by place that a test sets.
struct Given {
    version: u64,
    distance: Vec<u32>,
    goals: u32,
    found: u64,
}

impl Guide for Given {
    fn version(&self) -> u64 {
        self.version
    }
    fn distance(&self, place: u32) -> u32 {
        self.distance[place as usize]
    }
    fn goals(&self) -> u32 {
        self.goals
    }
    fn found(&self) -> u64 {
        self.found
    }
}

fn guide(distance: &[u32]) -> Given {
    Given {
        version: 1,
        distance: distance.to_vec(),
        goals: 1,
        found: 0,
    }
}

/// A state that is told from others by its ticket.
fn state(depth: u32, ticket: u64) -> Waiting {
    let mut w = Writer::default();
    w.0.push(0);
    w.number(u128::from(depth));
    w.number(0);
    w.number(0);
    w.trail(&[], 0, &[]);
    Waiting::Spilled(Portable::from_bytes(&w.0, ticket).expect("a state"))
}

fn ticket(w: Option<Waiting>) -> Option<u64> {
    match w? {
        Waiting::Spilled(p) => Some(p.ticket),
        Waiting::Ready(s) => Some(s.extra.ticket),
    }
}

fn drain(list: &mut Waitlist, guide: &Given) -> Vec<u64> {
    std::iter::from_fn(|| ticket(list.take(guide))).collect()
}

const ALL: [SearchKind; 5] = [
    SearchKind::Dfs,
    SearchKind::Bfs,
    SearchKind::RandomPath,
    SearchKind::Coverage,
    SearchKind::Interleaved,
];

#[test]
fn depth_first_takes_the_newest_and_breadth_first_the_oldest() {
    let g = guide(&[0]);
    for (kind, expected) in [
        (SearchKind::Dfs, [5, 4, 3, 2, 1]),
        (SearchKind::Bfs, [1, 2, 3, 4, 5]),
    ] {
        let mut list = Waitlist::new(kind, 0);
        (1..=5).for_each(|t| list.add(state(t as u32, t), 0));
        assert_eq!(drain(&mut list, &g), expected, "{kind:?}");
    }
}

#[test]
fn coverage_takes_the_nearest_place_and_follows_new_distances() {
    let mut g = guide(&[0, 30, 10, 20]);
    let mut list = Waitlist::new(SearchKind::Coverage, 0);
    for (t, place) in [(1, 1), (2, 2), (3, 3), (4, 2), (5, 1)] {
        list.add(state(1, t), place);
    }
    let two = [
        ticket(list.take(&g)).unwrap(),
        ticket(list.take(&g)).unwrap(),
    ];
    assert_eq!(list.chosen(), Some(2));
    assert!(two.contains(&2) && two.contains(&4), "{two:?}");
    // What was farthest becomes the nearest.
    g.distance[1] = 5;
    g.version = 2;
    let two = [
        ticket(list.take(&g)).unwrap(),
        ticket(list.take(&g)).unwrap(),
    ];
    assert!(two.contains(&1) && two.contains(&5), "{two:?}");
    assert_eq!(ticket(list.take(&g)), Some(3));
    assert_eq!(ticket(list.take(&g)), None);
}

#[test]
fn places_at_one_distance_take_turns_however_many_states_wait_there() {
    let g = guide(&[0, 7, 7]);
    let mut list = Waitlist::new(SearchKind::Coverage, 0);
    (0..100).for_each(|t| list.add(state(1, t), 1));
    (100..103).for_each(|t| list.add(state(1, t), 2));
    let first: Vec<u64> = (0..6).filter_map(|_| ticket(list.take(&g))).collect();
    assert_eq!(first.iter().filter(|t| **t >= 100).count(), 3, "{first:?}");
}

#[test]
fn random_path_gives_each_subtree_the_same_chance() {
    let g = guide(&[0]);
    // One state at depth 1, and a thousand in the other half of the tree.
    let mut list = Waitlist::new(SearchKind::RandomPath, 3);
    let mut early = 0;
    for _ in 0..200 {
        list.add(state(1, 7), 0);
        (0..1024).for_each(|_| list.add(state(11, 8), 0));
        early += u32::from(ticket(list.take(&g)) == Some(7));
        drain(&mut list, &g);
    }
    assert!((70..=130).contains(&early), "{early} of 200");
}

/// Adds and takes as an exploration does: what is taken may fork.
fn each_once(kind: SearchKind, seed: u64, goals: u32) {
    let mut g = guide(&[40, 1, 2, 3, 4, 5, 6, 7]);
    g.goals = goals;
    let mut list = Waitlist::new(kind, seed);
    let mut random = Random::new(seed);
    let (mut next, mut taken) = (1u64, Vec::new());
    list.add(state(0, 0), 0);
    while let Some(w) = list.take(&g) {
        let Waiting::Spilled(p) = w else {
            unreachable!()
        };
        taken.push(p.ticket);
        if next < 20_000 {
            for _ in 0..random.below(4) {
                list.add(state(p.depth + 1, next), random.below(8) as u32);
                next += 1;
            }
        }
        if random.below(64) == 0 {
            g.version += 1;
            g.distance.rotate_left(1);
        }
        if random.below(512) == 0 {
            g.found += 1;
        }
        if list.is_empty() && next < 20_000 {
            list.add(state(0, next), 0);
            next += 1;
        }
    }
    assert_eq!(list.len(), 0);
    taken.sort_unstable();
    assert_eq!(taken, (0..next).collect::<Vec<_>>(), "{kind:?}");
}

#[test]
fn no_searcher_loses_or_repeats_a_state() {
    for kind in ALL {
        for (seed, goals) in [(1, 0), (2, 1), (3, 1000)] {
            each_once(kind, seed, goals);
        }
    }
}

#[test]
fn the_shallowest_go_to_others_and_the_rest_stays() {
    let g = guide(&[0; 8]);
    for kind in ALL {
        let mut list = Waitlist::new(kind, 9);
        (0..1000u64).for_each(|t| list.add(state((t % 50) as u32, t), (t % 8) as u32));
        let mut given = Vec::new();
        for w in list.take_shallow(100) {
            let Waiting::Spilled(p) = w else {
                unreachable!()
            };
            assert!(p.depth < 5, "{}", p.depth);
            given.push(p.ticket);
        }
        assert_eq!((given.len(), list.len()), (100, 900));
        // A slot that is used again is not taken for its former state.
        (1000..1100u64).for_each(|t| list.add(state(60, t), 3));
        let mut all = drain(&mut list, &g);
        assert_eq!(all.len(), 1000, "{kind:?}");
        all.extend(given);
        all.sort_unstable();
        assert_eq!(all, (0..1100).collect::<Vec<_>>(), "{kind:?}");
    }
}

#[test]
fn equal_seeds_give_equal_orders() {
    let g = guide(&[0, 3, 3, 1]);
    for kind in ALL {
        let order = |seed| {
            let mut list = Waitlist::new(kind, seed);
            (0..500u64).for_each(|t| list.add(state((t % 9) as u32, t), (t % 4) as u32));
            drain(&mut list, &g)
        };
        assert_eq!(order(5), order(5), "{kind:?}");
    }
}

/// The share of choices for their place in so many takes with new states.
fn guided(g: &mut Given, takes: usize, every: u64) -> usize {
    let mut list = Waitlist::new(SearchKind::Interleaved, 0);
    (0..10u64).for_each(|t| list.add(state(1, t), 1));
    let mut n = 0;
    for t in 0..takes as u64 {
        if t % every == 0 {
            g.found += 1;
        }
        assert!(list.take(g).is_some());
        n += usize::from(list.chosen().is_some());
        list.add(state(1, t), 1);
    }
    n
}

#[test]
fn coverage_has_few_choices_where_it_brings_nothing() {
    let mut g = guide(&[0, 1]);
    let fruitless = guided(&mut g, 20_000, u64::MAX);
    assert!(fruitless < 20_000 / 5, "{fruitless}");
    let fruitful = guided(&mut g, 20_000, 8);
    assert!(fruitful > 20_000 * 4 / 5, "{fruitful}");
    g.goals = 10_000;
    let hopeful = guided(&mut g, 20_000, u64::MAX);
    assert!(hopeful > 20_000 * 4 / 5, "{hopeful}");
}

#[test]
fn states_that_run_on_end_the_turns_of_depth_first_search() {
    let g = guide(&[0, 1]);
    let mut list = Waitlist::new(SearchKind::Interleaved, 0);
    (0..10u64).for_each(|t| list.add(state(1, t), 1));
    let mut longest = [0, 0];
    for (i, longest) in longest.iter_mut().enumerate() {
        let mut now = 0;
        for t in 0..5000 {
            assert!(list.take(&g).is_some());
            now = match list.chosen() {
                Some(_) => 0,
                None => now + 1,
            };
            *longest = now.max(*longest);
            if i == 1 {
                list.tired();
            }
            list.add(state(1, t), 1);
        }
    }
    assert!(longest[0] > 500 && longest[1] < 16, "{longest:?}");
}
