//! Looks up text records in the DNS.

use std::{net::SocketAddr, time::Duration};

use hickory_resolver::{
    TokioResolver,
    config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts},
    net::{NetError, runtime::TokioRuntimeProvider},
    proto::rr::{Name, RData},
};
use tokio::time::timeout;

/// Maximum time of a lookup, with all attempts.
const TIMEOUT: Duration = Duration::from_secs(6);
/// Maximum number of records of a name, and of bytes of each. The rest is left out.
const MAX_RECORDS: usize = 50;
const MAX_RECORD_BYTES: usize = 4096;

/// The lookup failed, so that nothing is known about the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the DNS could not be asked")]
pub struct LookupFailed;

/// Asks the name servers of the system, or one that is configured for tests.
pub struct Dns(TokioResolver);

impl Dns {
    /// Reads the system's configuration. `None` if it can't be read.
    pub fn new(server: Option<SocketAddr>) -> Option<Self> {
        let mut options = ResolverOpts::default();
        options.attempts = 2;
        options.timeout = Duration::from_secs(2);
        // A record that was just corrected must be seen.
        options.cache_size = 0;
        let builder = match server {
            Some(address) => {
                let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()].map(|mut connection| {
                    connection.port = address.port();
                    connection
                });
                let server = NameServerConfig::new(address.ip(), true, connections.to_vec());
                let config = ResolverConfig::from_name_servers(vec![server]);
                TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
            }
            None => TokioResolver::builder_tokio().ok()?,
        };
        builder.with_options(options).build().ok().map(Self)
    }

    /// Returns the text records of a domain name, following aliases. Empty if there are none or the name doesn't exist.
    pub async fn texts(&self, name: &str) -> Result<Vec<String>, LookupFailed> {
        let ascii = idna::domain_to_ascii(name).map_err(|_| LookupFailed)?;
        // With a final dot, search domains of the system are not added.
        let name = Name::from_ascii(format!("{}.", ascii.trim_end_matches('.'))).map_err(|_| LookupFailed)?;
        let found = timeout(TIMEOUT, self.0.txt_lookup(name)).await.map_err(|_| LookupFailed)?;
        match found {
            Ok(lookup) => Ok(lookup
                .answers()
                .iter()
                .filter_map(|record| text(&record.data))
                .take(MAX_RECORDS)
                .collect()),
            Err(NetError::Dns(cause)) if NetError::Dns(cause.clone()).is_no_records_found() => Ok(Vec::new()),
            Err(_) => Err(LookupFailed),
        }
    }
}

/// Returns the parts of a text record as one text.
fn text(data: &RData) -> Option<String> {
    let RData::TXT(record) = data else { return None };
    let bytes: Vec<u8> = record.txt_data.iter().flatten().copied().take(MAX_RECORD_BYTES).collect();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
