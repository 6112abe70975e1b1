//! The privacy policy and the record of processing operations follow the configuration.

use chrono::TimeDelta;
use reqwest::{StatusCode, header};
use serde_json::{Value, json};
use vitrine::operations::processing::activities::KEYS;

use crate::harness::{
    ADMIN, Client, NO_LIMITS, PASSWORD, Request, Server,
    authenticator::{totp_app, totp_code},
    markup,
};

const MAIL: [(&str, &str); 2] = [
    ("VITRINE_SMTP_URL", "smtp://mail.exemplo.com.br?tls=none"),
    ("VITRINE_MAIL_FROM", "site@empresa.com.br"),
];

/// Returns the keys of the activities in the record of processing operations.
async fn keys(admin: &Client) -> Vec<String> {
    let record = admin.json("/api/processing-record").await;
    let activities = record["activities"].as_array().unwrap();
    activities.iter().filter_map(|activity| activity["key"].as_str().map(str::to_owned)).collect()
}

#[tokio::test]
async fn privacy_policy_names_exactly_the_configured_services() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let before = server.markup("/privacidade").await;
    assert!(before.contains("anotada pela “Contagem própria de visitas” na aba"), "{before}");
    for absent in
        ["Google Analytics", "Pixel da Meta", "Hotjar", "fornecedor do servidor", "{own", "{tags", "{mail"]
    {
        assert!(!before.contains(absent), "{absent}: {before}");
    }
    assert!(before.contains("Não usamos ferramentas de medição ou de publicidade de terceiros."));
    assert!(before.contains("Contagem própria de visitas"));
    let (_, article) = before.split_once("<article").expect("a legal text");
    let text = article.split("</article>").next().unwrap();
    assert!(
        !text.contains("\"></ul>") && !text.contains("\"></p>"),
        "no list and no paragraph is empty: {text}"
    );
    let codes = json!({"google_analytics": "G-ABCDEF1234", "hotjar": "1234567"});
    admin.put("/api/settings/analytics", &codes).await.expect(StatusCode::OK);
    let record = json!({"data_officer": "Rui Melo", "data_officer_contact": "dpo@empresa.example"});
    admin.put("/api/settings/company", &record).await.expect(StatusCode::OK);
    let after = server.markup("/privacidade").await;
    for present in [
        "Google Analytics e Hotjar",
        "transferência internacional",
        "pelo canal <a href=\"mailto:dpo@empresa.example\"",
    ] {
        assert!(after.contains(present), "{present}: {after}");
    }
    assert!(!after.contains("Pixel da Meta") && !after.contains("Não usamos ferramentas"));
    assert!(after.contains("href=\"/privacidade/pedido\""));
    let request = server.markup("/privacidade/pedido").await;
    assert!(request.contains("Rui Melo") && request.contains("dpo@empresa.example"));
    let off = json!({"own_measurement": "off"});
    admin.put("/api/settings/analytics", &off).await.expect(StatusCode::OK);
    let unmeasured = server.markup("/privacidade").await;
    assert!(
        !unmeasured.contains("rigem da visita") && !unmeasured.contains("Contagem própria"),
        "{unmeasured}"
    );
    let with_mail = Server::start_with_variables(&MAIL).await;
    assert!(with_mail.markup("/privacidade").await.contains("fornecedor do servidor"));
}

