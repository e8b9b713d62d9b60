//! The frame of every page: the document around a body, with the policy that
//! keeps it from loading anything.
//!
//! Idea: a page is one file that can be sent and kept; it names no other file
//! and asks no network. What differs is the title, the style, and whether
//! scripts of ours run in it. What must never happen: a page with a frame of
//! its own, which forgets the policy (`cargo xtask tidy` looks for one).
//! Alternative: a template that is inherited, which pages without templates
//! cannot use. Cost: one copy of the body.

/// Whether scripts that stand in a page run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scripts {
    /// Nothing runs.
    None,
    /// Those in the page itself.
    Inline,
}

/// A whole page: `title` is text, `style` CSS, and `body` HTML.
pub fn page(title: &str, style: &str, scripts: Scripts, body: &str) -> String {
    let scripts = match scripts {
        Scripts::None => "",
        Scripts::Inline => "; script-src 'unsafe-inline'",
    };
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Everypath\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'{scripts}\">\n\
         <title>{title}</title>\n<style>\n{style}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A text as it stands in HTML, inside elements and attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_loads_nothing_and_runs_what_it_may() {
        let still = page("a<b", "p{}", Scripts::None, "<p>x</p>\n");
        assert!(still.contains("<title>a&lt;b</title>"));
        assert!(still.contains("default-src 'none'") && !still.contains("script-src"));
        assert!(still.ends_with("<body>\n<p>x</p>\n</body>\n</html>\n"));
        let live = page("", "", Scripts::Inline, "");
        assert!(live.contains("script-src 'unsafe-inline'"));
    }
}
