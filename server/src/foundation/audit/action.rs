//! The actions that the audit log records: the stored code, the label in Portuguese and the kind of subject.

macro_rules! actions {
    ($($variant:ident = $code:literal, $label:literal;)*) => {
        /// An action that the audit log records.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($variant,)*
        }

        impl Action {
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Returns the stored code: a group and a verb, such as `contact.deleted`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Returns the predicate in Portuguese, to show between actor and subject, as in `ana@exemplo.com.br`
            /// *excluiu o contato* `João`.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }

            /// Returns the action with this stored code. Also accepts codes of earlier releases.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                match code {
                    $($code => Some(Self::$variant),)*
                    _ => FORMER_CODES.iter().find(|(former, _)| *former == code).map(|(_, action)| *action),
                }
            }
        }
    };
}

actions! {
    AccountAccessDenied = "account.access_denied", "teve o acesso negado a";
    AccountSignedIn = "account.signed_in", "entrou";
    AccountSignInFailed = "account.sign_in_failed", "tentou entrar, sem sucesso, como";
    AccountSignInThrottled = "account.sign_in_throttled", "passou do limite de tentativas de entrar como";
    AccountSignedOut = "account.signed_out", "saiu";
    AccountSecondFactorFailed = "account.second_factor_failed", "errou o código do segundo fator";
    AccountSecondFactorAdded = "account.second_factor_added", "ativou o próprio segundo fator";
    AccountSecondFactorRemoved = "account.second_factor_removed", "desativou o próprio segundo fator";
    AccountRecoveryCodesReplaced = "account.recovery_codes_replaced", "gerou novos códigos de recuperação";
    AccountRecoveryCodeUsed = "account.recovery_code_used", "usou um código de recuperação";
    AccountPasswordRefused = "account.password_refused", "errou a própria senha";
    AccountSteppedUp = "account.stepped_up", "confirmou a própria identidade";
    AccountStepUpFailed = "account.step_up_failed", "não confirmou a própria identidade";
    AccountPasskeyAdded = "account.passkey_added", "cadastrou a chave de acesso";
    AccountPasskeyRefused = "account.passkey_refused", "apresentou uma chave de acesso que não foi aceita";
    AccountPasskeyRemoved = "account.passkey_removed", "removeu a própria chave de acesso";
    AccountPasskeyRenamed = "account.passkey_renamed", "deu outro nome à chave de acesso";
    AccountRegistered = "account.registered", "criou a própria conta";
    AccountResetLinkSent = "account.reset_link_sent", "pediu um link de nova senha para";
    AccountPasswordReset = "account.password_reset", "redefiniu pelo link a senha de";
    AccountPasswordChanged = "account.password_changed", "trocou a própria senha";
    AccountProfileUpdated = "account.profile_updated", "alterou o próprio perfil";
    AccountEmailChangeAsked = "account.email_change_asked", "pediu para trocar o e-mail por";
    AccountEmailChanged = "account.email_changed", "confirmou o novo e-mail";
    AccountEmailVerified = "account.email_verified", "confirmou o e-mail";
    AccountSessionEnded = "account.session_ended", "encerrou uma sessão própria em";
    AccountSessionsEnded = "account.sessions_ended", "encerrou as outras sessões próprias";
    AccountDataExported = "account.data_exported", "baixou os próprios dados";
    AccountDeleted = "account.deleted", "excluiu a própria conta";
    AccountCreated = "account.created", "criou a conta de";
    AccountSetUp = "account.set_up", "criou a primeira conta de administrador";
    AccountInvitationAccepted = "account.invitation_accepted", "aceitou o convite";
    UserEmailVerified = "user.email_verified", "marcou como verificado o e-mail de";
    UserDeleted = "user.deleted", "excluiu a conta de";
    UserDisabled = "user.disabled", "desativou a conta de";
    UserEnabled = "user.enabled", "reativou a conta de";
    UserInvitationRevealed = "user.invitation_revealed", "copiou o link do convite de";
    UserInvitationRevoked = "user.invitation_revoked", "cancelou o convite de";
    UserInvited = "user.invited", "convidou";
    UserPasswordChanged = "user.password_changed", "definiu uma nova senha para";
    UserRoleChanged = "user.role_changed", "mudou o perfil de";
    UserSecondFactorRemoved = "user.second_factor_removed", "retirou o segundo fator de";
    UserSessionsEnded = "user.sessions_ended", "encerrou as sessões de";
    UserUpdated = "user.updated", "alterou a conta de";
    AuditOpened = "audit.opened", "abriu este registro";
    AuditExported = "audit.exported", "exportou este registro";
    CampaignCreated = "campaign.created", "criou a campanha";
    CampaignUpdated = "campaign.updated", "alterou a campanha";
    ContactRecorded = "contact.recorded", "registrou o contato";
    ContactImported = "contact.imported", "importou contatos";
    ContactAssignmentUpdated = "contact.assignment_updated", "alterou as regras de contatos:";
    ContactMerged = "contact.merged", "juntou outros contatos ao de";
    ContactMergeUndone = "contact.merge_undone", "desfez a junção de contatos ao de";
    ContactUpdated = "contact.updated", "alterou o contato";
    ContactMessageReceived = "contact.message_received", "recebeu por e-mail uma mensagem do contato";
    ContactReplyAccepted = "contact.reply_accepted", "entregou ao servidor de e-mail a resposta ao contato";
    ContactReplyFailed = "contact.reply_failed", "não conseguiu entregar a resposta ao contato";
    ContactReplyCanceled = "contact.reply_canceled", "desfez o envio da resposta ao contato";
    ContactReplyRequeued = "contact.reply_requeued", "pôs de novo na fila a resposta ao contato";
    ConsentExported = "consent.exported", "exportou os consentimentos de cookies";
    ContactNoted = "contact.noted", "anotou algo sobre o contato";
    ContactNoteDeleted = "contact.note_deleted", "apagou uma anotação sobre o contato";
    ContactStepPlanned = "contact.step_planned", "definiu o próximo passo do contato";
    ContactStepDone = "contact.step_done", "concluiu o próximo passo do contato";
    ContactStepRemoved = "contact.step_removed", "retirou o próximo passo do contato";
    ContactStepReopened = "contact.step_reopened", "reabriu o próximo passo do contato";
    ContactReplied = "contact.replied", "respondeu por e-mail ao contato";
    ContactDeleted = "contact.deleted", "moveu para a lixeira o contato";
    ContactRestored = "contact.restored", "restaurou o contato";
    ContactExpired = "contact.expired", "apagou os dados de contatos antigos";
    ContactPurged = "contact.purged", "esvaziou a lixeira de contatos";
    ContactForwarded = "contact.forwarded", "encaminhou a um colega o contato";
    ContactExported = "contact.exported", "exportou os contatos";
    FooterSectionCreated = "footer_section.created", "criou a seção do rodapé";
    FooterSectionUpdated = "footer_section.updated", "alterou a seção do rodapé";
    FooterSectionDeleted = "footer_section.deleted", "moveu para a lixeira a seção do rodapé";
    FooterSectionPurged = "footer_section.purged", "esvaziou a lixeira do rodapé";
    FooterSectionReordered = "footer_section.reordered", "reordenou o rodapé";
    FooterSectionRestored = "footer_section.restored", "restaurou a seção do rodapé";
    MailAllRetried = "mail.all_retried", "mandou reenviar todos os e-mails não enviados";
    MailDeleted = "mail.deleted", "excluiu o e-mail para";
    MailLinkRevealed = "mail.link_revealed", "viu o link do e-mail para";
    MailRetried = "mail.retried", "mandou reenviar o e-mail para";
    MailSettingsTested = "mail.settings_tested", "testou as configurações de e-mail:";
    MailSettingsTurnedOff = "mail.settings_turned_off", "desligou as configurações de e-mail:";
    MailSettingsUpdated = "mail.settings_updated", "alterou as configurações de e-mail:";
    MediaDeleted = "media.deleted", "moveu para a lixeira a imagem";
    MediaPurged = "media.purged", "apagou de vez a imagem";
    MediaReplaced = "media.replaced", "trocou o arquivo da imagem";
    MediaRestored = "media.restored", "restaurou a imagem";
    MediaUpdated = "media.updated", "alterou a imagem";
    MediaUploaded = "media.uploaded", "enviou a imagem";
    DatabaseCompacted = "database.compacted", "compactou o banco de dados";
    MenuItemCreated = "menu_item.created", "criou o item do menu";
    MenuItemUpdated = "menu_item.updated", "alterou o item do menu";
    MenuItemDeleted = "menu_item.deleted", "moveu para a lixeira o item do menu";
    MenuItemPurged = "menu_item.purged", "esvaziou a lixeira do menu";
    MenuItemReordered = "menu_item.reordered", "reordenou o menu";
    MenuItemRestored = "menu_item.restored", "restaurou o item do menu";
    PageReset = "page.reset", "voltou ao padrão os textos da página";
    PageRestored = "page.restored", "restaurou uma versão anterior da página";
    PageUpdated = "page.updated", "alterou os textos da página";
    PersonExported = "person.exported", "exportou os dados de";
    PersonViewed = "person.viewed", "viu os dados de";
    PersonErased = "person.erased", "apagou os dados de uma pessoa";
    PostCreated = "post.created", "criou o post";
    PostUpdated = "post.updated", "alterou o post";
    PostDeleted = "post.deleted", "moveu para a lixeira o post";
    PostPreviewRevoked = "post.preview_revoked", "revogou o link de prévia do post";
    PostPreviewShared = "post.preview_shared", "criou um link de prévia do post";
    PostPublished = "post.published", "publicou o post";
    PostPurged = "post.purged", "esvaziou a lixeira do blog";
    PostRestored = "post.restored", "restaurou o post";
    PostReverted = "post.reverted", "voltou a uma versão anterior do post";
    PostUnpublished = "post.unpublished", "despublicou o post";
    MissingPageIgnored = "missing_page.ignored", "ignorou a página não encontrada";
    MissingPageRestored = "missing_page.restored", "voltou a listar a página não encontrada";
    PrivacyRequestConfirmed = "privacy_request.confirmed", "confirmou o pedido de privacidade";
    PrivacyRequestUpdated = "privacy_request.updated", "alterou o pedido de privacidade";
    PrivacyRequestReplied = "privacy_request.replied", "respondeu ao pedido de privacidade";
    PrivacyRequestPurged = "privacy_request.purged", "apagou pedidos de privacidade antigos";
    ProcessingRecordUpdated = "processing_record.updated", "alterou";
    ReplyTemplateCreated = "reply_template.created", "criou o modelo de resposta";
    ReplyTemplateUpdated = "reply_template.updated", "alterou o modelo de resposta";
    ReplyTemplateDeleted = "reply_template.deleted", "moveu para a lixeira o modelo de resposta";
    ReplyTemplatePurged = "reply_template.purged", "esvaziou a lixeira de modelos de resposta";
    ReplyTemplateRestored = "reply_template.restored", "restaurou o modelo de resposta";
    RedirectCreated = "redirect.created", "criou o redirecionamento de";
    RedirectUpdated = "redirect.updated", "alterou o redirecionamento de";
    RedirectDeleted = "redirect.deleted", "moveu para a lixeira o redirecionamento de";
    RedirectImported = "redirect.imported", "importou redirecionamentos";
    RedirectPurged = "redirect.purged", "esvaziou a lixeira de redirecionamentos";
    RedirectRestored = "redirect.restored", "restaurou o redirecionamento de";
    SubscriptionConfirmed = "subscription.confirmed", "confirmou a inscrição na newsletter de";
    SubscriptionUnsubscribed = "subscription.unsubscribed", "cancelou a inscrição na newsletter de";
    SubscriptionPaused = "subscription.paused", "pausou a inscrição na newsletter de";
    SubscriptionRefused = "subscription.refused", "recusou a inscrição na newsletter de";
    SubscriptionResumed = "subscription.resumed", "retomou a inscrição na newsletter de";
    SubscriptionDeleted = "subscription.deleted", "apagou a inscrição na newsletter de";
    SubscriptionExported = "subscription.exported", "exportou as inscrições na newsletter";
    SubscriptionImported = "subscription.imported", "importou inscrições na newsletter";
    SubscriptionInterestsUpdated = "subscription.interests_updated", "alterou os assuntos da newsletter";
    SubscriptionReportAddressReplaced = "subscription.report_address_replaced", "trocou o endereço dos avisos de devolução da newsletter";
    SubscriptionPurged = "subscription.purged", "apagou inscrições antigas na newsletter";
    EditionCreated = "edition.created", "criou a edição da newsletter";
    EditionUpdated = "edition.updated", "alterou a edição da newsletter";
    EditionDeleted = "edition.deleted", "excluiu a edição da newsletter";
    EditionRestored = "edition.restored", "restaurou a edição da newsletter";
    EditionTested = "edition.tested", "enviou a si um teste da edição da newsletter";
    EditionScheduled = "edition.scheduled", "agendou a edição da newsletter";
    EditionSendStarted = "edition.send_started", "começou a enviar a edição da newsletter";
    EditionSent = "edition.sent", "terminou de enviar a edição da newsletter";
    EditionCanceled = "edition.canceled", "cancelou o envio da edição da newsletter";
    EditionPurged = "edition.purged", "apagou edições da newsletter da lixeira";
    NewsletterSettingsUpdated = "newsletter.settings_updated", "alterou as opções da newsletter";
    SettingsDemoRemoved = "settings.demo_removed", "retirou do site o conteúdo de demonstração";
    SettingsRestored = "settings.restored", "restaurou uma versão anterior das configurações";
    SettingsRetentionUpdated = "settings.retention_updated", "alterou o prazo de guarda de";
    SettingsUpdated = "settings.updated", "alterou as configurações";
    ServiceCreated = "service.created", "criou o serviço";
    ServiceUpdated = "service.updated", "alterou o serviço";
    ServiceDeleted = "service.deleted", "moveu para a lixeira o serviço";
    ServicePurged = "service.purged", "esvaziou a lixeira de serviços";
    ServiceReordered = "service.reordered", "reordenou os serviços de";
    ServiceRestored = "service.restored", "restaurou o serviço";
}

