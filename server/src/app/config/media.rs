//! The configuration of the store of uploaded files.

use std::{
    ffi::OsString,
    fmt,
    path::{self, PathBuf},
};

use object_store::{aws::AmazonS3ConfigKey as Key, path::Path};
use url::Url;

use super::reader::Reader;

/// Where uploaded files are stored.
#[derive(Clone, Debug)]
pub enum MediaConfig {
    Folder(PathBuf),
    S3(S3Config),
}

/// A bucket, and a folder in it.
#[derive(Clone)]
pub struct S3Config {
    /// The values of [`VARIABLES`] and the bucket. They contain a secret, so they are not in the `Debug` output.
    pub options: Vec<(Key, String)>,
    /// The folder in the bucket. All paths of files start with it. May be empty.
    pub prefix: Path,
}

/// Describes valid URLs, for error messages.
const URL_FORMATS: &str = "s3://BUCKET or s3://BUCKET/FOLDER, without . and .. in the path";

/// The usual variables of S3 clients. Without access keys, the client uses the credentials of the machine's role.
pub const VARIABLES: [(&str, Key); 5] = [
    ("AWS_ACCESS_KEY_ID", Key::AccessKeyId),
    ("AWS_SECRET_ACCESS_KEY", Key::SecretAccessKey),
    ("AWS_SESSION_TOKEN", Key::Token),
    ("AWS_REGION", Key::Region),
    ("AWS_ENDPOINT_URL", Key::Endpoint),
];

impl S3Config {
    /// Parses the URL of a bucket. `options` are the values of the [`VARIABLES`] that are set.
    #[must_use]
    pub fn parse(url: &str, mut options: Vec<(Key, String)>) -> Option<Self> {
        // The URL parser would resolve `.` and `..`.
        let is_dots = |segment: &str| matches!(&*segment.to_lowercase().replace("%2e", "."), "." | "..");
        if url.split('/').any(is_dots) {
            return None;
        }
        let url = Url::parse(url).ok()?;
        let is_plain = url.username().is_empty()
            && url.password().is_none()
            && url.port().is_none()
            && url.query().is_none()
            && url.fragment().is_none();
        if url.scheme() != "s3" || !is_plain {
            return None;
        }
        let bucket = url.host_str().filter(|host| (3..=63).contains(&host.len()))?;
        let prefix = Path::from_url_path(url.path().trim_matches('/')).ok()?;
        options.push((Key::Bucket, bucket.to_owned()));
        Some(Self { options, prefix })
    }
}

impl fmt::Debug for S3Config {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("S3Config").field("prefix", &self.prefix).finish_non_exhaustive()
    }
}

impl<F: Fn(&str) -> Option<OsString>> Reader<F> {
    pub fn media(&mut self, data_dir: &path::Path) -> MediaConfig {
        let folder = MediaConfig::Folder(data_dir.join("media"));
        if self.text("VITRINE_MEDIA_URL").is_none() {
            return folder;
        }
        let options: Vec<_> =
            VARIABLES.into_iter().filter_map(|(name, key)| Some((key, self.text(name)?))).collect();
        if self.text("AWS_ACCESS_KEY_ID").is_some() != self.text("AWS_SECRET_ACCESS_KEY").is_some() {
            self.problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together".into());
        }
        // Only validates the URL. Its text is already in `options`.
        self.http_url("AWS_ENDPOINT_URL");
        let parse = |url: &str| S3Config::parse(url, options);
        self.secret("VITRINE_MEDIA_URL", URL_FORMATS, parse).map_or(folder, MediaConfig::S3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bucket_url_may_contain_a_folder() {
        for (url, bucket, prefix) in [
            ("s3://fotos", "fotos", ""),
            ("s3://fotos/", "fotos", ""),
            ("s3://fotos-da-casa/site/midia/", "fotos-da-casa", "site/midia"),
        ] {
            let config = S3Config::parse(url, Vec::new()).expect(url);
            assert_eq!(config.options, [(Key::Bucket, bucket.to_owned())], "{url}");
            assert_eq!(config.prefix.as_ref(), prefix, "{url}");
        }
    }

    #[test]
    fn invalid_bucket_urls_are_refused() {
        for url in [
            "s3://",
            "s3:fotos",
            "s3://ab",
            "https://fotos",
            "file:///tmp",
            "fotos",
            "s3://key:secret@fotos",
            "s3://fotos?region=x",
            "s3://fotos:9000",
            "s3://fotos/site/../midia",
            "s3://fotos/%2E./midia",
        ] {
            assert!(S3Config::parse(url, Vec::new()).is_none(), "{url}");
        }
    }
}
