//! Chains of shared links, the newest first, that many owners continue.
//!
//! What a path did is kept as such a chain: forks share their beginning. It may
//! have millions of links, and dropping one from its `Drop` drops the next one
//! inside of it: the call stack would overflow. Cost: none but the loop.

use std::rc::Rc;

/// Drops the links from `next` on that nobody else holds, in a loop. `before`
/// takes the next one out of a link; a `Drop` of it that calls this finds none.
pub fn unlink<T>(mut next: Option<Rc<T>>, mut before: impl FnMut(&mut T) -> Option<Rc<T>>) {
    while let Some(link) = next {
        match Rc::try_unwrap(link) {
            Ok(mut link) => next = before(&mut link),
            Err(_) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Link(Option<Rc<Link>>);

    impl Drop for Link {
        fn drop(&mut self) {
            unlink(self.0.take(), |l| l.0.take());
        }
    }

    #[test]
    fn a_long_chain_is_dropped_without_recursion_and_a_shared_part_stays() {
        let mut chain = None;
        let mut shared = None;
        for i in 0..1_000_000 {
            chain = Some(Rc::new(Link(chain)));
            if i == 10 {
                shared = chain.clone();
            }
        }
        drop(chain);
        let mut at = shared.as_ref();
        let mut links = 0;
        while let Some(link) = at {
            links += 1;
            at = link.0.as_ref();
        }
        assert_eq!(links, 11);
    }
}
