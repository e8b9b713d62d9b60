//! The verification language: Viper's. Floor 1.
