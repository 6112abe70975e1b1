//! The activities of the program that use personal data, as one table of texts. Settings, configuration and stored records decide which
//! of them apply and who receives the data.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    context::ProcessingContext,
    document::{OwnActivity, ProcessingAdditions},
};

/// Keys of all activities, including those that don't apply.
pub const KEYS: [&str; 15] = [
    "contacts",
    "accounts",
    "staff",
    "push",
    "newsletter",
    "measurement",
    "google_analytics",
    "meta_pixel",
    "hotjar",
    "consents",
    "privacy_requests",
    "mail",
    "content",
    "audit",
    "backups",
];

const CONSENT: &str = "Consentimento (art. 7º, I)";
const LEGITIMATE_INTEREST: &str = "Legítimo interesse (art. 7º, IX)";
const LEGAL_DUTY: &str = "Cumprimento de obrigação legal (art. 7º, II)";
const CONTRACT: &str = "Execução de contrato e procedimentos preliminares (art. 7º, V)";

/// An activity with personal data.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProcessingActivity {
    /// Key of an activity of the program, such as `contacts`; null for an activity that the company added.
    #[schema(required)]
    pub key: Option<&'static str>,
    pub name: String,
    pub purpose: String,
    pub legal_basis: String,
    /// Categories of personal data.
    pub data: String,
    /// Categories of people.
    pub people: String,
    /// Who receives the data, and whether it leaves Brazil.
    pub recipients: String,
    pub retention: String,
    pub security: String,
    /// The company's note about the activity; may be empty.
    pub note: String,
}

/// Returns the activities that apply, then those that the company added.
#[must_use]
pub fn list(context: &ProcessingContext<'_>, additions: &ProcessingAdditions) -> Vec<ProcessingActivity> {
    let mut activities = of_people(context);
    activities.extend(context.has_push.then(|| push(context)));
    activities.extend(of_visits(context));
    activities.extend(of_operation(context));
    for activity in &mut activities {
        let note = additions.notes.iter().find(|note| activity.key == Some(&*note.key));
        activity.note = note.map(|note| note.text.clone()).unwrap_or_default();
    }
    activities.extend(additions.activities.iter().cloned().map(ProcessingActivity::from));
    activities
}

impl From<OwnActivity> for ProcessingActivity {
    fn from(own: OwnActivity) -> Self {
        Self {
            key: None,
            name: own.name,
            purpose: own.purpose,
            legal_basis: own.legal_basis,
            data: own.data,
            people: own.people,
            recipients: own.recipients,
            retention: own.retention,
            security: own.security,
            note: own.note,
        }
    }
}

/// The texts of an activity, in the order of the record.
struct Texts<'a> {
    key: &'static str,
    name: &'a str,
    purpose: &'a str,
    legal_basis: &'a str,
    data: &'a str,
    people: &'a str,
    recipients: &'a str,
    retention: &'a str,
    security: &'a str,
}

impl From<Texts<'_>> for ProcessingActivity {
    fn from(texts: Texts<'_>) -> Self {
        Self {
            key: Some(texts.key),
            name: texts.name.to_owned(),
            purpose: texts.purpose.to_owned(),
            legal_basis: texts.legal_basis.to_owned(),
            data: texts.data.to_owned(),
            people: texts.people.to_owned(),
            recipients: texts.recipients.to_owned(),
            retention: texts.retention.to_owned(),
            security: texts.security.to_owned(),
            note: String::new(),
        }
    }
}

