//! A server for each test, with its own database and port, and a clock that the test moves.

pub mod authenticator;
mod client;
mod database;
pub mod dns;
mod documented;
pub mod dovecot;
pub mod mailbox;
pub mod scripted_imap;
pub mod scripted_smtp;
pub mod smtp;

use std::{net::SocketAddr, ops::Deref, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::StatusCode;
use sea_orm::{ConnectionTrait, DatabaseBackend, QueryResult, Statement};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket};
use vitrine::{
    app::{App, AppState, config::Config},
    foundation::{
        audit,
        identity::{
            model::{NewUser, Role},
            store::users,
        },
    },
    operations::{maintenance, setup},
    platform::{
        clock::Clock,
        crypto::passwords::Passwords,
        db::{Database, Transaction},
        id,
        listener::{self, Bounds},
    },
    router,
    site::{CACHE_BYTES, Site, cache::PageCache},
};

use self::database::new_server_database;
pub use self::{
    client::{Answer, Client, Request, markup},
    database::{Folder, database_before, new_database},
};

pub const ADMIN: &str = "admin@exemplo.com.br";
pub const EDITOR: &str = "editor@exemplo.com.br";
pub const VISITOR: &str = "visitante@exemplo.com.br";
/// Emails for accounts that [`Server::create_account`] creates.
pub const SUPPORT: &str = "atendimento@exemplo.com.br";
pub const WRITER: &str = "redacao@exemplo.com.br";
pub const PASSWORD: &str = "uma senha bem comprida";

/// Path of each public page that search engines index, and a text that the page must contain. Posts and the lists of a
/// category or tag aren't included.
pub const PAGES: [(&str, &str); 13] = [
    ("/", "Solicite uma Consultoria Gratuita"),
    ("/sobre", "Missão"),
    ("/servicos", "Ver Detalhes"),
    ("/servicos/suporte-manutencao", "Infraestrutura de Redes"),
    ("/servicos/seguranca-monitoramento", "LGPD Compliance"),
    ("/servicos/nuvem-virtualizacao", "E-mail Corporativo"),
    ("/servicos/desenvolvimento-ia", "Integração com WhatsApp"),
    ("/servicos/erps-gestao", "Transformação Digital"),
    ("/servicos/banco-dados", "Integração de Pagamentos"),
    ("/blog", "Ler Artigo"),
    ("/contato", "Agendar Consultoria"),
    ("/privacidade", "Lei nº 13.709/2018"),
    ("/termos", "foro da comarca de São Paulo"),
];
/// Path of one of the six posts of a new site.
pub const ARTICLE: &str = "/blog/backup-que-funciona-a-regra-3-2-1-1-0";

/// A server of a test: listens on a free port of the local machine, with its own database.
pub struct Server {
    pub app: App,
    pub address: SocketAddr,
    visitor: Client,
    /// Secret in the setup link, if there is no administrator yet.
    pub setup_secret: Option<String>,
    /// Responses that the contract doesn't document. The test fails if there are any.
    undocumented: documented::Findings,
    _folder: Folder,
}

/// Sends requests as a visitor without a session.
impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.visitor
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            documented::assert_none(&self.undocumented);
        }
    }
}

/// Reserves a port until the socket is dropped, so that a restarted server can listen on it again.
pub fn reserve_port() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

/// Friday, 20 November 2026, 9:00 in São Paulo.
pub fn start_of_test() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Environment variables of the configuration, each with its value.
    pub variables: &'a [(&'a str, &'a str)],
    /// Creates no accounts, so that there is a setup link.
    pub no_accounts: bool,
    /// Opens several connections to PostgreSQL, for tests with concurrent transactions.
    pub races: bool,
    /// Hashes passwords at the usual cost.
    pub costly_passwords: bool,
}

const USUAL: Options<'static> =
    Options { variables: &[], no_accounts: false, races: false, costly_passwords: false };
