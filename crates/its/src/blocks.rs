//! Long lists in short: pieces that stand several times one behind the other.
//!
//! Idea: at each place the piece of at most [`MAX_PIECE`] members whose repetitions
//! reach furthest is taken. Alternative: a grammar (Sequitur), which says more and
//! reads worse. Cost: linear in the list for each length of a piece.

/// Members of a piece.
const MAX_PIECE: usize = 12;

/// A list as pieces, each with how often it stands there.
pub fn blocks<T: PartialEq>(list: &[T]) -> Vec<(usize, &[T])> {
    let mut out: Vec<(usize, &[T])> = Vec::new();
    let mut rest = list;
    let mut alone = rest;
    while !rest.is_empty() {
        let times = |n: &usize| {
            let piece = rest.get(..*n)?;
            let again = rest.chunks_exact(*n).take_while(|c| *c == piece).count();
            (again > 1).then_some((again * n, again, piece))
        };
        // Of those that reach as far the shortest.
        let best = (1..=MAX_PIECE).rev().filter_map(|n| times(&n));
        match best.max_by_key(|b| b.0) {
            Some((far, again, piece)) if far > 2 => {
                let before = alone.len() - rest.len();
                out.extend(
                    alone
                        .get(..before)
                        .filter(|p| !p.is_empty())
                        .map(|p| (1, p)),
                );
                out.push((again, piece));
                rest = rest.get(far..).unwrap_or_default();
                alone = rest;
            }
            _ => rest = rest.get(1..).unwrap_or_default(),
        }
    }
    out.extend((!alone.is_empty()).then_some((1, alone)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(list: &str) -> String {
        let list: Vec<char> = list.chars().collect();
        let one = |(n, p): &(usize, &[char])| format!("{n}{}", p.iter().collect::<String>());
        blocks(&list).iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn pieces_are_counted_and_nothing_is_lost() {
        assert_eq!(told(""), "");
        assert_eq!(told("abc"), "1abc");
        assert_eq!(told("abb"), "1abb");
        assert_eq!(told("abbbc"), "1a 3b 1c");
        assert_eq!(told("xababaxx"), "1x 2ab 1axx");
        assert_eq!(told("aaabaaab"), "2aaab");
        for seed in 0..300u64 {
            let list: Vec<u64> = (0..40)
                .map(|i| (seed * 7 + i * i * seed / 11) % 3)
                .collect();
            let again = blocks(&list).into_iter();
            let again: Vec<u64> = again.flat_map(|(n, p)| p.repeat(n)).collect();
            assert_eq!(again, list);
        }
    }
}
