/** Labels of the API's fields and values, for the features' screens and the audit log. */
import type {
  Channel,
  ContactListView,
  ContactStage,
  ContactStatus,
  Edition,
  EditionState,
  FooterSectionType,
  LinkTarget,
  LostReason,
  NewPostMode,
  Post,
  PrivacyRequestKind,
  PrivacyRequestState,
  Reporter,
  Role,
  ServicePage,
  StopReason,
  SubscriptionStatus,
} from "./types";

type Labels<Value extends string> = Readonly<Record<Value, string>>;

export const CONTACT_STATUS_LABELS: Labels<ContactStatus> = {
  new: "Novo",
  read: "Lido",
  replied: "Respondido",
  archived: "Arquivado",
};

export const CONTACT_CHANNEL_LABELS: Labels<Channel> = {
  form: "Formulário do site",
  phone: "Telefone",
  visit: "Visita",
  whatsapp: "WhatsApp",
  email: "E-mail",
  import: "Importação",
  other: "Outro",
};

export const CONTACT_VIEW_LABELS: Labels<ContactListView> = {
  waiting: "Aguardando",
  late: "Atrasados",
  mine: "Meus",
  unassigned: "Sem responsável",
  new: "Novos",
  next_steps: "Meus passos",
  all: "Todos",
  spam: "Suspeitos",
  trash: "Lixeira",
};

export const CONTACT_STAGE_LABELS: Labels<ContactStage> = {
  new: "Novo",
  talking: "Em conversa",
  proposal: "Proposta",
  won: "Ganho",
  lost: "Perdido",
};

export const LOST_REASON_LABELS: Labels<LostReason> = {
  price: "Preço",
  no_answer: "Sem retorno",
  competitor: "Escolheu concorrente",
  out_of_scope: "Fora do escopo",
  no_budget: "Sem orçamento",
  other: "Outro",
};

export const ROLE_LABELS: Labels<Role> = {
  admin: "Administrador",
  editor: "Editor",
  support: "Atendimento",
  writer: "Redação",
  user: "Usuário",
};

export const SERVICE_PAGE_LABELS: Labels<ServicePage> = {
  support: "Suporte e Manutenção",
  security: "Segurança e Monitoramento",
  cloud: "Nuvem e Virtualização",
  development: "Desenvolvimento e IA",
  erp: "ERPs e Gestão",
  database: "Banco de Dados",
};

export const SUBSCRIPTION_STATUS_LABELS: Labels<SubscriptionStatus> = {
  confirmed: "Confirmada",
  pending: "Pendente",
  paused: "Pausada",
  refused: "Recusada",
  unsubscribed: "Cancelada",
};

export const STOP_REASON_LABELS: Labels<StopReason> = {
  bounce: "Devolução permanente",
  complaint: "Reclamação",
  temporary_failures: "Falhas temporárias",
};

export const REPORTER_LABELS: Labels<Reporter> = {
  mail_server: "Servidor de e-mail",
  amazon_ses: "Amazon SES",
  mailgun: "Mailgun",
  sendgrid: "SendGrid",
  postmark: "Postmark",
  brevo: "Brevo",
  standard_report: "Relatório de entrega",
};

export const EDITION_STATE_LABELS: Labels<EditionState> = {
  draft: "Rascunho",
  scheduled: "Agendada",
  sending: "Enviando",
  sent: "Enviada",
  canceled: "Cancelada",
};

export const NEW_POST_MODE_LABELS: Labels<NewPostMode> = {
  off: "Não fazer nada",
  draft: "Preparar um rascunho",
  send: "Enviar na hora",
};

export const FOOTER_SECTION_TYPE_LABELS: Labels<FooterSectionType> = {
  links: "Links",
  contact: "Contato",
  social: "Redes Sociais",
  text: "Texto",
};

export const LINK_TARGET_LABELS: Labels<LinkTarget["kind"]> = {
  page: "Página",
  service_page: "Página de serviços",
  service_section: "Seção",
  service: "Serviço",
  post: "Post",
};

