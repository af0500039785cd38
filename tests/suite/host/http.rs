//! The web, asked through the port.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tollgate::host::{HostHttp, Reach};
use tollgate_tools::port::{Http as _, HttpAnswer, HttpError, HttpGet};
use url::Url;

use crate::suite::web::{Web, endless, packed, response, stuck};

const BYTES_MAX: usize = 100_000;

fn request(url: Url) -> HttpGet {
    HttpGet { url, headers: Vec::new(), bytes_max: BYTES_MAX, timeout_ms: 30_000 }
}

async fn fetch(url: Url) -> Result<HttpAnswer, HttpError> {
    HostHttp::new(Reach::Anywhere).get(request(url)).await
}

fn zipped(bytes: Vec<u8>) -> Response {
    let mut response = Body::from(bytes).into_response();
    response.headers_mut().insert("content-encoding", "gzip".parse().unwrap());
    response
}

#[tokio::test]
async fn this_machine_is_out_of_reach_unless_allowed() {
    let web = Web::start(Router::new().route("/", get(|| async { "in" }))).await;
    for host in ["127.0.0.1", "localhost"] {
        let url = Url::parse(&format!("http://{host}:{}/", web.address.port())).unwrap();
        let error = HostHttp::new(Reach::Public).get(request(url.clone())).await.unwrap_err();
        assert!(matches!(&error, HttpError::PrivateAddress { host: refused } if refused == host));
        assert!(error.to_string().contains("allow_private"), "{error}");
        assert_eq!(web.seen().len(), 0, "nothing was sent to {host}");
    }
    let answer = fetch(web.url("/")).await.unwrap();
    assert_eq!((answer.status, &*answer.body), (200, b"in".as_slice()));
}

#[tokio::test]
async fn an_answer_is_status_headers_body_and_address() {
    let missing = || async { (StatusCode::NOT_FOUND, [("X-Odd", "1")], "gone") };
    let web = Web::start(Router::new().route("/a", get(missing))).await;
    let answer = fetch(web.url("/a?b=c")).await.unwrap();
    assert_eq!((answer.status, answer.header("x-odd")), (404, Some("1")));
    assert_eq!((&*answer.body, answer.url), (b"gone".as_slice(), web.url("/a?b=c")));
    assert_eq!(answer.moved_to, None);
}

#[tokio::test]
async fn requests_carry_their_headers_and_a_name_and_no_memory() {
    let set = || async { response(200, "set-cookie", "a=b") };
    let web = Web::start(Router::new().route("/", get(set))).await;
    let http = HostHttp::new(Reach::Anywhere);
    for _ in 0..2 {
        let headers = vec![("if-none-match", "\"x\"".to_owned())];
        http.get(HttpGet { headers, ..request(web.url("/")) }).await.unwrap();
    }
    for seen in web.seen() {
        let header = |name| seen.get(name).map(|value| value.to_str().unwrap());
        assert!(header("user-agent").unwrap().starts_with("tollgate/"), "{seen:?}");
        assert_eq!(header("if-none-match"), Some("\"x\""));
        assert_eq!((header("cookie"), header("referer")), (None, None));
    }
    assert_eq!(web.seen().len(), 2);
}

#[tokio::test]
async fn five_redirects_are_followed_and_six_are_not() {
    let routes = (0..6).fold(Router::new(), |routes, at| {
        let next = move || async move { response(302, "location", &format!("{}", at + 1)) };
        routes.route(&format!("/{at}"), get(next))
    });
    let web = Web::start(routes.route("/6", get(|| async { "end" }))).await;
    let answer = fetch(web.url("/1")).await.unwrap();
    assert_eq!((&*answer.body, answer.url), (b"end".as_slice(), web.url("/6")));
    let error = fetch(web.url("/0")).await.unwrap_err();
    assert!(matches!(error, HttpError::TooManyRedirects { redirects_max: 5 }), "{error}");
}

#[tokio::test]
async fn a_redirect_loop_ends() {
    let again = || async { response(308, "location", "/") };
    let web = Web::start(Router::new().route("/", get(again))).await;
    let error = fetch(web.url("/")).await.unwrap_err();
    assert!(matches!(error, HttpError::TooManyRedirects { .. }), "{error}");
    assert_eq!(web.seen().len(), 6);
}

#[tokio::test]
async fn the_new_address_is_as_far_as_redirects_are_permanent() {
    let routes = Router::new()
        .route("/all", get(|| async { response(301, "location", "/half") }))
        .route("/half", get(|| async { response(308, "location", "/temporary") }))
        .route("/temporary", get(|| async { response(307, "location", "/late") }))
        .route("/late", get(|| async { response(301, "location", "/end") }))
        .route("/end", get(|| async { "end" }));
    let web = Web::start(routes).await;
    for (from, moved_to) in [
        ("/all", Some("/temporary")),
        ("/temporary", None),
        ("/late", Some("/end")),
        ("/end", None),
    ] {
        let answer = fetch(web.url(from)).await.unwrap();
        assert_eq!(answer.moved_to, moved_to.map(|path| web.url(path)), "{from}");
        assert_eq!(answer.url, web.url("/end"), "{from}");
    }
}

