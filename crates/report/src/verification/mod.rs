//! The result of `everypath verify`: for people ([`text`]), as JSON
//! ([`json`]) and as SARIF ([`sarif`]).

pub mod json;
pub mod sarif;
pub mod text;
