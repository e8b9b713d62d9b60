//! The inputs of one run as files: an `EPRPLAY1` file for the replay runtime
//! (its layout stands at the head of `runtime/replay/replay.c`), standard
//! input, and the command line.

use ep_base::outcome::{Input, InputSource, PointerSlot, PointerTarget};

const MADE: u8 = 0;
const NONDET: u8 = 1;
const PARAMETER: u8 = 2;
const BUFFER: u8 = 3;
const OTHER: u8 = 4;
// 5 is what the runtime calls an object of a `.ktest`.
const OBJECT: u8 = 6;
const POINTER: u8 = 7;
const RETURNED: u8 = 8;
const DEVICE: u8 = 9;
const OUTSIDE: u8 = 10;

/// The replay file of these inputs.
pub fn replay_file(inputs: &[Input]) -> Vec<u8> {
    let mut out = Vec::with_capacity(64 + inputs.iter().map(|i| i.bytes.len() + 40).sum::<usize>());
    out.extend_from_slice(b"EPRPLAY1");
    put_u32(&mut out, inputs.len());
    for input in inputs {
        let mut bytes = std::borrow::Cow::Borrowed(&input.bytes[..]);
        let (kind, index, name) = match &input.source {
            InputSource::MakeSymbolic => (MADE, 0, &input.name),
            InputSource::Nondet { function } => (NONDET, 0, function),
            InputSource::Parameter { index } => (PARAMETER, *index, &input.name),
            InputSource::Buffer { index } => (BUFFER, *index, &input.name),
            InputSource::Object { object } => (OBJECT, *object, &input.name),
            InputSource::Returned { call } => (RETURNED, *call, &input.name),
            InputSource::Device { address } => {
                bytes = [&address.to_le_bytes()[..], &input.bytes].concat().into();
                (DEVICE, 0, &input.name)
            }
            InputSource::Outside { path, more } => {
                let mut way = Vec::with_capacity(8 * path.len() + 4 + input.bytes.len());
                put_u32(&mut way, path.len());
                way.extend(path.iter().flat_map(|step| step.to_le_bytes()));
                way.extend_from_slice(&input.bytes);
                bytes = way.into();
                (OUTSIDE, u32::from(*more), &input.name)
            }
            InputSource::Pointer { slot, .. } => {
                bytes = pointer(*slot, input.target()).into();
                (POINTER, 0, &input.name)
            }
            _ => (OTHER, 0, &input.name),
        };
        out.push(kind);
        out.extend_from_slice(&index.to_le_bytes());
        put_u32(&mut out, name.len());
        out.extend_from_slice(name.as_bytes());
        put_u32(&mut out, bytes.len());
        out.extend_from_slice(&bytes);
    }
    out
}

/// Where a pointer is and what it points to, in 22 bytes.
fn pointer(slot: PointerSlot, target: Option<PointerTarget>) -> Vec<u8> {
    let (kind, number, offset) = match slot {
        PointerSlot::Parameter { index } => (0u8, index, 0u64),
        PointerSlot::Field { object, offset } => (1, object, offset),
        PointerSlot::Returned { call } => (2, call, 0),
    };
    let (to, a, b) = match target {
        None | Some(PointerTarget::Null) => (0u8, 0u32, 0u32),
        Some(PointerTarget::Object { object }) => (1, object, 0),
        Some(PointerTarget::Function { signature, number }) => (2, signature, number),
    };
    let mut out = vec![kind];
    out.extend_from_slice(&number.to_le_bytes());
    out.extend_from_slice(&offset.to_le_bytes());
    out.push(to);
    out.extend_from_slice(&a.to_le_bytes());
    out.extend_from_slice(&b.to_le_bytes());
    out
}

/// Lengths are below 4 GiB: an input is an object of an explored program.
fn put_u32(out: &mut Vec<u8>, n: usize) {
    out.extend_from_slice(&(n as u32).to_le_bytes());
}

/// All of standard input.
pub fn stdin_bytes(inputs: &[Input]) -> Vec<u8> {
    inputs
        .iter()
        .filter(|i| i.source == InputSource::Stdin)
        .flat_map(|i| i.bytes.iter().copied())
        .collect()
}

