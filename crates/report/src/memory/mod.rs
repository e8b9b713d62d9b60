//! Memory bounds for people and for other tools, from
//! [`ep_base::memory::Report`] and nothing else.

pub mod compare;
mod difference;
mod form;
pub mod json;
mod range;
pub mod sarif;
pub mod tables;
pub mod text;

use ep_base::outcome::Place;

/// `file.c:7`, without the folders.
pub fn short(p: &Place) -> String {
    let file = p.file.rsplit('/').next().unwrap_or(&p.file);
    match p.line {
        0 => file.to_string(),
        n => format!("{file}:{n}"),
    }
}

pub use range::range;
