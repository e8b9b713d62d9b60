//! Which of several runs is told.
//!
//! The one with the greatest mark: beside the least input a bound that is loose for
//! larger ones would look exact. Where as much is reached for the least as for all
//! others, a note says what the bound allows those.

use ep_base::memory::{grouped, Bound, Entry, Kind, Reached};
use num_bigint::BigInt;

/// Of each mark the run whose input allows the most.
#[derive(Clone, Default)]
pub struct Widest(Vec<(Kind, Reached)>);

impl Widest {
    /// A run that was measured.
    pub fn see(&mut self, kind: Kind, run: &Reached) {
        match self.0.iter_mut().find(|w| w.0 == kind) {
            Some(w) if w.1.of < run.of => w.1 = run.clone(),
            Some(_) => {}
            None => self.0.push((kind, run.clone())),
        }
    }

    /// Bounds that are reached for some inputs and are far from it for others.
    pub fn notes(&self, entry: &Entry) -> Vec<String> {
        let note = |(kind, wide): &(Kind, Reached)| {
            let m = entry.mark(*kind).filter(|_| *kind != Kind::Both)?;
            let Bound::Known(e) = &m.bound else {
                return None;
            };
            let told = m.reached.as_ref()?;
            (!e.variables().is_empty() && near(told) && !near(wide)).then(|| {
                format!(
                    "{}: the bound of the {} is not near for larger inputs: {} of {} with {}",
                    entry.name,
                    kind.word(),
                    grouped(&wide.bytes.into()),
                    grouped(&wide.of.clone().unwrap_or_default()),
                    wide.shown
                )
            })
        };
        self.0.iter().filter_map(note).collect()
    }
}

/// Whether a run comes within a twentieth of what its input allows.
fn near(r: &Reached) -> bool {
    let reached = BigInt::from(r.bytes) * 100;
    r.of.as_ref().is_some_and(|of| reached >= of * 95)
}

/// Whether a run reaches more than the one before, or as much where its input allows
/// less.
pub fn says_more(new: &Reached, old: &Reached) -> bool {
    let tighter = match (&new.of, &old.of) {
        (Some(n), Some(o)) => n < o,
        (n, o) => n.is_some() && o.is_none(),
    };
    new.bytes > old.bytes || new.bytes == old.bytes && tighter
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(bytes: u64, of: Option<u64>) -> Reached {
        Reached {
            bytes,
            of: of.map(Into::into),
            inputs: Vec::new(),
            shown: String::new(),
        }
    }

    #[test]
    fn the_widest_is_kept() {
        let mut widest = Widest::default();
        for (bytes, of) in [(24, 24), (24, 2_424), (24, 240)] {
            widest.see(Kind::Heap, &run(bytes, Some(of)));
        }
        let kept = widest.0.first().map(|w| w.1.of.clone());
        assert_eq!(kept, Some(Some(2_424.into())));
        assert!(near(&run(95, Some(100))) && !near(&run(24, Some(2_424))));
    }

    #[test]
    fn the_greatest_mark_says_most() {
        let (small, large) = (run(24, Some(24)), run(240, Some(2_424)));
        assert!(says_more(&large, &small) && !says_more(&small, &large));
        // As much, where the input allows less, or something.
        assert!(says_more(&small, &run(24, Some(48))));
        assert!(says_more(&small, &run(24, None)));
        assert!(!says_more(&small, &small));
    }
}