/// Returns the activities with data that people enter.
fn of_people(context: &ProcessingContext<'_>) -> Vec<ProcessingActivity> {
    let with_mail = context.recipients_with_mail();
    [
        Texts {
            key: "contacts",
            name: "Pedidos de contato e orçamento",
            purpose: "Responder a quem escreve pelo site, preparar propostas e saber que página ou campanha trouxe o pedido.",
            legal_basis: CONTRACT,
            data: "Nome, empresa, e-mail, telefone, serviço de interesse, mensagem com os arquivos enviados, origem da \
                   visita, texto de privacidade mostrado, mensagens por e-mail com os anexos, anotações e respostas da equipe.",
            people: "Visitantes do site que pedem contato; representantes de empresas.",
            recipients: &with_mail,
            retention: &context.retention_of_contacts(),
            security: &context.security(),
        },
        Texts {
            key: "accounts",
            name: "Contas de visitantes",
            purpose: "Permitir que a pessoa acompanhe os próprios pedidos e cuide dos próprios dados.",
            legal_basis: CONTRACT,
            data: "Nome, e-mail, resumo criptográfico da senha, segundo fator, sessões com endereço IP e navegador, texto \
                   aceito no cadastro.",
            people: "Visitantes que criam conta.",
            recipients: &with_mail,
            retention: "Até a pessoa excluir a conta. Sessões, até expirarem.",
            security: &format!("Senha só como resumo Argon2id, segredos cifrados. {}", context.measures(&[])),
        },
        Texts {
            key: "staff",
            name: "Contas da equipe",
            purpose: "Dar acesso ao painel e saber quem fez o quê.",
            legal_basis: LEGITIMATE_INTEREST,
            data: "Nome, e-mail, perfil, resumo criptográfico da senha, segundo fator, sessões com endereço IP e navegador.",
            people: "Pessoas da equipe, de qualquer perfil.",
            recipients: &with_mail,
            retention: "Enquanto a pessoa fizer parte da equipe.",
            security: &context.security(),
        },
        Texts {
            key: "newsletter",
            name: "Newsletter",
            purpose: "Enviar as edições a quem pediu e provar o consentimento.",
            legal_basis: CONSENT,
            data: "E-mail, assuntos de interesse, texto aceito e sua versão, datas do pedido, da confirmação e do \
                   cancelamento, entrega ou recusa de cada edição.",
            people: "Assinantes.",
            recipients: &with_mail,
            retention: &context.retention_of_subscriptions(),
            security: &context.security(),
        },
        Texts {
            key: "privacy_requests",
            name: "Pedidos sobre dados pessoais",
            purpose: "Atender aos direitos do art. 18 da LGPD e provar que foram atendidos.",
            legal_basis: LEGAL_DUTY,
            data: "Nome, e-mail, pedido, mensagem, respostas e anotações.",
            people: "Qualquer pessoa que faça um pedido.",
            recipients: &with_mail,
            retention: "Cinco anos depois da resposta. Sem confirmação, 30 dias.",
            security: &format!(
                "E-mail confirmado por link de uso único; só administradores veem os pedidos. {}",
                context.measures(&[])
            ),
        },
    ]
    .map(ProcessingActivity::from)
    .into()
}

/// Returns the activity of notifications on devices, whose services are third parties.
fn push(context: &ProcessingContext<'_>) -> ProcessingActivity {
    Texts {
        key: "push",
        name: "Notificações nos aparelhos da equipe",
        purpose: "Avisar quem atende, no celular ou no computador, de contatos, respostas e prazos.",
        legal_basis: LEGITIMATE_INTEREST,
        data: "Endereço de cada aparelho no serviço de notificações, navegador e sistema; em cada aviso, nome e empresa de quem \
               escreveu e serviço de interesse, cifrados.",
        people: "Pessoas da equipe que ligam as notificações; quem pede contato.",
        recipients: "Serviço de notificações do navegador de cada aparelho: Google (FCM), Mozilla, Apple ou Microsoft, com \
                     transferência internacional (art. 33). Recebe cada aviso cifrado, que só o aparelho decifra, o endereço do \
                     aparelho e a hora.",
        retention: "Endereços dos aparelhos, até a pessoa desligar as notificações, sair da conta ou perder o acesso. Avisos, até a \
                    entrega ou por 12 horas, na fila e no serviço.",
        security: &format!("Conteúdo cifrado na fila e até o aparelho. {}", context.measures(&[])),
    }
    .into()
}

