//! What happened, in Portuguese: an action's words follow the name of whoever did it.

/// 'ana@exemplo.com.br' *excluiu o contato* 'João'. An action without a label is shown as its code.
#[must_use]
pub fn summary(action: &str) -> &str {
    match action {
        "account.access_denied" => "teve o acesso negado a",
        "account.signed_in" => "entrou",
        "account.sign_in_failed" => "tentou entrar, sem sucesso, como",
        "account.sign_in_throttled" => "passou do limite de tentativas de entrar como",
        "account.signed_out" => "saiu",
        "account.second_factor_failed" => "errou o código do segundo fator",
        "account.second_factor_added" => "ativou o próprio segundo fator",
        "account.second_factor_removed" => "desativou o próprio segundo fator",
        "account.recovery_codes_replaced" => "gerou novos códigos de recuperação",
        "account.recovery_code_used" => "usou um código de recuperação",
        "account.password_refused" => "errou a própria senha",
        "account.stepped_up" => "confirmou a própria identidade",
        "account.step_up_failed" => "não confirmou a própria identidade",
        "account.passkey_added" => "cadastrou a chave de acesso",
        "account.passkey_refused" => "apresentou uma chave de acesso que não foi aceita",
        "account.passkey_removed" => "removeu a própria chave de acesso",
        "account.passkey_renamed" => "deu outro nome à chave de acesso",
        "account.registered" => "criou a própria conta",
        "account.reset_link_sent" => "pediu um link de nova senha para",
        "account.password_reset" => "redefiniu pelo link a senha de",
        "account.password_changed" => "trocou a própria senha",
        "account.profile_updated" => "alterou o próprio perfil",
        "account.email_change_asked" => "pediu para trocar o e-mail por",
        "account.email_changed" => "confirmou o novo e-mail",
        "account.email_verified" => "confirmou o e-mail",
        "account.session_ended" => "encerrou uma sessão própria em",
        "account.sessions_ended" => "encerrou as outras sessões próprias",
        "account.data_exported" => "baixou os próprios dados",
        "account.deleted" => "excluiu a própria conta",
        "account.created" => "criou a conta de",
        "account.set_up" => "criou a primeira conta de administrador",
        "account.invitation_accepted" => "aceitou o convite",
        "user.email_vouched" => "marcou como verificado o e-mail de",
        "user.deleted" => "excluiu a conta de",
        "user.disabled" => "desativou a conta de",
        "user.enabled" => "reativou a conta de",
        "user.invitation_revealed" => "copiou o link do convite de",
        "user.invitation_revoked" => "cancelou o convite de",
        "user.invited" => "convidou",
        "user.password_changed" => "definiu uma nova senha para",
        "user.role_changed" => "mudou o perfil de",
        "user.second_factor_removed" => "retirou o segundo fator de",
        "user.sessions_ended" => "encerrou as sessões de",
        "user.updated" => "alterou a conta de",
        "audit.opened" => "abriu este registro",
        "audit.exported" => "exportou este registro",
        "contact.updated" => "alterou o contato",
        "contact.answer_accepted" => "entregou ao servidor de e-mail a resposta ao contato",
        "contact.answer_failed" => "não conseguiu entregar a resposta ao contato",
        "contact.answer_requeued" => "pôs de novo na fila a resposta ao contato",
        "contact.noted" => "anotou algo sobre o contato",
        "contact.note_deleted" => "apagou uma anotação sobre o contato",
        "contact.replied" => "respondeu por e-mail ao contato",
        "contact.deleted" => "moveu para a lixeira o contato",
        "contact.restored" => "restaurou o contato",
        "contact.purged" => "esvaziou a lixeira de contatos",
        "contact.exported" => "exportou os contatos",
        "footer_section.created" => "criou a seção do rodapé",
        "footer_section.updated" => "alterou a seção do rodapé",
        "footer_section.deleted" => "moveu para a lixeira a seção do rodapé",
        "footer_section.purged" => "esvaziou a lixeira do rodapé",
        "footer_section.reordered" => "reordenou o rodapé",
        "footer_section.restored" => "restaurou a seção do rodapé",
        "mail.all_retried" => "mandou reenviar todos os e-mails não enviados",
        "mail.deleted" => "excluiu o e-mail para",
        "mail.link_revealed" => "viu o link do e-mail para",
        "mail.retried" => "mandou reenviar o e-mail para",
        "media.deleted" => "moveu para a lixeira a imagem",
        "media.purged" => "apagou de vez a imagem",
        "media.replaced" => "trocou o arquivo da imagem",
        "media.restored" => "restaurou a imagem",
        "media.updated" => "alterou a imagem",
        "media.uploaded" => "enviou a imagem",
        "menu_item.created" => "criou o item do menu",
        "menu_item.updated" => "alterou o item do menu",
        "menu_item.deleted" => "moveu para a lixeira o item do menu",
        "menu_item.purged" => "esvaziou a lixeira do menu",
        "menu_item.reordered" => "reordenou o menu",
        "menu_item.restored" => "restaurou o item do menu",
        "page.reset" => "voltou ao padrão os textos da página",
        "page.restored" => "restaurou uma versão anterior da página",
        "page.updated" => "alterou os textos da página",
        "person.erased" => "apagou os dados de uma pessoa",
        "post.created" => "criou o post",
        "post.updated" => "alterou o post",
        "post.deleted" => "moveu para a lixeira o post",
        "post.preview_revoked" => "revogou o link de prévia do post",
        "post.preview_shared" => "criou um link de prévia do post",
        "post.published" => "publicou o post",
        "post.purged" => "esvaziou a lixeira do blog",
        "post.restored" => "restaurou o post",
        "post.reverted" => "voltou a uma versão anterior do post",
        "post.unpublished" => "despublicou o post",
        "redirect.created" => "criou o redirecionamento de",
        "redirect.updated" => "alterou o redirecionamento de",
        "redirect.deleted" => "excluiu o redirecionamento de",
        "subscription.confirmed" => "confirmou a inscrição na newsletter de",
        "subscription.unsubscribed" => "cancelou a inscrição na newsletter de",
        "subscription.deleted" => "apagou a inscrição na newsletter de",
        "subscription.exported" => "exportou as inscrições na newsletter",
        "subscription.purged" => "apagou inscrições antigas na newsletter",
        "settings.demo_removed" => "retirou do site o conteúdo de demonstração",
        "settings.restored" => "restaurou uma versão anterior das configurações",
        "settings.updated" => "alterou as configurações",
        "service.created" => "criou o serviço",
        "service.updated" => "alterou o serviço",
        "service.deleted" => "moveu para a lixeira o serviço",
        "service.purged" => "esvaziou a lixeira de serviços",
        "service.reordered" => "reordenou os serviços de",
        "service.restored" => "restaurou o serviço",
        other => other,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Every action that the program records.
    pub fn all_actions() -> Vec<String> {
        let mut found = Vec::new();
        actions(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
        found
    }

    fn actions(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                actions(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).expect("text");
            for call in ["Event::new(\"", "about(\""] {
                let starts = text.split(call).skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(starts.filter(|action| action.contains('.')).map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_action_has_words() {
        let found = all_actions();
        assert!(found.len() > 15, "the actions were found");
        for action in found {
            assert_ne!(summary(&action), action);
        }
    }
}