#[tokio::test]
async fn privacy_policy_and_record_state_the_retention_periods_of_administrators() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let retention = async |key: &str| {
        let record = admin.json("/api/processing-record").await;
        let activities = record["activities"].as_array().unwrap().iter();
        let mut found = activities.filter(|activity| activity["key"] == key);
        found.next().expect(key)["retention"].as_str().unwrap().to_owned()
    };
    let before = server.markup("/privacidade").await;
    for present in [
        "enviados: 90 dias.",
        "sem prazo definido",
        "guardamos por cinco anos",
        "nelas por até 30 dias.",
        "o site, o banco de dados e as cópias de segurança.",
        "de até quando as cópias de segurança ainda o contêm.",
    ] {
        assert!(before.contains(present), "{present}: {before}");
    }
    assert!(!before.contains("{retention") && !before.contains("sem desfecho"), "{before}");
    for (key, days) in [
        ("messages", json!(365)),
        ("archived_contacts", json!(730)),
        ("open_contacts", json!(400)),
        ("ended_subscriptions", Value::Null),
        ("unused_pictures", json!(365)),
        ("backups", json!(0)),
    ] {
        let change = admin.put(&format!("/api/retention/{key}"), &json!({"days": days})).await;
        change.expect(StatusCode::OK);
    }
    let after = server.markup("/privacidade").await;
    for present in [
        "enviados: um ano.",
        "depois de encerrado, por dois anos.",
        "apagados 400 dias depois da última mudança.",
        "só como prova, enquanto ela puder ser exigida.",
    ] {
        assert!(after.contains(present), "{present}: {after}");
    }
    assert!(!after.contains("guardamos por cinco anos") && !after.contains("sem prazo definido"), "{after}");
    assert!(!after.to_lowercase().contains("cópias de segurança"), "{after}");
    assert!(after.contains("em cujos servidores ficam o site e o banco de dados."), "{after}");
    let record = admin.text("/api/processing-record/export.csv").await;
    assert!(!record.contains(", cópias de segurança"), "{record}");
    assert_eq!(retention("mail").await, "O registro do envio, um ano; o conteúdo é apagado na entrega.");
    let contacts = "Enquanto durar o atendimento e, depois de encerrado, por dois anos. Sem desfecho, 400 dias depois da \
                    última mudança. Na lixeira, 30 dias.";
    assert_eq!(retention("contacts").await, contacts);
    let content = retention("content").await;
    assert!(content.contains("Imagens sem uso vão para a lixeira depois de um ano."), "{content}");
}

#[tokio::test]
async fn earlier_versions_of_a_legal_text_are_public() {
    let server = Server::start().await;
    let save = async |path: &str, version: &str, lead: &str| {
        let editor = server.editor().await;
        let mut document = editor.json(path).await;
        document["version"] = version.into();
        document["lead"] = lead.into();
        editor.put(path, &document).await.expect(StatusCode::OK);
    };
    let policy = "/api/pages/privacy";
    assert!(!server.markup("/privacidade").await.contains("Versões anteriores"));
    save(policy, "2.0", "Rascunho.").await;
    save(policy, "2.0", "Texto corrigido da {company}.").await;
    server.advance(TimeDelta::days(1));
    save(policy, "2.1", "Texto novo.").await;
    assert!(server.markup("/privacidade").await.contains("href=\"/privacidade/versoes\""));
    let list = server.text("/privacidade/versoes").await;
    let newest = |list: &str| {
        let mut paths = list.split("href=\"").filter_map(|rest| rest.split('"').next());
        paths.find(|path| path.starts_with("/privacidade/versoes/")).map(str::to_owned)
    };
    let path = newest(&list).expect("a link to the version");
    assert!(!list.contains("Versão 2.1"), "only earlier versions are listed: {list}");
    let paths = paths_in(&markup(&list));
    assert_eq!(paths.len(), 2, "texts with the same number on one day are one version: {list}");
    for until in ["21 de novembro", "20 de novembro"] {
        let line = format!("Versão 2.0, em vigor desde 20 de novembro de 2026, até {until} de 2026</a>");
        assert!(list.contains(&line), "{line}: {list}");
    }
    assert!(list.contains("noindex"));
    let page = server.text(&path).await;
    assert!(page.contains("valeu até 21 de novembro de 2026") && page.contains("noindex"), "{page}");
    assert!(page.contains("Texto corrigido da ") && page.contains("Versão 2.0"), "the lead remains: {page}");
    assert!(!page.contains("Texto novo.") && !page.contains("Rascunho."), "{page}");
    let other_spelling = server.get(&format!("{path}/")).await;
    assert_eq!(other_spelling.headers()[header::LOCATION], *path);
    let id = path.rsplit('/').next().expect("the id");
    for other in ["1", "99", "x", &format!("0{id}"), &format!("+{id}")] {
        server.get(&format!("/privacidade/versoes/{other}")).await.expect(StatusCode::NOT_FOUND);
    }
    server.get(&format!("/termos/versoes/{id}")).await.expect(StatusCode::NOT_FOUND);
    assert!(server.markup("/termos/versoes").await.contains("Ver o texto em vigor"));
    save("/api/pages/terms", "9.9", "Outro.").await;
    assert!(server.markup("/termos").await.contains("href=\"/termos/versoes\""));
    save(policy, "2.0", "Texto corrigido da {company}.").await;
    let list = server.markup("/privacidade/versoes").await;
    assert!(list.contains("Versão 2.1") && list.contains("Versão 2.0"), "{list}");
    for path in paths {
        server.get(&path).await.expect(StatusCode::OK);
    }
    let editor = server.editor().await;
    let mut document = editor.json(policy).await;
    document["labels"]["version"] = "Texto {version}, de {date}.".into();
    editor.put(policy, &document).await.expect(StatusCode::OK);
    for path in ["/privacidade/versoes", &newest(&list).unwrap()] {
        let page = server.markup(path).await;
        assert!(page.contains("Texto 2.1, de 20 de novembro de 2026"), "the current label: {page}");
    }
}

