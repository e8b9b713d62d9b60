//! Options whose values are words: the word that a user writes and the
//! sentence that a help prints stand beside the meaning, once for every front
//! end and for `run.json`.

/// A choice between words.
pub trait Words: Copy + PartialEq + 'static {
    /// Each value with its word and what it means.
    const WORDS: &'static [(Self, &'static str, &'static str)];

    /// The word of this value.
    fn name(self) -> &'static str {
        let row = Self::WORDS.iter().find(|(v, _, _)| *v == self);
        row.map_or("", |(_, word, _)| word)
    }

    /// The value of a word; capitals and small letters are the same.
    fn named(word: &str) -> Option<Self> {
        let row = Self::WORDS
            .iter()
            .find(|(_, w, _)| w.eq_ignore_ascii_case(word));
        row.map(|(v, _, _)| *v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::its::options::Goal;

    #[test]
    fn a_word_names_its_value_and_no_other() {
        for (value, word, _) in Goal::WORDS {
            assert_eq!((value.name(), Goal::named(word)), (*word, Some(*value)));
        }
        assert_eq!(Goal::named("UPPER"), Some(Goal::Upper));
        assert_eq!(Goal::named("upp"), None);
    }
}