#[tokio::test]
async fn only_the_web_is_fetched_redirects_included() {
    for location in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "data:,x"] {
        let away = move || async move { response(302, "location", location) };
        let web = Web::start(Router::new().route("/", get(away))).await;
        for url in [web.url("/"), Url::parse(location).unwrap()] {
            let error = fetch(url).await.unwrap_err();
            assert!(matches!(error, HttpError::Scheme { .. }), "{location}: {error}");
        }
    }
}

#[tokio::test]
async fn redirects_to_nowhere_are_errors_or_answers() {
    let routes = Router::new()
        .route("/bad", get(|| async { response(302, "location", "http://[") }))
        .route("/none", get(|| async { StatusCode::FOUND }));
    let web = Web::start(routes).await;
    let error = fetch(web.url("/bad")).await.unwrap_err();
    assert!(matches!(error, HttpError::Unreachable { .. }), "{error}");
    assert_eq!(fetch(web.url("/none")).await.unwrap().status, 302);
}

#[tokio::test]
async fn credentials_stay_with_their_server() {
    let other = Web::start(Router::new().route("/", get(|| async { "end" }))).await;
    let target = other.url("/").to_string();
    let away = move || async move { response(302, "location", &target) };
    let here = || async { response(302, "location", "/away") };
    let web = Web::start(Router::new().route("/", get(here)).route("/away", get(away))).await;
    let headers = vec![
        ("authorization", "secret".to_owned()),
        ("cookie", "a=b".to_owned()),
        ("accept", "text/xml".to_owned()),
    ];
    let get = HttpGet { headers, ..request(web.url("/")) };
    HostHttp::new(Reach::Anywhere).get(get).await.unwrap();
    let sent = |seen: &HeaderMap| {
        ["authorization", "cookie", "accept"].map(|name| seen.contains_key(name))
    };
    assert_eq!(web.seen().iter().map(sent).collect::<Vec<_>>(), [[true; 3]; 2]);
    assert_eq!(other.seen().iter().map(sent).collect::<Vec<_>>(), [[false, false, true]]);
}

#[tokio::test]
async fn bodies_are_bounded_however_they_come() {
    let sized = |bytes: usize| move || async move { vec![b'x'; bytes] };
    let routes = Router::new()
        .route("/fits", get(sized(BYTES_MAX)))
        .route("/over", get(sized(BYTES_MAX + 1)))
        .route("/endless", get(|| async { endless() }))
        .route("/packed", get(|| async { zipped(packed(64)) }));
    let web = Web::start(routes).await;
    assert_eq!(fetch(web.url("/fits")).await.unwrap().body.len(), BYTES_MAX);
    for path in ["/over", "/endless", "/packed"] {
        let error = fetch(web.url(path)).await.unwrap_err();
        assert!(matches!(error, HttpError::TooLarge { bytes_max: BYTES_MAX }), "{path}: {error}");
    }
}

#[tokio::test]
async fn packed_bodies_are_unpacked() {
    let routes = Router::new()
        .route("/good", get(|| async { zipped(packed(0)) }))
        .route("/bad", get(|| async { zipped(b"not gzip at all".to_vec()) }));
    let web = Web::start(routes).await;
    assert_eq!(fetch(web.url("/good")).await.unwrap().body, b"");
    let error = fetch(web.url("/bad")).await.unwrap_err();
    assert!(matches!(error, HttpError::Unreachable { .. }), "{error}");
}

#[tokio::test]
async fn time_is_bounded_over_the_whole_exchange() {
    let silent = || async { std::future::pending::<()>().await };
    let slow = || async { response(302, "location", "/silent") };
    let routes = Router::new()
        .route("/silent", get(silent))
        .route("/slow", get(slow))
        .route("/stuck", get(|| async { stuck() }));
    let web = Web::start(routes).await;
    for path in ["/silent", "/slow", "/stuck"] {
        let get = HttpGet { timeout_ms: 300, ..request(web.url(path)) };
        let error = HostHttp::new(Reach::Anywhere).get(get).await.unwrap_err();
        assert!(matches!(error, HttpError::TimedOut { timeout_ms: 300 }), "{path}: {error}");
    }
}

#[tokio::test]
async fn what_cannot_be_reached_says_why() {
    let port = {
        let web = Web::start(Router::new()).await;
        web.address.port()
    };
    for scheme in ["http", "https"] {
        let url = Url::parse(&format!("{scheme}://127.0.0.1:{port}/secret-path")).unwrap();
        match fetch(url).await.unwrap_err() {
            HttpError::Unreachable { reason } => {
                assert!(!reason.contains("secret-path"), "{reason}");
                assert!(reason.len() > 10, "{reason}");
            }
            other => panic!("{scheme}: {other}"),
        }
    }
}

#[tokio::test]
async fn headers_that_cannot_be_sent_are_refused() {
    let web = Web::start(Router::new()).await;
    let headers = vec![("if-none-match", "a\r\nx: y".to_owned())];
    let get = HttpGet { headers, ..request(web.url("/")) };
    let error = HostHttp::new(Reach::Anywhere).get(get).await.unwrap_err();
    assert!(matches!(error, HttpError::Unreachable { .. }), "{error}");
    assert_eq!(web.seen().len(), 0);
}
