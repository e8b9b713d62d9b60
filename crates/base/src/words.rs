//! Numbers with their nouns, as people write them: `1 path`, `2 paths`.
//!
//! Idea: the plural of the nouns that reports count follows from the last
//! letters (`query`, `branch`, `loss`), so that no place chooses by itself and
//! forgets that there may be one. Alternative: both forms at each place. Cost:
//! a noun with another plural has to be written out where it is used.

use std::fmt::Display;

/// A number and its noun: `1 byte`, `2 bytes`.
pub fn count<N: Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    let noun = noun(n == N::from(1), one);
    format!("{n} {noun}")
}

/// The noun alone, for numbers that are written in another way; `one` says
/// whether the number is 1.
pub fn noun(one: bool, word: &str) -> String {
    let consonant = |c: char| !"aeiou".contains(c);
    let mut back = word.chars().rev();
    match (back.next(), back.next()) {
        _ if one => word.to_owned(),
        (Some('y'), Some(c)) if consonant(c) => format!("{}ies", &word[..word.len() - 1]),
        (Some('s' | 'x'), _) | (Some('h'), Some('c' | 's')) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_has_no_plural() {
        for (n, word, text) in [
            (0, "path", "0 paths"),
            (1, "path", "1 path"),
            (2, "path", "2 paths"),
            (1, "query", "1 query"),
            (3, "query", "3 queries"),
            (3, "branch", "3 branches"),
            (3, "way", "3 ways"),
            (2, "more object", "2 more objects"),
        ] {
            assert_eq!(count(n, word), text);
        }
    }
}
