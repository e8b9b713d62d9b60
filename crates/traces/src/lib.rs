//! Path conditions of object-oriented code, forward and backward. Floor 3.
