//! What functions of the library do with a text that may be any.
//!
//! Idea: a table by name, of what a bound on memory can see: the result, and what is
//! written. Source: C17 7.21 to 7.24, POSIX.1-2017 (`getopt`, `strdup`, `err`).
//! Alternative: to run the models of these functions on a text of any length, whose
//! loops have no end. Cost: one look-up for each call.

/// What a call does that is handed a text of the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// Gives a number that stands in it; where its end is told, through this argument.
    Number { end: Option<usize> },
    /// Gives a number of its characters.
    Length,
    /// Gives any number, and looks only.
    Compared,
    /// Gives a place in it, or null; it is this argument that has to be the text.
    Within(usize),
    /// Writes to a stream, which is this argument, or to one of the standard ones; the
    /// format is this argument.
    Shown {
        stream: Option<usize>,
        format: Option<usize>,
    },
    /// Stores what a format finds in it.
    Scanned,
    /// Gives a place in it, and may write there.
    Part,
    /// Does what it does with any text: names of files and variables, last words.
    Named,
    /// Writes a text there, by a format where it has one, and gives that address or a
    /// number.
    Filled {
        to: usize,
        gives_address: bool,
        format: Option<usize>,
    },
    /// Makes a block with a copy, of at most so many characters as this argument says.
    Duplicated { most: Option<usize> },
    /// The next option.
    Option { long: bool },
}

/// None for a function that is not understood.
pub(super) fn how(name: &str) -> Option<How> {
    let shown = |stream, format| How::Shown { stream, format };
    let filled = |format| How::Filled {
        to: 0,
        gives_address: false,
        format,
    };
    Some(match name {
        "atoi" | "atol" | "atoll" | "atof" => How::Number { end: None },
        "strtol" | "strtoll" | "strtoul" | "strtoull" | "strtod" | "strtof" | "strtoimax"
        | "strtoumax" | "__isoc23_strtol" | "__isoc23_strtoll" | "__isoc23_strtoul"
        | "__isoc23_strtoull" | "__isoc23_strtoimax" | "__isoc23_strtoumax" => {
            How::Number { end: Some(1) }
        }
        "strlen" | "strnlen" | "strspn" | "strcspn" => How::Length,
        "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "strcoll" | "memcmp" | "bcmp"
        | "fnmatch" => How::Compared,
        "strchr" | "strrchr" | "strpbrk" | "strstr" | "strcasestr" | "index" | "rindex"
        | "memchr" | "memrchr" => How::Within(0),
        "printf" | "vprintf" => shown(None, Some(0)),
        "puts" | "perror" => shown(None, None),
        "warn" | "warnx" | "vwarn" | "vwarnx" => shown(None, Some(0)),
        "fprintf" | "vfprintf" => shown(Some(0), Some(1)),
        "fputs" => shown(Some(1), None),
        "fwrite" => shown(Some(3), None),
        "write" => shown(Some(0), None),
        "sscanf" | "__isoc99_sscanf" | "__isoc23_sscanf" => How::Scanned,
        "basename" | "__xpg_basename" | "dirname" => How::Part,
        "err" | "errx" | "verr" | "verrx" | "error" => How::Named,
        "fopen" | "fopen64" | "open" | "open64" | "access" | "stat" | "lstat" | "stat64"
        | "lstat64" | "getenv" | "secure_getenv" | "unlink" | "remove" | "creat" => How::Named,
        "strcpy" | "strncpy" | "strcat" | "strncat" | "memcpy" | "memmove" => How::Filled {
            to: 0,
            gives_address: true,
            format: None,
        },
        "sprintf" | "vsprintf" => filled(Some(1)),
        "snprintf" | "vsnprintf" => filled(Some(2)),
        "strlcpy" | "strlcat" => filled(None),
        "strdup" | "__strdup" => How::Duplicated { most: None },
        "strndup" | "__strndup" => How::Duplicated { most: Some(1) },
        "getopt" => How::Option { long: false },
        "getopt_long" | "getopt_long_only" => How::Option { long: true },
        _ => return None,
    })
}

/// The functions among these that go on where an earlier call stopped, and could have
/// kept a text: they stand in no table, so that none is handed one.
#[cfg(test)]
const KEEPING: [&str; 3] = ["strtok", "strtok_r", "strsep"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_a_text_is_not_understood() {
        for name in KEEPING {
            assert_eq!(how(name), None, "{name}");
        }
        assert_eq!(how("strlen"), Some(How::Length));
        assert_eq!(how("qsort"), None);
    }
}
