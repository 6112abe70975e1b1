//! Media in S3. The tests run an S3 server that stores files in a folder.

use std::net::SocketAddr;

use hyper_util::rt::TokioIo;
use image::ImageFormat;
use reqwest::StatusCode;
use s3s::{
    auth::SimpleAuth,
    service::{S3Service, S3ServiceBuilder},
};
use tokio::{
    net::{TcpListener, TcpSocket},
    task::{JoinHandle, JoinSet},
};

use super::{file, files_in, picture, send_file, stored_files, upload};
use crate::harness::{Folder, Server, reserve_port};

const KEY: &str = "chave";
const SECRET: &str = "segredo";
const BUCKET: &str = "fotos";

/// A bucket that can be stopped and started again on the same port.
struct Bucket {
    folder: Folder,
    address: SocketAddr,
    _reserved: TcpSocket,
    running: Option<JoinHandle<()>>,
}

impl Bucket {
    async fn start() -> Self {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.0.join(BUCKET)).unwrap();
        let (reserved, address) = reserve_port();
        let mut bucket = Self { folder, address, _reserved: reserved, running: None };
        bucket.resume().await;
        bucket
    }

    async fn resume(&mut self) {
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(&self.folder.0).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.running = Some(tokio::spawn(serve(listener, builder.build())));
    }

    async fn stop(&mut self) {
        let running = self.running.take().unwrap();
        running.abort();
        running.await.unwrap_err();
    }

    /// Starts a site that stores its media in this bucket. `secret` is its secret access key.
    async fn start_site(&self, secret: &str) -> Server {
        let endpoint = format!("http://{}", self.address);
        let variables = [
            ("VITRINE_MEDIA_URL", "s3://fotos/site/midia"),
            ("AWS_ENDPOINT_URL", &endpoint),
            ("AWS_ACCESS_KEY_ID", KEY),
            ("AWS_SECRET_ACCESS_KEY", secret),
        ];
        Server::start_with_variables(&variables).await
    }

    /// Returns the names of the stored files, relative to the site's prefix.
    fn stored_files(&self) -> Vec<String> {
        let folder = self.folder.0.join(BUCKET).join("site/midia");
        let start = format!("{}/", folder.display());
        files_in(folder).into_iter().map(|path| path.replace(&start, "")).collect()
    }
}

/// Serves connections until the task is aborted, which also closes them.
async fn serve(listener: TcpListener, service: S3Service) {
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let service = service.clone();
        connections.spawn(async move {
            let http = hyper::server::conn::http1::Builder::new();
            let _ = http.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

#[tokio::test]
async fn media_in_the_bucket_is_served_by_every_replica() {
    let bucket = Bucket::start().await;
    let server = bucket.start_site(SECRET).await;
    let staff = server.editor().await;
    let first = upload(&staff, "a.png", &picture(600, 300, ImageFormat::Png)).await;
    let path = first["url"].as_str().unwrap().strip_prefix("/media/").unwrap();
    assert!(bucket.stored_files().iter().any(|file| file == path), "{path} in {:?}", bucket.stored_files());
    assert_eq!(bucket.stored_files().len(), 3, "the picture and its WebP in two widths");
    assert!(stored_files(&server).is_empty(), "the folder of the site is empty");

    let replica = server.replica().await;
    for site in [&server, &replica] {
        let answer = file(site, &first).await;
        assert_eq!(answer.headers()["content-type"], "image/png");
        assert!(image::load_from_memory(answer.bytes()).is_ok());
    }
    server.get("/media/company/nada.png").await.expect(StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn site_stays_up_without_the_bucket() {
    let mut bucket = Bucket::start().await;
    let server = bucket.start_site(SECRET).await;
    let staff = server.editor().await;
    let seen = upload(&staff, "a.png", &picture(20, 10, ImageFormat::Png)).await;
    let unseen = upload(&staff, "b.png", &picture(20, 10, ImageFormat::Png)).await;
    file(&server, &seen).await;
    let before = bucket.stored_files();
    bucket.stop().await;

    server.get("/").await.expect(StatusCode::OK);
    assert_eq!(server.status("/healthz/live").await, StatusCode::OK);
    assert_eq!(server.status("/healthz/ready").await, StatusCode::SERVICE_UNAVAILABLE);
    file(&server, &seen).await;
    server.get(unseen["url"].as_str().unwrap()).await.expect(StatusCode::SERVICE_UNAVAILABLE);
    send_file(&staff, "/api/media", "c.png", &picture(20, 10, ImageFormat::Png))
        .await
        .expect(StatusCode::SERVICE_UNAVAILABLE);
    let listed = staff.get("/api/media").await.json();
    assert_eq!(listed.as_array().unwrap().len(), 2, "the failed upload isn't listed");

    bucket.resume().await;
    server.advance(chrono::TimeDelta::seconds(1));
    assert_eq!(server.status("/healthz/ready").await, StatusCode::OK);
    file(&server, &unseen).await;
    assert_eq!(bucket.stored_files(), before, "the failed upload left no file");
    upload(&staff, "c.png", &picture(20, 10, ImageFormat::Png)).await;
}

#[tokio::test]
async fn bucket_lookups_of_missing_files_are_limited() {
    let mut bucket = Bucket::start().await;
    let server = bucket.start_site(SECRET).await;
    let staff = server.editor().await;
    let seen = upload(&staff, "a.png", &picture(20, 10, ImageFormat::Png)).await;
    file(&server, &seen).await;
    let missing = |number: usize| server.get(&format!("/media/company/{number}.png")).send();
    missing(0).await.expect(StatusCode::NOT_FOUND);
    bucket.stop().await;
    // The answer is cached.
    missing(0).await.expect(StatusCode::NOT_FOUND);
    bucket.resume().await;
    let answers = futures_util::future::join_all((1..130).map(missing)).await;
    let looked_up = answers.iter().filter(|answer| answer.status() == StatusCode::NOT_FOUND);
    assert_eq!(looked_up.count(), 99, "the limit also holds for concurrent requests");
    missing(130).await.expect(StatusCode::TOO_MANY_REQUESTS);
    file(&server, &seen).await;
}

#[tokio::test]
async fn wrong_bucket_key_is_refused_and_leaves_no_media() {
    let bucket = Bucket::start().await;
    let server = bucket.start_site("outro").await;
    let staff = server.editor().await;
    send_file(&staff, "/api/media", "a.png", &picture(20, 10, ImageFormat::Png))
        .await
        .expect(StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(staff.json("/api/media").await, serde_json::json!([]));
    assert!(bucket.stored_files().is_empty());
}
