//! The body of an answer: a message in pieces that are never copied, or a stream of events.

use std::io;
use std::io::IoSlice;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body as HttpBody, Buf, Bytes, Frame as Part, SizeHint};

use super::events::Events;
use crate::wire::Frame;

/// What an answer says.
#[derive(Debug)]
pub(crate) enum Body {
    /// All of it.
    Whole(Pieces),
    /// Events, as they come.
    Events(Box<Events>),
}

/// The pieces of one message, sent with one call where the system can.
#[derive(Debug, Default)]
pub(crate) struct Pieces([Bytes; 3]);

/// Bytes that many answers share.
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Body {
    /// No bytes.
    pub(crate) fn empty() -> Self {
        Self::Whole(Pieces::default())
    }
}

impl From<Frame> for Body {
    fn from(frame: Frame) -> Self {
        let (head, shared) = frame.into_parts();
        Self::Whole(match shared {
            None => Pieces([head.into(), Bytes::new(), Bytes::new()]),
            Some(shared) => {
                let shared = Bytes::from_owner(Shared(shared)).slice(Frame::SHARED_FROM..);
                Pieces([head.into(), shared, Bytes::from_static(b"}")])
            }
        })
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self::Whole(Pieces([bytes, Bytes::new(), Bytes::new()]))
    }
}

impl HttpBody for Body {
    type Data = Pieces;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Part<Pieces>>>> {
        match self.get_mut() {
            Self::Whole(pieces) if pieces.has_remaining() => {
                Poll::Ready(Some(Ok(Part::data(std::mem::take(pieces)))))
            }
            Self::Whole(_) => Poll::Ready(None),
            Self::Events(events) => events.poll_next(context).map(|next| {
                let event = next?;
                Some(event.map(|bytes| Part::data(Pieces([bytes, Bytes::new(), Bytes::new()]))))
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Whole(pieces) if !pieces.has_remaining())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(pieces) => SizeHint::with_exact(pieces.remaining() as u64),
            Self::Events(_) => SizeHint::new(),
        }
    }
}

impl Buf for Pieces {
    fn remaining(&self) -> usize {
        self.0.iter().map(Bytes::len).sum()
    }

    fn chunk(&self) -> &[u8] {
        self.0.iter().find(|piece| !piece.is_empty()).map_or(&[], |piece| piece)
    }

    fn advance(&mut self, mut count: usize) {
        for piece in &mut self.0 {
            let part = count.min(piece.len());
            piece.advance(part);
            count -= part;
        }
    }

    fn chunks_vectored<'a>(&'a self, slices: &mut [IoSlice<'a>]) -> usize {
        let pieces = self.0.iter().filter(|piece| !piece.is_empty());
        let pairs = slices.iter_mut().zip(pieces);
        pairs.map(|(slice, piece)| *slice = IoSlice::new(piece)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces() -> Pieces {
        Pieces([b"ab", b"".as_slice(), b"cde"].map(Bytes::from_static))
    }

    #[test]
    fn pieces_are_read_in_order_and_across_their_borders() {
        let mut pieces = pieces();
        assert_eq!((pieces.remaining(), pieces.chunk()), (5, b"ab".as_slice()));
        pieces.advance(3);
        assert_eq!((pieces.remaining(), pieces.chunk()), (2, b"de".as_slice()));
        pieces.advance(2);
        assert!(!pieces.has_remaining() && pieces.chunk().is_empty());
    }

    #[test]
    fn as_many_pieces_are_written_at_once_as_the_writer_takes() {
        let pieces = pieces();
        let mut slices = [IoSlice::new(b""); 4];
        assert_eq!(pieces.chunks_vectored(&mut slices), 2);
        assert_eq!((&*slices[0], &*slices[1]), (b"ab".as_slice(), b"cde".as_slice()));
        assert_eq!(pieces.chunks_vectored(&mut slices[..1]), 1);
    }

    #[test]
    fn the_length_of_a_whole_body_is_known_and_an_empty_one_has_ended() {
        assert!(Body::empty().is_end_stream());
        let body = Body::from(Bytes::from_static(b"abc"));
        assert_eq!((body.is_end_stream(), body.size_hint().exact()), (false, Some(3)));
    }
}
