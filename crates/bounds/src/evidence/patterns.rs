//! What a run reads on its way: numbers, arguments, standard input.
//!
//! Idea: a few regular texts in which lengths, digits, lines and what the program
//! compares with vary by the number of the run, so that runs repeat. Cost: nothing
//! beside the runs.

/// What the reads of a run give: one value for ever, or some in turns.
pub(super) fn pattern(values: &[u64], r: usize) -> Vec<u64> {
    let at = |i: usize| values.get(i % values.len().max(1)).copied().unwrap_or(0);
    match r {
        0..=15 => vec![at(r)],
        _ => vec![at(r), at(r * 7 + 3), at(r * 3 + 1)],
    }
}

/// Arguments of a program: none, a few of several lengths, many.
pub(super) fn arguments(r: usize) -> Vec<Vec<u8>> {
    let count = match r % 16 {
        15 => 24,
        n => n % 7,
    };
    let one = |k: usize| -> Vec<u8> {
        let length = (r * 5 + k * 3) % 11;
        let digits = (r + k) % 2 == 0;
        let byte = |i: usize| match digits {
            true => b'0' + ((i + k) % 10) as u8,
            false => b'a' + ((i + r) % 26) as u8,
        };
        match (r + k) % 9 {
            8 => b"-v".to_vec(),
            _ => (0..length).map(byte).collect(),
        }
    };
    (0..count).map(one).collect()
}

/// An input: none, numbers in lines, words that are no numbers, and what the program
/// compares with, one of it and then several.
pub(super) fn stdin(r: usize, named: &[u8]) -> Vec<u8> {
    if let (3, false) = (r % 4, named.is_empty()) {
        let turn = r / 4;
        let length = 1 + turn / named.len();
        let at = |i: usize| named.get((turn + i * (1 + turn / named.len())) % named.len());
        return (0..length.min(12)).filter_map(at).copied().collect();
    }
    let words = r / 17 % 2 == 1;
    (0..r % 17)
        .map(|i| match (i % 5, words) {
            (4, false) => b'\n',
            (4, true) => b' ',
            (_, false) => b'0' + (i % 10) as u8,
            (_, true) => b'x' - (i % 10) as u8,
        })
        .collect()
}
