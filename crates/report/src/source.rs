//! Lines of the user's sources for excerpts, each file read once.

use std::collections::HashMap;

/// Largest file that is read for an excerpt, in bytes.
const LARGEST: u64 = 64 << 20;

/// The sources that were asked for so far.
#[derive(Default)]
pub struct Sources {
    files: HashMap<String, Option<Text>>,
}

/// A source, and where each line begins.
struct Text {
    whole: String,
    starts: Vec<usize>,
}

impl Text {
    fn new(whole: String) -> Text {
        let ends = whole.match_indices('\n').map(|(i, _)| i + 1);
        let starts = std::iter::once(0).chain(ends);
        let starts = starts.filter(|at| *at < whole.len()).collect();
        Text { whole, starts }
    }

    fn line(&self, index: usize) -> Option<&str> {
        let rest = self.whole.get(*self.starts.get(index)?..)?;
        rest.lines().next()
    }
}

impl Sources {
    /// Files come from the file system.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// A file whose text is known already.
    pub fn with(mut self, file: &str, text: &str) -> Sources {
        self.files.insert(file.into(), Some(Text::new(text.into())));
        self
    }

    /// Line `line` (from 1) of `file`, without its end. `None` when there is
    /// no such file or line.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        let index = line.checked_sub(1)? as usize;
        self.read(file)?.line(index)
    }

    /// The whole text of `file`, if it can be read.
    pub fn text(&mut self, file: &str) -> Option<&str> {
        self.read(file).map(|t| &t.whole[..])
    }

    fn read(&mut self, file: &str) -> Option<&Text> {
        let text = self.files.entry(file.to_string()).or_insert_with(|| {
            let meta = std::fs::metadata(file).ok()?;
            if !meta.is_file() || meta.len() > LARGEST {
                return None;
            }
            let bytes = std::fs::read(file).ok()?;
            Some(Text::new(String::from_utf8_lossy(&bytes).into_owned()))
        });
        text.as_ref()
    }
}
