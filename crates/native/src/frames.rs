//! From `(module+0xoffset)` to functions, files and lines, in this process:
//! the debug information of the program that we built is read with
//! `addr2line`, so that neither `llvm-symbolizer` nor a further process in the
//! sandbox is needed.

use crate::sanitizer::RawFrame;
use std::path::Path;

/// A resolved frame.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// The function; empty when unknown.
    pub function: String,
    /// The file; empty when there is no debug information.
    pub file: String,
    /// The line; 0 unknown.
    pub line: u32,
}

/// The symbols of one built program.
pub struct Symbols {
    module: String,
    loader: Option<addr2line::Loader>,
}

impl Symbols {
    /// Of the program at `path`. A program whose symbols cannot be read gives
    /// frames without names.
    pub fn open(path: &Path) -> Symbols {
        Symbols {
            module: path.to_string_lossy().into_owned(),
            loader: addr2line::Loader::new(path).ok(),
        }
    }

    /// The frames with inlined calls expanded, innermost first. Frames of
    /// other modules (the C library) stay without a file.
    pub fn resolve(&self, raw: &[RawFrame]) -> Vec<Frame> {
        let mut out = Vec::with_capacity(raw.len());
        for frame in raw {
            let before = out.len();
            if frame.module == self.module {
                self.resolve_one(frame.offset, &mut out);
            }
            if out.len() == before {
                out.push(Frame::default());
            }
        }
        out
    }

    /// The source lines of the code between two offsets.
    pub fn lines(&self, from: u64, to: u64) -> Vec<(String, u32)> {
        let mut out = Vec::new();
        let Some(loader) = &self.loader else {
            return out;
        };
        if let Ok(rows) = loader.find_location_range(from, to) {
            for (_, _, place) in rows {
                if let (Some(file), Some(line)) = (place.file, place.line) {
                    if line > 0 {
                        out.push((file.to_string(), line));
                    }
                }
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn resolve_one(&self, offset: u64, out: &mut Vec<Frame>) {
        let Some(loader) = &self.loader else { return };
        if let Ok(mut frames) = loader.find_frames(offset) {
            while let Ok(Some(frame)) = frames.next() {
                let mut resolved = Frame::default();
                if let Some(name) = &frame.function {
                    resolved.function = name.raw_name().map(|n| n.into_owned()).unwrap_or_default();
                }
                if let Some(place) = &frame.location {
                    resolved.file = place.file.unwrap_or_default().to_string();
                    resolved.line = place.line.unwrap_or(0);
                }
                out.push(resolved);
            }
        }
        let named = out.last().is_some_and(|f| !f.function.is_empty());
        if !named {
            if let Some(symbol) = loader.find_symbol(offset) {
                out.push(Frame {
                    function: symbol.to_string(),
                    ..Frame::default()
                });
            }
        }
    }
}