/// The command line: `argv[0]` first. An argument ends at its first zero byte,
/// as it does for the program.
pub fn arguments(inputs: &[Input]) -> Vec<Vec<u8>> {
    let mut found: Vec<(u32, Vec<u8>)> = inputs
        .iter()
        .filter_map(|i| match i.source {
            InputSource::Argument { index } => {
                let text = i.bytes.split(|b| *b == 0).next().unwrap_or_default();
                Some((index, text.to_vec()))
            }
            _ => None,
        })
        .collect();
    found.sort();
    // What a symbolic number of arguments leaves out.
    let absent: Vec<std::ops::Range<u64>> = inputs
        .iter()
        .filter_map(|i| match i.source {
            InputSource::ArgumentCount { first, most } => {
                let n = i
                    .bytes
                    .iter()
                    .rev()
                    .fold(0u64, |n, b| n << 8 | u64::from(*b));
                let first = u64::from(first);
                Some(first + n..first + u64::from(most))
            }
            _ => None,
        })
        .collect();
    let mut slot = 1;
    let mut argv = vec![b"program".to_vec()];
    for (index, text) in found {
        if index == 0 {
            argv[0] = text;
            continue;
        }
        // A gap is an argument of no bytes.
        for k in slot..u64::from(index) {
            if !absent.iter().any(|r| r.contains(&k)) && argv.len() < 4096 {
                argv.push(Vec::new());
            }
        }
        slot = u64::from(index) + 1;
        if !absent.iter().any(|r| r.contains(&u64::from(index))) {
            argv.push(text);
        }
    }
    argv
}

/// Files that the program finds: name and content.
pub fn files(inputs: &[Input]) -> impl Iterator<Item = (&str, &[u8])> {
    inputs.iter().filter_map(|i| match &i.source {
        InputSource::File { name } => Some((name.as_str(), &i.bytes[..])),
        _ => None,
    })
}

/// Variables of the environment. A value ends at its first zero byte.
pub fn variables(inputs: &[Input]) -> impl Iterator<Item = (&str, &[u8])> {
    inputs.iter().filter_map(|i| match &i.source {
        InputSource::Variable { name } => {
            let value = i.bytes.split(|b| *b == 0).next().unwrap_or_default();
            Some((name.as_str(), value))
        }
        _ => None,
    })
}

/// What of these inputs a native run cannot choose, for the reason of a bug
/// that did not show.
pub fn beyond_control(inputs: &[Input]) -> Option<String> {
    inputs.iter().find_map(|i| match &i.source {
        InputSource::External { function } => Some(format!(
            "the predicted path depends on what {function} returned, which a native run cannot choose"
        )),
        InputSource::Uninitialised => Some(
            "the predicted path depends on uninitialised memory, which a native run cannot choose"
                .to_string(),
        ),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::InputType;

    fn input(source: InputSource, bytes: &[u8]) -> Input {
        Input {
            name: "x".into(),
            ty: InputType::Bytes,
            source,
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn arguments_are_sorted_cut_and_filled() {
        let argv = arguments(&[
            input(InputSource::Argument { index: 3 }, b"c\0zz"),
            input(InputSource::Argument { index: 1 }, b"a"),
        ]);
        assert_eq!(
            argv,
            [b"program".to_vec(), b"a".to_vec(), vec![], b"c".to_vec()]
        );
    }

    #[test]
    fn arguments_beyond_the_number_are_absent() {
        let count = |n: u8| {
            input(
                InputSource::ArgumentCount { first: 2, most: 2 },
                &[n, 0, 0, 0],
            )
        };
        let argument = |index, text: &[u8]| input(InputSource::Argument { index }, text);
        let all = [
            argument(1, b"a"),
            argument(2, b"b"),
            argument(3, b"c"),
            argument(4, b"d"),
        ];
        let argv = |n| {
            let mut inputs = all.to_vec();
            inputs.push(count(n));
            arguments(&inputs)[1..].concat()
        };
        assert_eq!(argv(0), b"ad");
        assert_eq!(argv(1), b"abd");
        assert_eq!(argv(2), b"abcd");
    }

    #[test]
    fn a_pointer_is_its_place_and_its_target() {
        let source = InputSource::Pointer {
            slot: PointerSlot::Field {
                object: 3,
                offset: 8,
            },
            targets: vec![PointerTarget::Null, PointerTarget::Object { object: 5 }],
        };
        let file = replay_file(&[input(source, &[1])]);
        let at = file.len() - 22;
        assert_eq!(file[12], POINTER);
        assert_eq!(file[at..at + 6], [1, 3, 0, 0, 0, 8]);
        assert_eq!(file[at + 13..at + 15], [1, 5]);
    }

    #[test]
    fn the_file_has_the_documented_layout() {
        let file = replay_file(&[input(InputSource::Buffer { index: 2 }, b"\x07\x08")]);
        assert_eq!(
            file,
            b"EPRPLAY1\x01\0\0\0\x03\x02\0\0\0\x01\0\0\0x\x02\0\0\0\x07\x08"
        );
    }
}
