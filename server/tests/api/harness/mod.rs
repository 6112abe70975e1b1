//! One running Vitrine per test, on a database and a port of its own, with a clock that the test moves.

mod documented;

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::{Client, ClientBuilder, Method, RequestBuilder, Response, StatusCode, header};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database as SeaDatabase, DatabaseBackend, DatabaseConnection, Statement,
};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpSocket};
use uuid::Uuid;
use vitrine::{
    app::{App, config::Config},
    foundation::accounts::model::{NewUser, Role},
    operations::setup,
    platform::{
        clock::Clock,
        db::Database,
        listener::{self, Bounds},
    },
    router,
};
use vitrine_migrations::{Migrator, MigratorTrait};

pub const ADMIN: &str = "admin@exemplo.com.br";
pub const EDITOR: &str = "editor@exemplo.com.br";
pub const VISITOR: &str = "visitante@exemplo.com.br";
pub const PASSWORD: &str = "uma senha bem comprida";

/// The public pages that search engines may list, articles and lists of them aside, and words that each must have.
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
/// One of the six articles that a new site has.
pub const ARTICLE: &str = "/blog/backup-que-funciona-a-regra-3-2-1-1-0";

pub struct Server {
    pub app: App,
    pub address: SocketAddr,
    pub client: Client,
    /// The secret of the setup link, where there is no administrator yet.
    pub setup_secret: Option<String>,
    /// Answers that the contract doesn't document; the test fails when there are any.
    undocumented: documented::Findings,
    _folder: Folder,
}

impl Drop for Server {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            documented::assert_none(&self.undocumented);
        }
    }
}

/// A port for what goes away and comes back: others can listen on it, but nobody else is given it meanwhile.
pub fn hold_port() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

/// Removed with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("vitrine-test-{}", unique()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// It wants to know how to do TLS, plain http or not. Whom to trust it needn't read: there is nobody.
pub fn client() -> ClientBuilder {
    // Fails from the second time on.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().tls_certs_only([])
}

fn unique() -> String {
    Uuid::from_bytes(vitrine::platform::id::random_bytes()).simple().to_string()
}

/// A new empty database of the kind under test.
pub async fn new_database(folder: &Folder) -> String {
    match postgres() {
        Some(server) => server.create(None).await,
        None => format!("sqlite:{}", folder.0.join("test.db").display()),
    }
}

/// A new database as versions before a step of its migrations left it.
pub async fn database_before(url: &str, step: &str) -> DatabaseConnection {
    let writable = if url.starts_with("sqlite:") { format!("{url}?mode=rwc") } else { url.to_owned() };
    let database = SeaDatabase::connect(writable).await.unwrap();
    let steps = Migrator::migrations().iter().position(|known| known.name() == step).unwrap();
    Migrator::up(&database, Some(u32::try_from(steps).unwrap())).await.unwrap();
    database
}

/// A new database with this program's tables, which PostgreSQL copies in half the time that it takes to make them.
async fn database_with_tables(folder: &Folder) -> String {
    match postgres() {
        Some(server) => server.create(Some(&server.tables().await)).await,
        None => new_database(folder).await,
    }
}

/// The server that tests on PostgreSQL use.
struct Postgres {
    url: String,
}

fn postgres() -> Option<Postgres> {
    let kind = std::env::var("VITRINE_TEST_DATABASE").ok();
    (kind.as_deref() == Some("postgres")).then(|| Postgres {
        url: std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names a PostgreSQL server"),
    })
}

impl Postgres {
    fn url_of(&self, name: &str) -> String {
        let (base, _) = self.url.rsplit_once('/').unwrap();
        format!("{base}/{name}")
    }

    async fn create(&self, template: Option<&str>) -> String {
        let name = format!("test_{}", unique());
        let copied = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
        let connection = SeaDatabase::connect(&self.url).await.unwrap();
        connection.execute_unprepared(&format!("CREATE DATABASE {name}{copied}")).await.unwrap();
        connection.close().await.unwrap();
        self.url_of(&name)
    }