/** Labels of messages, by kind. */
export const MAIL_KIND_LABELS: Readonly<Record<string, string>> = {
  contact_notice: "Aviso de novo contato",
  contact_forwarded: "Contato encaminhado a um colega",
  contact_message_notice: "Aviso de nova mensagem de um contato",
  contact_receipt: "Confirmação ao visitante",
  test: "Mensagem de teste",
  contact_reply: "Resposta a um contato",
  suspected_contacts: "Resumo dos contatos suspeitos",
  step_reminder: "Lembrete de próximo passo",
  contact_event: "Aviso sobre um contato",
  contact_digest: "Resumo diário de avisos",
  newsletter_edition: "Edição da newsletter",
  newsletter_test: "Teste de uma edição da newsletter",
  newsletter_confirmation: "Confirmação da newsletter",
  newsletter_invitation: "Convite da newsletter",
  privacy_request_confirmation: "Confirmação de pedido de privacidade",
  privacy_request_receipt: "Protocolo de pedido de privacidade",
  privacy_request_notice: "Aviso de pedido de privacidade",
  privacy_request_reply: "Resposta a um pedido de privacidade",
  privacy_requests: "Resumo dos pedidos de privacidade",
  invitation: "Convite para a equipe",
  email_verification: "Verificação de e-mail",
  email_changed: "Aviso de e-mail alterado",
  email_in_use: "Aviso de e-mail já em uso",
  password_reset: "Redefinição de senha",
  password_changed: "Aviso de senha alterada",
  role_changed: "Aviso de perfil alterado",
  second_factor_added: "Segundo fator ativado",
  second_factor_removed: "Segundo fator desativado",
  recovery_codes_replaced: "Novos códigos de recuperação",
  recovery_code_used: "Código de recuperação usado",
  passkey_added: "Chave de acesso cadastrada",
  passkey_removed: "Chave de acesso removida",
};

export const PRIVACY_REQUEST_KIND_LABELS: Labels<PrivacyRequestKind> = {
  access: "Acesso aos dados",
  correction: "Correção de dados",
  deletion: "Exclusão de dados",
  portability: "Portabilidade",
  information: "Informação sobre o uso",
  revocation: "Revogação do consentimento",
  opposition: "Oposição ao uso",
};

export const PRIVACY_REQUEST_STATE_LABELS: Labels<PrivacyRequestState> = {
  unconfirmed: "Aguardando confirmação",
  open: "Aberto",
  in_progress: "Em andamento",
  done: "Concluído",
  refused: "Recusado",
};

export const POST_LABELS = {
  title: "Título",
  slug: "Slug",
  content: "Conteúdo",
  excerpt: "Resumo",
  category: "Categoria",
  tags: "Tags",
  featured_image: "Imagem de capa",
  author: "Autor",
  is_published: "Publicado",
  publish_at: "Publicar em",
  unpublish_at: "Despublicar em",
  seo_title: "Título para buscadores",
  seo_description: "Descrição para buscadores",
} as const satisfies Partial<Labels<keyof Post>>;

/**
 * The fields of all settings records, in the order of their forms. The company's two names are missing: elsewhere
 * `name` and `full_name` have other labels.
 */
export const SETTINGS_LABELS = {
  cnpj: "CNPJ",
  data_officer: "Encarregado de dados (DPO)",
  data_officer_contact: "Canal do encarregado",
  tagline: "Slogan",
  description: "Descrição",
  founded: "Ano de Fundação",
  employees: "Número de Funcionários",
  location: "Localização",
  mission: "Missão",
  vision: "Visão",
  values: "Valores",
  logo: "Logo",
  logo_dark: "Logo para o tema escuro",
  accent_color: "Cor de destaque",
  copyright: "Texto de copyright",
  phone: "Telefone",
  whatsapp: "WhatsApp",
  email: "E-mail",
  address: "Endereço",
  business_hours: "Horário de Atendimento",
  closed_days: "Dias sem atendimento",
  promised_hours: "Prazo geral, em horas",
  service_hours: "Prazos de serviços",
  met_promises: "Parcela no prazo, no site",
  met_promises_minimum: "Parcela mínima para mostrar (%)",
  about_text: "Texto sobre a empresa",
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  youtube: "YouTube",
  twitter: "Twitter/X",
  page_title: "Título da Página (aba do navegador)",
  site_title: "Título do Site",
  site_description: "Descrição do Site",
  keywords: "Palavras-chave",
  og_image: "Imagem de Compartilhamento",
  favicon: "Favicon",
  google_analytics: "Google Analytics",
  search_console: "Google Search Console",
  search_console_file: "Arquivo do Search Console",
  facebook_pixel: "Facebook Pixel",
  hotjar: "Hotjar",
  own_measurement: "Medição própria",
} as const satisfies Labels<string>;

/** The fields of an edition, in the order of the form. */
export const EDITION_LABELS = {
  subject: "Assunto",
  preheader: "Resumo na caixa de entrada",
  body: "Texto",
  post_ids: "Artigos",
  interests: "Para quem",
  slug: "Slug",
  is_archived: "Mostrar no arquivo do site",
  pace: "E-mails por hora",
} as const satisfies Partial<Labels<keyof Edition>>;