/// Returns the paths of the earlier versions of the policy in a list.
fn paths_in(list: &str) -> Vec<String> {
    let links = list.split("href=\"").filter_map(|rest| rest.split('"').next());
    links.filter(|path| path.starts_with("/privacidade/versoes/")).map(str::to_owned).collect()
}

#[tokio::test]
async fn changed_labels_add_no_earlier_version_to_the_list() {
    let server = Server::start().await;
    let policy = "/api/pages/privacy";
    for title in ["Aba um", "Aba dois"] {
        server.advance(TimeDelta::days(1));
        let editor = server.editor().await;
        let mut document = editor.json(policy).await;
        document["meta"]["title"] = title.into();
        editor.put(policy, &document).await.expect(StatusCode::OK);
    }
    assert!(!server.markup("/privacidade").await.contains("Versões anteriores"));
    assert_eq!(paths_in(&server.markup("/privacidade/versoes").await), [""; 0]);
}

#[tokio::test]
async fn legal_text_with_a_future_date_is_refused() {
    let server = Server::start().await;
    let editor = server.editor().await;
    for path in ["/api/pages/privacy", "/api/pages/terms"] {
        let mut document = editor.json(path).await;
        document["version"] = "3.0".into();
        document["effective"] = "2026-11-21".into();
        let refused = editor.put(path, &document).await;
        let body = refused.expect_error(StatusCode::UNPROCESSABLE_ENTITY, "invalid_fields");
        let message = "A data de vigência não pode ser futura: o texto vale assim que você salva.";
        assert_eq!(body["fields"], json!({"effective": message}));
        document["effective"] = "2026-11-20".into();
        editor.put(path, &document).await.expect(StatusCode::OK);
    }
}

#[tokio::test]
async fn earlier_version_of_a_legal_text_remains_after_a_hundred_saves() {
    let server = Server::start_with(NO_LIMITS).await;
    let policy = "/api/pages/privacy";
    let editor = server.editor().await;
    let mut document = editor.json(policy).await;
    let mut saves = [("2.1", "Rascunho."), ("2.1", "Texto antigo."), ("2.2", "Texto seguinte.")].to_vec();
    let last = ["a", "b"].repeat(51).into_iter().map(|lead| ("2.3", lead));
    saves.extend(last);
    for (version, lead) in saves {
        (document["version"], document["lead"]) = (version.into(), lead.into());
        editor.put(policy, &document).await.expect(StatusCode::OK);
    }
    server.advance(TimeDelta::days(2));
    let editor = server.editor().await;
    for lead in ["c", "d", "e", "f"] {
        document["lead"] = lead.into();
        editor.put(policy, &document).await.expect(StatusCode::OK);
    }
    let list = server.markup("/privacidade/versoes").await;
    assert!(list.contains("Versão 2.2") && list.contains("Versão 2.1"), "{list}");
    assert!(list.contains("até 20 de novembro de 2026, às "), "versions of one day have a time: {list}");
    let paths = paths_in(&list);
    assert_eq!(paths.len(), 4, "the default text, 2.1, 2.2 and the 2.3 of the first day: {list}");
    let untils = ["22", "20", "20", "20"];
    for (path, day) in paths.iter().zip(untils) {
        let page = server.text(path).await;
        let until = format!("valeu até {day} de novembro de 2026");
        assert!(page.contains(&until) && !page.contains("Rascunho."), "{page}");
    }
    let history = editor.get("/api/pages/privacy/history?limit=1").await;
    assert_eq!(history.header("x-total-count"), "103");
}