    /// The database that has nothing but tables, made by the first test of a run.
    async fn tables(&self) -> String {
        let run = std::env::var("NEXTEST_RUN_ID").unwrap_or_else(|_| std::process::id().to_string());
        let name = format!("tables_{}", run.replace('-', "_"));
        let mut options = ConnectOptions::new(&self.url);
        options.max_connections(1);
        let connection = SeaDatabase::connect(options).await.unwrap();
        connection.execute_unprepared("SELECT pg_advisory_lock(1)").await.unwrap();
        let found = format!("SELECT 1 FROM pg_database WHERE datname = '{name}'");
        let found = Statement::from_string(DatabaseBackend::Postgres, found);
        if connection.query_one_raw(found).await.unwrap().is_none() {
            connection.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
            let tables = SeaDatabase::connect(self.url_of(&name)).await.unwrap();
            Migrator::up(&tables, None).await.unwrap();
            tables.close().await.unwrap();
        }
        // Gives the lock back.
        connection.close().await.unwrap();
        name
    }
}

/// Friday, 20 November 2026, 9:00 in São Paulo.
pub fn start_of_test() -> DateTime<Utc> {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

#[derive(Default)]
pub struct Options<'a> {
    pub variables: &'a [(&'a str, &'a str)],
    /// Leaves out the accounts, so that the setup link is made.
    pub no_accounts: bool,
    /// Opens several connections to PostgreSQL, for tests whose transactions have to meet.
    pub races: bool,
}

impl Server {
    pub async fn start() -> Self {
        Self::start_with(Options::default()).await
    }

    /// One whose transactions run at the same time on PostgreSQL, too.
    pub async fn start_for_races() -> Self {
        Self::start_with(Options { races: true, ..Options::default() }).await
    }

    pub async fn start_with(options: Options<'_>) -> Self {
        Self::start_hurried(options, Bounds::default()).await
    }

    /// One that waits as long as it is told.
    pub async fn start_hurried(options: Options<'_>, bounds: Bounds) -> Self {
        let folder = Folder::new();
        let url = database_with_tables(&folder).await;
        let config = Config::read(|name| {
            let own =
                options.variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
            own.or_else(|| match name {
                "VITRINE_DATABASE_URL" => Some(url.clone()),
                // One connection to PostgreSQL for everything: a handler that takes a second one inside its transaction
                // waits for itself and fails.
                "VITRINE_DATABASE_CONNECTIONS" if !options.races => Some("1".to_owned()),
                "VITRINE_DATA_DIR" => Some(folder.0.display().to_string()),
                _ => None,
            })
        })
        .unwrap();
        let db = Database::open_with(&config.database_url, config.database_connections).await.unwrap();
        let app = App::new(config, db, Clock::held_at(start_of_test())).await.unwrap();
        let mut setup_secret = setup::prepare(&app).await.unwrap();
        if !options.no_accounts {
            // Afterwards: an administrator takes the demo company's contact details off the site, and tests need some.
            create_accounts(&app).await;
            setup_secret = None;
        }
        Self::serve(app, setup_secret, folder, bounds).await
    }

    /// Another process on the same database, which has the same time.
    pub async fn replica(&self) -> Self {
        let config = (*self.app.config).clone();
        let db = Database::open_with(&config.database_url, config.database_connections).await.unwrap();
        let app = App::new(config, db, self.app.clock.clone()).await.unwrap();
        Self::serve(app, None, Folder::new(), Bounds::default()).await
    }

