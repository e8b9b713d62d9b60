//! Verification with permissions. Floor 3.