/// A server without rate limits.
pub const NO_LIMITS: Options<'static> = Options { variables: &[("VITRINE_RATE_LIMITS", "off")], ..USUAL };
/// A server that takes the address of a client from `X-Forwarded-For`.
pub const BEHIND_PROXY: Options<'static> =
    Options { variables: &[("VITRINE_TRUSTED_PROXIES", "127.0.0.0/8")], ..USUAL };
/// A new site without accounts.
pub const NO_ACCOUNTS: Options<'static> = Options { no_accounts: true, ..USUAL };

impl Server {
    pub async fn start() -> Self {
        Self::start_with(Options::default()).await
    }

    /// Starts a server that is configured with environment variables.
    pub async fn start_with_variables(variables: &[(&str, &str)]) -> Self {
        Self::start_with(Options { variables, ..Options::default() }).await
    }

    /// Starts a server whose transactions can run concurrently, also on PostgreSQL.
    pub async fn start_for_races() -> Self {
        Self::start_with(Options { races: true, ..Options::default() }).await
    }

    pub async fn start_with(options: Options<'_>) -> Self {
        Self::start_with_bounds(options, Bounds::default()).await
    }

    /// Starts a server with other limits on connections and times.
    pub async fn start_with_bounds(options: Options<'_>, bounds: Bounds) -> Self {
        let folder = Folder::new();
        // The prepared database belongs to another secret key.
        let has_key = options.variables.iter().any(|(name, _)| *name == "VITRINE_SECRET_KEY");
        let url = if has_key { new_database(&folder).await } else { new_server_database(&folder).await };
        let config = Config::read(|name| {
            let chosen =
                options.variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            chosen.or_else(|| match name {
                "VITRINE_DATABASE_URL" => Some(url.clone()),
                // With a single connection to PostgreSQL, a handler that takes a second one inside its transaction waits for
                // itself, so that its test fails.
                "VITRINE_DATABASE_CONNECTIONS" if !options.races => Some("1".to_owned()),
                "VITRINE_DATA_DIR" => Some(folder.0.display().to_string()),
                _ => None,
            })
        })
        .unwrap();
        let db = Database::open_with(&config.database_url, config.database_connections).await.unwrap();
        let mut app =
            App::new(config, db, Clock::manual(start_of_test()), audit::proof_of_key).await.unwrap();
        if !options.costly_passwords {
            app = App::from(AppState { passwords: Passwords::start_weak(), ..(*app).clone() });
        }
        let mut setup_secret = setup::prepare(&app).await.unwrap();
        if !options.no_accounts {
            // After `prepare`: with an administrator, it would remove demo contact data that some tests need.
            create_accounts(&app).await;
            setup_secret = None;
        }
        Self::serve(app, setup_secret, folder, bounds).await
    }

    /// Starts another server on the same database and clock.
    pub async fn replica(&self) -> Self {
        let config = (*self.app.config).clone();
        let db = Database::open_with(&config.database_url, config.database_connections).await.unwrap();
        let app = App::new(config, db, self.app.clock.clone(), audit::proof_of_key).await.unwrap();
        Self::serve(app, None, Folder::new(), Bounds::default()).await
    }

