//! The whole surface as clients see it.
