//! What a feed keeps, gives and cuts off.

use super::*;
use crate::wire::Id;

fn frame(text: &str) -> Frame {
    let id = Id::read(serde_json::from_str("1").unwrap()).unwrap();
    Frame::result(&id, |out| out.extend_from_slice(text.as_bytes()))
}

fn next(feed: &Feed, reader: u32) -> Option<Next> {
    match feed.poll_next(reader, &Context::from_waker(Waker::noop())) {
        Poll::Ready(next) => Some(next),
        Poll::Pending => None,
    }
}

fn number(next: Option<Next>) -> u64 {
    match next {
        Some(Next::Message(_, Some(place))) => place.number,
        other => panic!("{other:?}"),
    }
}

fn numbered(room: usize) -> (Arc<Feed>, Arc<Retention>) {
    let retention = Arc::new(Retention::new(room));
    let stream = Numbered { stream: 7, retention: Arc::clone(&retention) };
    (Feed::numbered(stream), retention)
}

#[test]
fn messages_come_in_order_and_then_the_end() {
    let feed = Feed::new();
    let reader = feed.attach(None);
    assert_eq!(next(&feed, reader), None);
    feed.send(&frame("{ }"));
    feed.finish(Some(&frame("{}")));
    feed.send(&frame("{}"));
    for text in ["{ }", "{}"] {
        let message = line(&frame(text));
        assert_eq!(next(&feed, reader), Some(Next::Message(message, None)));
    }
    assert_eq!(next(&feed, reader), Some(Next::End));
}

#[test]
fn the_same_notice_waits_once() {
    let feed = Feed::new();
    let reader = feed.attach(None);
    for _ in 0..3 {
        feed.post(frame("{}"));
    }
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
    assert_eq!(next(&feed, reader), None);
    feed.post(frame("{}"));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
}

#[test]
fn a_reader_is_cut_off_at_one_message_more_than_may_wait() {
    let feed = Feed::new();
    let reader = feed.attach(None);
    (0..UNREAD_MAX).for_each(|_| feed.send(&frame("{}")));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
    feed.send(&frame("{}"));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
    (0..2).for_each(|_| feed.send(&frame("{}")));
    assert_eq!(next(&feed, reader), Some(Next::Cut));
}

#[test]
fn a_reader_is_cut_off_at_more_bytes_than_may_wait_but_the_last_message_always_fits() {
    let around = line(&frame("")).len();
    let long = |bytes: usize| frame(&" ".repeat(bytes - around));
    let feed = Feed::new();
    let reader = feed.attach(None);
    feed.send(&long(UNREAD_BYTES_MAX));
    feed.finish(Some(&long(3 * UNREAD_BYTES_MAX)));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))));
    assert_eq!(next(&feed, reader), Some(Next::End));
    let feed = Feed::new();
    let reader = feed.attach(None);
    feed.send(&long(UNREAD_BYTES_MAX + 1));
    assert!(matches!(next(&feed, reader), Some(Next::Message(..))), "alone it may be longer");
    feed.send(&long(UNREAD_BYTES_MAX));
    feed.send(&frame("{}"));
    assert_eq!(next(&feed, reader), Some(Next::Cut));
}

#[test]
fn whoever_comes_back_reads_on_after_the_last_number_it_saw() {
    let (feed, _) = numbered(usize::MAX);
    let first = feed.attach(None);
    (0..3).for_each(|_| feed.send(&frame("{}")));
    assert_eq!([1, 2, 3].map(|_| number(next(&feed, first))), [1, 2, 3]);
    let second = feed.attach(Some(1));
    assert_eq!(next(&feed, first), Some(Next::End), "one reads at a time");
    feed.finish(Some(&frame("{}")));
    assert_eq!([2, 3, 4].map(|_| number(next(&feed, second))), [2, 3, 4]);
    assert_eq!(next(&feed, second), Some(Next::End));
}

#[test]
fn what_has_no_room_is_not_kept_and_room_comes_back() {
    let bytes = line(&frame("{}")).len();
    let (feed, retention) = numbered(2 * bytes);
    let reader = feed.attach(None);
    (0..2).for_each(|_| feed.send(&frame("{}")));
    assert_eq!([1, 2].map(|_| number(next(&feed, reader))), [1, 2]);
    assert_eq!(retention.left.load(Ordering::Relaxed), 0);
    feed.send(&frame("{}"));
    assert_eq!(number(next(&feed, reader)), 3);
    assert_eq!(retention.left.load(Ordering::Relaxed), 2 * bytes);
    let reader = feed.attach(Some(1));
    assert_eq!(next(&feed, reader), None, "nothing is kept any more");
    feed.send(&frame("{}"));
    assert_eq!(number(next(&feed, reader)), 4);
    drop(feed);
    assert_eq!(retention.left.load(Ordering::Relaxed), 2 * bytes);
}

#[test]
fn a_number_from_the_future_changes_nothing() {
    let (feed, _) = numbered(usize::MAX);
    feed.send(&frame("{}"));
    let reader = feed.attach(Some(u64::MAX - 1));
    assert_eq!(number(next(&feed, reader)), 1);
}
