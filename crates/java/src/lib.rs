//! The Java subset with specifications in comments. Floor 2.
