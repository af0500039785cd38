//! How a decoded value becomes what the handler is given: at once, or after a look-up.
//!
//! A plain enum and not an opaque future: nearly every value is there at once, and the compiler
//! checks a crate of many tools in far less time.

use crate::bind::Failure;
use crate::port::Pending;

/// A value that is there, or one that has to be looked up first.
pub enum Resolve<'a, T> {
    /// It is there.
    Ready(T),
    /// It is looked up, and what its type promises is proven.
    Pending(Pending<'a, Result<T, Failure>>),
}

impl<'a, T: Send + 'a> Resolve<'a, T> {
    /// Looks something up.
    pub fn pending(lookup: impl Future<Output = Result<T, Failure>> + Send + 'a) -> Self {
        Self::Pending(Box::pin(lookup))
    }

    /// Makes something of the value once it is there.
    pub fn map<U: Send + 'a>(self, make: impl FnOnce(T) -> U + Send + 'a) -> Resolve<'a, U> {
        match self {
            Self::Ready(value) => Resolve::Ready(make(value)),
            Self::Pending(lookup) => Resolve::pending(async move { lookup.await.map(make) }),
        }
    }

    /// All of them, looked up one after the other where they must be.
    #[must_use]
    pub fn all(each: Vec<Self>) -> Resolve<'a, Vec<T>> {
        let mut values = Vec::with_capacity(each.len());
        let mut rest = each.into_iter();
        while let Some(next) = rest.next() {
            match next {
                Self::Ready(value) => values.push(value),
                Self::Pending(lookup) => {
                    return Resolve::pending(async move {
                        values.push(lookup.await?);
                        for next in rest {
                            values.push(next.value().await?);
                        }
                        Ok(values)
                    });
                }
            }
        }
        Resolve::Ready(values)
    }

    /// The value.
    ///
    /// # Errors
    /// When what its type promises does not hold for this caller.
    pub async fn value(self) -> Result<T, Failure> {
        match self {
            Self::Ready(value) => Ok(value),
            Self::Pending(lookup) => lookup.await,
        }
    }
}

impl<T> std::fmt::Debug for Resolve<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ready(_) => "Ready",
            Self::Pending(_) => "Pending",
        })
    }
}
