//! What decides which activities apply, and what the record says about their recipients, retention and security.

use std::sync::Arc;

use crate::{
    app::config::{Config, mail::MailConfig, media::MediaConfig},
    foundation::{
        personal_data::retention::{Periods, in_words},
        settings::model::Settings,
    },
    operations::own_data::retention::rules,
};

/// What decides which activities apply.
pub struct ProcessingContext<'a> {
    pub settings: &'a Settings,
    pub config: &'a Config,
    /// The mail server; `None` without one.
    pub mail: Option<Arc<MailConfig>>,
    pub periods: &'a Periods,
    /// Whether staff must have a second factor.
    pub requires_second_factor: bool,
    /// Whether staff get notifications on devices.
    pub has_push: bool,
    /// Whether visits are stored, also if they aren't measured anymore.
    pub has_visits: bool,
    /// Whether choices about trackers are stored, also if none is used anymore.
    pub has_consents: bool,
}

impl ProcessingContext<'_> {
    /// Returns the recipients of data that is also sent by mail.
    pub(super) fn recipients_with_mail(&self) -> String {
        match &self.mail {
            Some(mail) => {
                format!("Equipe da empresa; fornecedor da hospedagem; servidor de e-mail {}.", mail.host())
            }
            None => {
                "Equipe da empresa; fornecedor da hospedagem. Nenhum servidor de e-mail configurado.".into()
            }
        }
    }

    /// Returns the period of a retention rule in words; `None` if nothing is erased.
    pub(super) fn period(&self, key: &str) -> Option<String> {
        let rule = rules().find(|rule| rule.key == key);
        rule.and_then(|rule| self.periods.of(rule)).map(in_words)
    }

    pub(super) fn retention_of_contacts(&self) -> String {
        let closed = match self.period("archived_contacts") {
            Some(period) => format!("Enquanto durar o atendimento e, depois de encerrado, por {period}."),
            None => "Enquanto durar o atendimento. Depois dele não há prazo definido: ficam enquanto forem necessários, como \
                     prova do que foi combinado."
                .to_owned(),
        };
        let open = self
            .period("open_contacts")
            .map(|period| format!(" Sem desfecho, {period} depois da última mudança."));
        let replies = self.period("replies").map(|period| format!(" Respostas e anotações, {period}."));
        format!("{closed}{}{} Na lixeira, 30 dias.", open.unwrap_or_default(), replies.unwrap_or_default())
    }

    pub(super) fn retention_of_subscriptions(&self) -> String {
        let ended = match self.period("ended_subscriptions") {
            Some(period) => format!("Até o cancelamento; depois, {period} como prova."),
            None => "Até o cancelamento; depois, como prova, enquanto ela puder ser exigida.".to_owned(),
        };
        let pending = self.period("pending_subscriptions").unwrap_or_default();
        format!(
            "{ended} Sem confirmação, {pending}. De endereços que saíram ou foram apagados fica, sem prazo, um código, que impede \
             uma nova importação e não revela o endereço."
        )
    }

    pub(super) fn retention_of_content(&self) -> String {
        let unused = self
            .period("unused_pictures")
            .map(|period| format!(" Imagens sem uso vão para a lixeira depois de {period}."));
        format!(
            "Enquanto publicados; as 100 versões mais novas de cada texto ficam no histórico e, dos textos legais, também o \
             último texto de cada número e dia.{} Imagens na lixeira, 30 dias, se não estiverem em uso.",
            unused.unwrap_or_default()
        )
    }

    pub(super) fn retention_of_backups(&self) -> String {
        match self.periods.backups() {
            0 => "A empresa não guarda cópias de segurança.".to_owned(),
            days => format!("O que é apagado do sistema continua nelas por até {}.", in_words(days)),
        }
    }

    /// Returns the measures that protect records which staff use.
    pub(super) fn security(&self) -> String {
        let second_factor = if self.requires_second_factor {
            "segundo fator obrigatório para a equipe"
        } else {
            "segundo fator opcional"
        };
        self.measures(&["acesso por perfil com senha forte", second_factor])
    }

    /// Returns the measures that the configuration enables as a sentence, with `access` among them.
    pub(super) fn measures(&self, access: &[&str]) -> String {
        let is_enabled = |is_enabled: bool, measure| is_enabled.then_some(measure);
        let connection = is_enabled(self.config.is_https(), "conexão cifrada");
        let of_program = [
            is_enabled(self.config.rate_limits, "limites contra tentativas repetidas"),
            Some("registro de auditoria"),
            is_enabled(self.periods.backups() > 0, "cópias de segurança"),
        ];
        let measures = connection.into_iter().chain(access.iter().copied());
        let measures: Vec<_> = measures.chain(of_program.into_iter().flatten()).collect();
        format!("{}.", capitalized(&measures.join(", ")))
    }

    pub(super) fn security_of_mail(&self) -> &'static str {
        match &self.mail {
            None => "Conteúdo cifrado na fila.",
            Some(mail) if mail.is_encrypted() => {
                "Conteúdo cifrado na fila. Conexão cifrada com o servidor de e-mail."
            }
            Some(_) => "Conteúdo cifrado na fila. A conexão com o servidor de e-mail não é cifrada.",
        }
    }

    /// Returns the recipients of published content and uploaded files.
    pub(super) fn recipients_of_content(&self) -> &'static str {
        match self.config.media {
            MediaConfig::Folder(_) => {
                "Equipe da empresa; fornecedor da hospedagem. O que é publicado, o público do site."
            }
            MediaConfig::S3(_) => {
                "Equipe da empresa; fornecedores da hospedagem e do armazenamento de arquivos (S3). O que é publicado, o \
                 público do site."
            }
        }
    }
}

/// Returns the text with a capital first letter.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}
