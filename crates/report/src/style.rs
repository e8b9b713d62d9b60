//! Colours, when they are wanted: a terminal without `NO_COLOR`
//! (<https://no-color.org>) and not `TERM=dumb`, or anything where
//! `CLICOLOR_FORCE` is set (<https://bixense.com/clicolors>).

/// How text is decorated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    colour: bool,
}

impl Style {
    /// Plain text.
    pub const PLAIN: Style = Style { colour: false };
    /// With ANSI colours.
    pub const COLOUR: Style = Style { colour: true };

    /// Colours for a terminal, unless the environment says no.
    pub fn detect(is_terminal: bool) -> Style {
        let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|t| t == "dumb");
        Style {
            colour: (is_terminal && !dumb || set("CLICOLOR_FORCE")) && !set("NO_COLOR"),
        }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    /// A violation.
    pub fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }
    /// Something that holds.
    pub fn good(self, text: &str) -> String {
        self.paint("1;32", text)
    }
    /// Something to know.
    pub fn warn(self, text: &str) -> String {
        self.paint("1;33", text)
    }
    /// What frames an excerpt.
    pub fn dim(self, text: &str) -> String {
        self.paint("34", text)
    }
    /// A heading.
    pub fn strong(self, text: &str) -> String {
        self.paint("1", text)
    }
}

/// Text from the program under test without control characters, so that it
/// cannot steer the terminal.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}