#[tokio::test]
async fn record_of_processing_lists_the_services_that_the_site_uses() {
    let server = Server::start_with_variables(&MAIL).await;
    let admin = server.admin().await;
    let before = keys(&admin).await;
    assert!(before.contains(&"contacts".to_owned()) && before.contains(&"measurement".to_owned()));
    assert!(!before.contains(&"hotjar".to_owned()) && !before.contains(&"consents".to_owned()));
    admin.put("/api/settings/analytics", &json!({"hotjar": "1234567"})).await.expect(StatusCode::OK);
    let after = keys(&admin).await;
    assert!(after.contains(&"hotjar".to_owned()) && after.contains(&"consents".to_owned()));
    let record = admin.json("/api/processing-record").await;
    assert!(record["activities"][0]["recipients"].as_str().unwrap().contains("mail.exemplo.com.br"));
}

#[tokio::test]
async fn record_of_processing_and_policy_state_the_security_of_the_configuration() {
    let security = |record: &Value, key: &str| {
        let activities = record["activities"].as_array().unwrap();
        let found = activities.iter().find(|activity| activity["key"] == key).expect(key);
        found["security"].as_str().unwrap().to_owned()
    };
    let plain = Server::start_with(NO_LIMITS).await;
    let admin = plain.admin().await;
    admin.put("/api/retention/backups", &json!({"days": 0})).await.expect(StatusCode::OK);
    let record = admin.json("/api/processing-record").await;
    assert_eq!(
        security(&record, "contacts"),
        "Acesso por perfil com senha forte, segundo fator opcional, registro de auditoria."
    );
    assert_eq!(security(&record, "mail"), "Conteúdo cifrado na fila.");
    assert!(plain.markup("/privacidade").await.contains("Usamos senhas com"));

    let [_, from] = MAIL;
    let variables = [
        ("VITRINE_PUBLIC_URL", "https://www.exemplo.com.br"),
        ("VITRINE_SMTP_URL", "smtps://mail.exemplo.com.br"),
        from,
    ];
    let encrypted = Server::start_with_variables(&variables).await;
    let with_host = |request: Request| request.header(header::HOST, "www.exemplo.com.br");
    let login = json!({"email": ADMIN, "password": PASSWORD});
    let session = with_host(encrypted.post("/api/auth/login", &login)).await.expect(StatusCode::OK).json();
    let admin = encrypted.with_token(session["token"].as_str().unwrap());
    let totp = "/api/auth/second-factor/totp";
    let offer = with_host(admin.post_empty(totp)).await.expect_success().json();
    let code = totp_code(&totp_app(offer["key"].as_str().unwrap()), encrypted.app.clock.now());
    let confirmation = json!({ "code": code });
    with_host(admin.post(&format!("{totp}/confirm"), &confirmation)).await.expect_success();
    let required = json!({"require_second_factor": true});
    with_host(admin.put("/api/settings/security", &required)).await.expect(StatusCode::OK);
    let record = with_host(admin.get("/api/processing-record")).await.expect(StatusCode::OK).json();
    assert_eq!(
        security(&record, "contacts"),
        "Conexão cifrada, acesso por perfil com senha forte, segundo fator obrigatório para a equipe, limites contra \
         tentativas repetidas, registro de auditoria, cópias de segurança."
    );
    assert_eq!(
        security(&record, "mail"),
        "Conteúdo cifrado na fila. Conexão cifrada com o servidor de e-mail."
    );
    let policy = with_host(encrypted.get("/privacidade")).await.text();
    assert!(markup(&policy).contains("Usamos conexão criptografada, senhas com"), "{policy}");
}

