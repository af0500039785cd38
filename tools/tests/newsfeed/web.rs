//! A web that says what a test wrote, and remembers what it was asked.

use std::collections::HashMap;
use std::sync::Mutex;

use tollgate_tools::port::{Http, HttpAnswer, HttpError, HttpGet, Pending};
use url::Url;

/// Answers by address; the last answer of an address is given again and again.
#[derive(Debug, Default)]
pub(crate) struct Web {
    pages: Mutex<HashMap<String, HttpAnswer>>,
    asked: Mutex<Vec<HttpGet>>,
    crowd: Mutex<Crowd>,
}

/// How many requests wait at the same time.
#[derive(Debug, Default)]
struct Crowd {
    now: usize,
    most: usize,
}

impl Web {
    /// From now on, this address answers so.
    pub(crate) fn page(&self, url: &str, status: u16, headers: &[(&str, &str)], body: &str) {
        let headers = headers.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        let answer = HttpAnswer {
            status,
            headers: headers.collect(),
            body: body.as_bytes().to_vec(),
            url: Url::parse(url).unwrap(),
            moved_to: None,
        };
        self.pages.lock().unwrap().insert(url.to_owned(), answer);
    }

    /// From now on, this address leads to that one for good, where this is read.
    pub(crate) fn moved(&self, from: &str, to: &str, body: &str) {
        self.page(from, 200, &[], body);
        let mut pages = self.pages.lock().unwrap();
        let answer = pages.get_mut(from).unwrap();
        answer.url = Url::parse(to).unwrap();
        answer.moved_to = Some(answer.url.clone());
    }

    /// What was asked since the last time.
    pub(crate) fn asked(&self) -> Vec<HttpGet> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    /// The most requests that were waiting at the same time.
    pub(crate) fn most_at_a_time(&self) -> usize {
        self.crowd.lock().unwrap().most
    }

    /// Waits until every request that can come has come: those that wait with it may go on.
    async fn queue(&self) {
        {
            let mut crowd = self.crowd.lock().unwrap();
            crowd.now += 1;
            crowd.most = crowd.most.max(crowd.now);
        }
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        self.crowd.lock().unwrap().now -= 1;
    }
}

impl Http for Web {
    fn get(&self, request: HttpGet) -> Pending<'_, Result<HttpAnswer, HttpError>> {
        Box::pin(async move {
            self.queue().await;
            let page = self.pages.lock().unwrap().get(request.url.as_str()).cloned();
            self.asked.lock().unwrap().push(request);
            page.ok_or_else(|| HttpError::Unreachable { reason: "nobody is there".into() })
        })
    }
}
