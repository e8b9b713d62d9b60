//! Bounds as cases: exactly one case holds at each input, and its bound is the whole
//! one there; what is common is told in few cases.

use ep_its::bound::Bound;
use ep_its::cases;
use ep_its::num::Int;
use ep_its::poly::{Poly, Var};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % n
    }

    fn bound(&mut self, deep: u32) -> Bound {
        let kind = if deep == 0 {
            self.below(2)
        } else {
            self.below(8)
        };
        match kind {
            0 => Bound::constant(self.below(7) as i64 - 3),
            1 => Bound::Var(Var(self.below(2) as u32)),
            2 | 3 => Bound::sum([self.bound(deep - 1), self.bound(deep - 1)]),
            4 => Bound::product([self.bound(deep - 1), self.bound(deep - 1)]),
            5 => Bound::max([self.bound(deep - 1), self.bound(deep - 1)]),
            6 => Bound::min([self.bound(deep - 1), self.bound(deep - 1)]),
            _ => match self.below(3) {
                0 => Bound::FloorDiv(Box::new(self.bound(deep - 1)), 2.into()),
                1 => Bound::BitLength(Box::new(self.bound(deep - 1))),
                _ => self.bound(deep - 1).at_least_zero(),
            },
        }
    }
}

#[test]
fn one_case_holds_and_is_the_bound() {
    let (mut several, mut points) = (0, 0);
    for seed in 0..600u64 {
        let bound = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D)).bound(3);
        let list = cases::of(&bound);
        several += usize::from(list.len() > 1);
        for x in -4i64..=4 {
            for y in -4i64..=4 {
                let at = |v: Var| Some(Int::from(if v == Var(0) { x } else { y }));
                let here = list.iter().filter(|c| {
                    let holds = |a: &ep_its::system::Atom| a.holds(&at) == Some(true);
                    c.condition.iter().all(holds)
                });
                let values: Vec<_> = here.map(|c| c.bound.evaluate(&at)).collect();
                assert_eq!(
                    values,
                    [bound.evaluate(&at)],
                    "{bound:?} at {x}, {y}: {list:?}"
                );
                points += 1;
            }
        }
    }
    assert!(several > 100 && points > 40_000, "{several} {points}");
}

#[test]
fn what_is_common_has_few_cases() {
    let [x, y] = [0, 1].map(|v| Bound::Var(Var(v)));
    let rounds = Bound::sum([y.clone(), Bound::product([Bound::constant(-1), x.clone()])]);
    let shown = |b: &Bound| -> Vec<String> {
        let name = |v: Var| ["x", "y"][v.0 as usize].to_string();
        let list = cases::of(b).into_iter().map(|c| {
            let when: Vec<String> = c.condition.iter().map(|a| a.show(&name)).collect();
            format!("{} if {}", c.bound.show(&name), when.join(" && "))
        });
        list.collect()
    };
    assert_eq!(
        shown(&Bound::sum([rounds.at_least_zero(), Bound::constant(1)])),
        ["1 if x - y >= 0", "-x + y + 1 if -x + y - 1 >= 0"]
    );
    // The same comparison again and again is made once.
    let above = x.clone().at_least_zero();
    let square = Bound::product([above.clone(), above.clone()]);
    assert_eq!(
        shown(&Bound::sum([above, square])),
        ["0 if -x >= 0", "x + x*x if x - 1 >= 0"]
    );
    assert_eq!(shown(&Bound::poly(&Poly::from(7))), ["7 if "]);
}