/// Codes that earlier releases stored. Their rows can't be migrated, because the MAC of an event covers the code.
const FORMER_CODES: [(&str, Action); 4] = [
    ("contact.answer_accepted", Action::ContactReplyAccepted),
    ("contact.answer_failed", Action::ContactReplyFailed),
    ("contact.answer_requeued", Action::ContactReplyRequeued),
    ("user.email_vouched", Action::UserEmailVerified),
];

impl Action {
    /// Returns the kind of record that the action is about: usually the group of its code.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::AccountAccessDenied => "route",
            Self::AccountCreated | Self::AccountInvitationAccepted => "user",
            Self::AccountPasskeyAdded | Self::AccountPasskeyRemoved | Self::AccountPasskeyRenamed => {
                "passkey"
            }
            Self::AccountSessionEnded => "session",
            _ => self.code().split_once('.').map_or(self.code(), |(group, _)| group),
        }
    }
}

/// Returns the label of a stored code, or the code itself if it is unknown.
pub(super) fn label_of(code: &str) -> &str {
    match Action::from_code(code) {
        Some(action) => action.label(),
        None => code,
    }
}

/// Returns a label without the words that lead to its object, so that it can be shown without one: `exportou os dados` for
/// `exportou os dados de`.
pub(super) fn without_object(label: &str) -> &str {
    let mut text = label;
    while let Some((start, last)) = text.rsplit_once(' ')
        && LEADING_TO_OBJECT.contains(&last)
    {
        text = start.trim_end_matches(',');
    }
    text
}

/// Last words of labels that need an object.
const LEADING_TO_OBJECT: [&str; 6] = ["a", "como", "de", "em", "para", "por"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_without_its_object_is_a_whole_phrase() {
        for (label, phrase) in [
            (Action::PersonExported, "exportou os dados"),
            (Action::AccountSignInFailed, "tentou entrar, sem sucesso"),
            (Action::AccountEmailChangeAsked, "pediu para trocar o e-mail"),
            (Action::AccountSignedIn, "entrou"),
        ] {
            assert_eq!(without_object(label.label()), phrase);
        }
    }

    #[test]
    fn code_of_an_earlier_release_has_the_label_of_its_action() {
        for (former, action) in FORMER_CODES {
            assert_eq!(label_of(former), action.label());
            assert!(Action::ALL.iter().all(|current| current.code() != former), "{former} is still in use");
        }
    }
}
