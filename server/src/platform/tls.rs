//! TLS for connections to other servers.

use std::sync::Arc;

use rustls::{ClientConfig, Error, RootCertStore, crypto::ring};

/// Returns a configuration that trusts the authorities of the system.
pub fn client_config() -> Result<ClientConfig, Error> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(config)
}