#[tokio::test]
async fn record_of_processing_has_activities_whose_records_are_still_stored() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let off = json!({"own_measurement": "off"});
    admin.put("/api/settings/analytics", &off).await.expect(StatusCode::OK);
    let has = async |key: &str| keys(&admin).await.contains(&key.to_owned());
    assert!(!has("measurement").await && !has("consents").await);
    server
        .execute_sql(
            "INSERT INTO consents (id, version, trackers, categories, outcome, created_at) \
             SELECT id, 'x', 'hotjar', '', 'refused', created_at FROM users",
        )
        .await;
    server
        .execute_sql(
            "INSERT INTO visit_events (at, kind, page, device, visitor) VALUES (1763640000, 'view', '/', 'mobile', 1)",
        )
        .await;
    assert!(has("measurement").await && has("consents").await);
}

#[tokio::test]
async fn record_of_processing_has_every_activity_if_all_services_are_used() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let codes =
        json!({"google_analytics": "G-ABCDEF1234", "facebook_pixel": "1234567890", "hotjar": "1234567"});
    admin.put("/api/settings/analytics", &codes).await.expect(StatusCode::OK);
    server
        .execute_sql(
            "INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, public_key, sealed_secret, \
             user_agent, created_at) SELECT id, id, id, '', '', '', '', '', created_at FROM users LIMIT 1",
        )
        .await;
    let (mut found, mut all) = (keys(&admin).await, KEYS.map(str::to_owned));
    found.sort();
    all.sort();
    assert_eq!(found, all);
}

#[tokio::test]
async fn company_can_extend_the_record_of_processing() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let own = json!({"name": "Folha de pagamento <RH>", "purpose": "Pagar a equipe.", "legal_basis": "Art. 7º, II"});
    let additions = json!({"notes": [{"key": "contacts", "text": "Revisão em julho."}, {"key": "backups", "text": " "}], "activities": [own]});
    let saved = admin.put("/api/processing-record", &additions).await.expect(StatusCode::OK);
    let etag = saved.headers()[header::ETAG].to_str().unwrap().to_owned();
    let record = saved.json();
    assert_eq!(record["activities"][0]["note"], "Revisão em julho.");
    assert_eq!(record["additions"]["notes"], json!([{"key": "contacts", "text": "Revisão em julho."}]));
    let last = record["activities"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["key"], &last["name"]), (&Value::Null, &json!("Folha de pagamento <RH>")));
    let csv = admin.text("/api/processing-record/export.csv").await;
    assert!(csv.contains("Folha de pagamento <RH>;Pagar a equipe.;Art. 7º, II"), "{csv}");
    let html = admin.text("/api/processing-record/export.html").await;
    assert!(html.contains("Folha de pagamento &lt;RH&gt;") && html.contains("Revisão em julho."), "{html}");

    let invalid = json!({"notes": [{"key": "nada", "text": "x"}], "activities": [{"name": "", "purpose": "x", "legal_basis": "y"}]});
    let refused =
        admin.put("/api/processing-record", &invalid).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    let refused = refused.json();
    let fields: Vec<&String> = refused["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["activities.0.name", "notes.0.key"]);
    admin.put("/api/processing-record", &json!({})).await.expect(StatusCode::OK);
    let stale = admin.put("/api/processing-record", &additions).if_match(etag).await;
    stale.expect(StatusCode::PRECONDITION_FAILED);
    let restore = admin.post_empty("/api/processing-record/history/1/restore").if_match("\"2\"").await;
    assert_eq!(restore.expect(StatusCode::OK).json()["activities"][0]["note"], "Revisão em julho.");
}
