//! The body of a request, bounded in bytes and in time.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body as _, Bytes, Incoming};
use tokio::time::sleep;

/// How much of a body that is too long is read all the same: a client that is cut off while it
/// writes may never read why.
const LINGER_FACTOR: u64 = 4;
/// How long that may take.
const LINGER: Duration = Duration::from_secs(2);

/// Why a request has no body that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bodiless {
    /// It is longer than it may be.
    TooLong,
    /// It did not come in time.
    TooSlow,
    /// It broke off, or its form is wrong.
    Broken,
}

/// Reads a body of at most that many bytes, in at most that time.
///
/// # Errors
/// Why there is none.
pub(crate) async fn intake(
    mut body: Incoming,
    bytes_max: usize,
    time: Duration,
) -> Result<Bytes, Bodiless> {
    let most = bytes_max as u64;
    if body.size_hint().lower() > most {
        linger(body, most).await;
        return Err(Bodiless::TooLong);
    }
    let mut taken = Taken::default();
    // Most bodies come with their head, and need no timer.
    let step = poll_once(|context| taken.poll(&mut body, bytes_max, context)).await;
    let ended = match step {
        Some(ended) => ended,
        None => {
            let reading = poll_fn(|context| taken.poll(&mut body, bytes_max, context));
            tokio::time::timeout(time, reading).await.unwrap_or(Err(Bodiless::TooSlow))
        }
    };
    match ended {
        Ok(()) => Ok(taken.bytes()),
        Err(Bodiless::TooLong) => {
            linger(body, most).await;
            Err(Bodiless::TooLong)
        }
        Err(other) => Err(other),
    }
}

#[derive(Default)]
struct Taken {
    first: Option<Bytes>,
    more: Vec<u8>,
}

impl Taken {
    fn poll(
        &mut self,
        body: &mut Incoming,
        bytes_max: usize,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Bodiless>> {
        loop {
            let part = match Pin::new(&mut *body).poll_frame(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Err(Bodiless::Broken)),
                Poll::Ready(Some(Ok(part))) => part,
            };
            // Trailers say nothing here.
            let Ok(data) = part.into_data() else { continue };
            if self.len() + data.len() > bytes_max {
                return Poll::Ready(Err(Bodiless::TooLong));
            }
            self.add(data);
        }
    }

    fn len(&self) -> usize {
        self.first.as_ref().map_or(0, Bytes::len) + self.more.len()
    }

    fn add(&mut self, data: Bytes) {
        match self.first.take() {
            None if self.more.is_empty() => self.first = Some(data),
            first => {
                self.more.extend_from_slice(&first.unwrap_or_default());
                self.more.extend_from_slice(&data);
            }
        }
    }

    fn bytes(self) -> Bytes {
        self.first.unwrap_or_else(|| self.more.into())
    }
}

async fn linger(mut body: Incoming, most: u64) {
    let mut left = most.saturating_mul(LINGER_FACTOR);
    let reading = async {
        while let Some(Ok(part)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
        {
            left = left.saturating_sub(part.data_ref().map_or(0, |data| data.len() as u64));
            if left == 0 {
                return;
            }
        }
    };
    let mut reading = pin!(reading);
    let mut over = pin!(sleep(LINGER));
    tokio::select! {
        () = &mut reading => {}
        () = &mut over => {}
    }
}

/// What is ready at once; nothing if it would have to be waited for.
async fn poll_once<T>(mut poll: impl FnMut(&mut Context<'_>) -> Poll<T>) -> Option<T> {
    poll_fn(|context| match poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}