    async fn serve(app: App, setup_secret: Option<String>, folder: Folder, bounds: Bounds) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let undocumented = documented::Findings::default();
        let front = documented::Documented {
            inner: router::front(app.clone()).unwrap(),
            findings: undocumented.clone(),
        };
        tokio::spawn(listener::serve(listener, Arc::new(front), bounds, std::future::pending()));
        let client = client().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { app, address, client, setup_secret, undocumented, _folder: folder }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    pub fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        self.request(Method::POST, path).json(body)
    }

    pub fn put(&self, path: &str, body: &Value) -> RequestBuilder {
        self.request(Method::PUT, path).json(body)
    }

    /// As a browser on a page of ours sends it: with its cookies, and where it comes from.
    pub fn with_cookies(&self, request: RequestBuilder, cookies: &str) -> RequestBuilder {
        request.header(header::COOKIE, cookies).header(header::ORIGIN, format!("http://{}", self.address))
    }

    /// A bearer token for one of the accounts that every test has.
    pub async fn token(&self, email: &str) -> String {
        let answer = self
            .post("/api/auth/login", &json!({"email": email, "password": PASSWORD}))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        json_of(answer).await["token"].as_str().unwrap().to_owned()
    }

    pub async fn editor(&self) -> Staff<'_> {
        Staff { server: self, token: self.token(EDITOR).await }
    }

    pub async fn admin(&self) -> Staff<'_> {
        Staff { server: self, token: self.token(ADMIN).await }
    }

    /// A session of somebody else with the usual password.
    pub async fn staff(&self, email: &str) -> Staff<'_> {
        Staff { server: self, token: self.token(email).await }
    }

    pub fn advance(&self, by: TimeDelta) {
        self.app.clock.advance(by);
    }

    pub async fn send_contact(&self, body: &Value) -> Value {
        let answer = self.post("/api/contacts", body).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::CREATED);
        json_of(answer).await
    }
}

/// A member of staff with a session.
pub struct Staff<'a> {
    server: &'a Server,
    token: String,
}

impl Staff<'_> {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.server.request(method, path).bearer_auth(&self.token)
    }

    pub fn put(&self, path: &str, body: &Value) -> RequestBuilder {
        self.server.put(path, body).bearer_auth(&self.token)
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    pub async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        json_of(answer).await
    }
}

async fn create_accounts(app: &App) {
    let hash = app.passwords.hash(PASSWORD).await.unwrap();
    let accounts = [(ADMIN, Role::Admin), (EDITOR, Role::Editor), (VISITOR, Role::User)];
    let tx = app.db.begin().await.unwrap();
    for (email, role) in accounts {
        let new = NewUser {
            email: email.into(),
            full_name: "Pessoa de Teste".into(),
            password: PASSWORD.into(),
            self_registered: false,
        };
        vitrine::foundation::accounts::store::users::create(&*tx, &new, hash.clone(), role, app.clock.now())
            .await
            .unwrap();
    }
    vitrine::foundation::accounts::store::setup_tokens::delete_all(&*tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// A cookie that an answer sets, `name=value`, and everything that is said of it.
pub fn cookie_of(answer: &Response, name: &str) -> Option<(String, String)> {
    let set = answer.headers().get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap());
    let found = set.into_iter().find(|cookie| cookie.starts_with(&format!("{name}=")))?;
    let (pair, rest) = found.split_once("; ").unwrap();
    Some((pair.to_owned(), rest.to_owned()))
}

pub async fn json_of(response: Response) -> Value {
    let text = response.text().await.unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// What a visitor's form sends.
pub fn lead() -> Value {
    json!({
        "name": "João da Silva",
        "email": "joao@exemplo.com.br",
        "phone": "(11) 98765-4321",
        "company": "Padaria São José",
        "message": "Serviço de interesse: Suporte Técnico\n\nPreciso de ajuda com a rede.",
        "status": "new",
    })
}

/// `lead()` with some fields replaced.
pub fn lead_with(changes: &Value) -> Value {
    let mut lead = lead();
    for (name, value) in changes.as_object().unwrap() {
        lead[name] = value.clone();
    }
    lead
}