/// Returns the activities with data about visits. Each one applies only if the settings enable it, or if its records are still
/// stored.
fn of_visits(context: &ProcessingContext<'_>) -> Vec<ProcessingActivity> {
    let analytics = &context.settings.analytics;
    let tracker = |key, name, purpose, data, recipients| Texts {
        key,
        name,
        purpose,
        legal_basis: CONSENT,
        data,
        people: "Visitantes que aceitam a categoria no aviso de cookies.",
        recipients,
        retention: "A do fornecedor; os cookies, até a retirada do consentimento ou o prazo que o aviso informa.",
        security: "Carregada só depois do consentimento, e só nas páginas públicas; a política de segurança do navegador \
                   abre apenas os endereços do fornecedor.",
    };
    const TRACKED: &str = "Endereço IP, identificadores em cookies, páginas vistas, navegador e aparelho.";
    let measurement = Texts {
        key: "measurement",
        name: "Contagem própria de visitas",
        purpose: "Saber quantas pessoas visitam o site, de onde vêm e se as páginas são rápidas.",
        legal_basis: LEGITIMATE_INTEREST,
        data: "Página, site de origem, campanha, tipo de aparelho, tempos de carregamento, cliques em telefone e WhatsApp. O \
               endereço IP só entra no cálculo de um código diário, cujo segredo é descartado.",
        people: "Visitantes do site, sem identificação.",
        recipients: "Equipe da empresa; fornecedor da hospedagem.",
        retention: "Linhas de visita, 30 dias; depois, só totais por dia e campanha. Campanhas que citam uma pessoa são \
                    apagadas com os dados dela.",
        security: "Sem cookies e sem identificador no navegador; Do Not Track e Global Privacy Control respeitados.",
    };
    let consents = Texts {
        key: "consents",
        name: "Escolhas sobre cookies",
        purpose: "Respeitar a escolha de cada visitante e provar o consentimento.",
        legal_basis: LEGAL_DUTY,
        data: "Número aleatório, versão do aviso, categorias aceitas e hora. Sem nome e sem endereço IP.",
        people: "Visitantes que respondem ao aviso de cookies.",
        recipients: "Equipe da empresa; fornecedor da hospedagem.",
        retention: "A escolha vale seis meses; a prova é guardada por um ano.",
        security: &context.security(),
    };
    let found = [
        (analytics.measures_visits() || context.has_visits, measurement),
        (
            !analytics.google_analytics.is_empty(),
            tracker(
                "google_analytics",
                "Google Analytics",
                "Medir visitas e campanhas.",
                TRACKED,
                "Google, com transferência internacional (art. 33).",
            ),
        ),
        (
            !analytics.facebook_pixel.is_empty(),
            tracker(
                "meta_pixel",
                "Pixel da Meta (Facebook)",
                "Medir o resultado de anúncios.",
                TRACKED,
                "Meta, com transferência internacional (art. 33).",
            ),
        ),
        (
            !analytics.hotjar.is_empty(),
            tracker(
                "hotjar",
                "Hotjar",
                "Entender como as páginas são usadas.",
                "Endereço IP, identificadores em cookies, páginas vistas, cliques, rolagem e movimentos, navegador e aparelho.",
                "Contentsquare (Hotjar), com transferência internacional (art. 33).",
            ),
        ),
        (!analytics.trackers().is_empty() || context.has_consents, consents),
    ];
    found.into_iter().filter(|(applies, _)| *applies).map(|(_, texts)| texts.into()).collect()
}

/// Returns the activities that operating the site needs.
fn of_operation(context: &ProcessingContext<'_>) -> Vec<ProcessingActivity> {
    let with_mail = context.recipients_with_mail();
    let [messages, audit_names] =
        ["messages", "audit_names"].map(|key| context.period(key).unwrap_or_default());
    [
        Texts {
            key: "mail",
            name: "Fila de e-mails",
            purpose: "Entregar avisos, respostas, links e edições, e saber o que não foi entregue.",
            legal_basis: CONTRACT,
            data: "Endereço e nome de quem recebe, assunto, conteúdo até a entrega, situação do envio.",
            people: "Quem recebe mensagens do site.",
            recipients: &with_mail,
            retention: &format!("O registro do envio, {messages}; o conteúdo é apagado na entrega."),
            security: context.security_of_mail(),
        },
        Texts {
            key: "content",
            name: "Textos e imagens do site",
            purpose: "Apresentar a empresa, a equipe, clientes e artigos.",
            legal_basis: LEGITIMATE_INTEREST,
            data: "Nomes, cargos, depoimentos, fotos e autoria de artigos.",
            people: "Equipe, clientes e autores citados.",
            recipients: context.recipients_of_content(),
            retention: &context.retention_of_content(),
            security: &context.security(),
        },
        Texts {
            key: "audit",
            name: "Registro de auditoria e de acesso",
            purpose: "Investigar abusos e incidentes e cumprir o Marco Civil da Internet.",
            legal_basis: LEGAL_DUTY,
            data: "Quem fez o quê e quando, endereço IP, página acessada.",
            people: "Equipe, visitantes com conta e quem tenta entrar.",
            recipients: "Administradores; fornecedor da hospedagem; autoridades, por ordem judicial.",
            retention: &format!(
                "Nomes e endereços no registro de auditoria, {audit_names}. Registros do servidor, conforme a operação."
            ),
            security: "Encadeado por códigos de autenticação: alterações são detectadas.",
        },
        Texts {
            key: "backups",
            name: "Cópias de segurança",
            purpose: "Recuperar o sistema depois de falha ou incidente.",
            legal_basis: LEGITIMATE_INTEREST,
            data: "Tudo o que o sistema guarda.",
            people: "Todas as pessoas citadas acima.",
            recipients: "Quem opera o servidor; fornecedor das cópias.",
            retention: &context.retention_of_backups(),
            security: "Restritas a quem opera o servidor. Ao restaurar, as exclusões feitas desde a cópia são repetidas.",
        },
    ]
    .map(ProcessingActivity::from)
    .into()
}