    async fn serve(app: App, setup_secret: Option<String>, folder: Folder, bounds: Bounds) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let undocumented = documented::Findings::default();
        let cache = PageCache::with_quick_compression(CACHE_BYTES, app.clock.clone());
        let service = documented::Documented {
            inner: router::service_of(Site { cache, ..Site::start(app.clone()).unwrap() }),
            findings: undocumented.clone(),
        };
        tokio::spawn(listener::serve(listener, Arc::new(service), bounds, std::future::pending()));
        let visitor = Client::new(format!("http://{address}"));
        Self { app, address, visitor, setup_secret, undocumented, _folder: folder }
    }

    /// Signs in with the usual password and returns the session token.
    pub async fn token(&self, email: &str) -> String {
        let login = json!({"email": email, "password": PASSWORD});
        let session = self.post("/api/auth/login", &login).await.expect(StatusCode::OK).json();
        session["token"].as_str().unwrap().to_owned()
    }

    /// Creates an account of the role with the usual password.
    pub async fn create_account(&self, email: &str, role: Role) {
        let tx = self.app.db.begin().await.unwrap();
        create_account(&self.app, &tx, email, role).await;
        tx.commit().await.unwrap();
    }

    pub async fn editor(&self) -> Client {
        self.sign_in(EDITOR).await
    }

    pub async fn admin(&self) -> Client {
        self.sign_in(ADMIN).await
    }

    /// Signs in with the usual password.
    pub async fn sign_in(&self, email: &str) -> Client {
        self.with_token(self.token(email).await)
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: TimeDelta) {
        self.app.clock.advance(by);
    }

    /// Runs all maintenance jobs once.
    pub async fn run_maintenance(&self) {
        maintenance::run(&self.app).await.unwrap();
    }

    /// Returns the rows of a query.
    pub async fn query(&self, sql: &str) -> Vec<QueryResult> {
        let db = self.app.db.reader();
        db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await.unwrap()
    }

    /// Returns whether the database is SQLite.
    pub fn is_sqlite(&self) -> bool {
        self.app.db.reader().get_database_backend() == DatabaseBackend::Sqlite
    }

    /// Begins a transaction on every connection that can write. They are in use until the value is dropped.
    pub async fn occupy_writers(&self) -> Vec<Transaction> {
        let writers = if self.is_sqlite() { 1 } else { self.app.config.database_connections / 2 };
        let mut transactions = Vec::new();
        for _ in 0..writers {
            transactions.push(self.app.db.begin().await.unwrap());
        }
        transactions
    }

    /// Executes SQL statements in one transaction.
    pub async fn execute_sql(&self, sql: &str) {
        let tx = self.app.db.begin().await.unwrap();
        tx.execute_unprepared(sql).await.unwrap();
        tx.commit().await.unwrap();
    }
}

async fn create_accounts(app: &App) {
    let tx = app.db.begin().await.unwrap();
    for (email, role) in [(ADMIN, Role::Admin), (EDITOR, Role::Editor), (VISITOR, Role::User)] {
        create_account(app, &tx, email, role).await;
    }
    setup::store::delete_all(&*tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// Creates an account with the usual password.
async fn create_account(app: &App, tx: &Transaction, email: &str, role: Role) {
    let new = NewUser {
        email: email.into(),
        full_name: "Pessoa de Teste".into(),
        password: PASSWORD.into(),
        self_registered: false,
    };
    let hash = app.passwords.hash(PASSWORD).await.unwrap();
    let now = app.clock.now();
    users::create(&**tx, id::new_id(now), &new, hash, role, now).await.unwrap();
}

/// Returns the JSON that the contact form sends.
pub fn new_contact() -> Value {
    json!({
        "name": "João da Silva",
        "email": "joao@exemplo.com.br",
        "phone": "(11) 98765-4321",
        "company": "Padaria São José",
        "message": "Serviço de interesse: Suporte Técnico\n\nPreciso de ajuda com a rede.",
        "status": "new",
    })
}

/// Returns [`new_contact`] with some fields replaced.
pub fn new_contact_with(changes: &Value) -> Value {
    with_fields(new_contact(), changes)
}

/// Returns an object with some fields replaced or added.
pub fn with_fields(mut object: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        object[name] = value.clone();
    }
    object
}

/// Returns path and query of a URL of the server, as in mail.
pub fn path_of_url(url: &Value) -> String {
    url.as_str().and_then(|url| url.split_once("8080")).expect("a URL of the server").1.to_owned()
}

/// Opens a database as a separate process with these environment variables does.
pub async fn open_app(url: &str, folder: &Folder, variables: &[(&str, &str)]) -> anyhow::Result<App> {
    let config = Config::read(|name| match name {
        "VITRINE_DATABASE_URL" => Some(url.to_owned()),
        "VITRINE_DATA_DIR" => Some(folder.0.display().to_string()),
        _ => variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()),
    })?;
    let db = Database::open(&config.database_url).await?;
    App::new(config, db, Clock::manual(start_of_test()), audit::proof_of_key).await
}

/// Returns the API path of a contact.
pub fn contact_path(contact: &Value) -> String {
    format!("/api/contacts/{}", contact["id"].as_str().unwrap())
}
