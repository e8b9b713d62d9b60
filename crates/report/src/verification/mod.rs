//! The result of `everypath verify`: for people ([`text`]), as a page of
//! symbolic states ([`states`]), as JSON ([`json`]) and as SARIF ([`sarif`]).

pub mod json;
pub mod sarif;
pub mod states;
pub mod text;
