/** Texts about an audit event: its actor, its subject and its changes. */
import {
  CONTACT_CHANNEL_LABELS,
  CONTACT_STAGE_LABELS,
  CONTACT_STATUS_LABELS,
  CONTACT_VIEW_LABELS,
  EDITION_LABELS,
  EDITION_STATE_LABELS,
  FOOTER_SECTION_TYPE_LABELS,
  LINK_TARGET_LABELS,
  LOST_REASON_LABELS,
  MAIL_KIND_LABELS,
  NEW_POST_MODE_LABELS,
  POST_LABELS,
  PRIVACY_REQUEST_KIND_LABELS,
  PRIVACY_REQUEST_STATE_LABELS,
  REPORTER_LABELS,
  ROLE_LABELS,
  SERVICE_PAGE_LABELS,
  SETTINGS_LABELS,
  STOP_REASON_LABELS,
  SUBSCRIPTION_STATUS_LABELS,
} from "@/api/labels";
import type { AuditEvent, Control, FormField } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import type { Change } from "@/panel/edit/change-table";
import { formatCount, formatDateTime, formatDay, formatNumber } from "@/panel/format";

const SOURCE_ACTORS: Record<AuditEvent["source"], string> = {
  web: "Visitante",
  command_line: "Linha de comando",
  system: "Sistema",
};

type Actor = Pick<AuditEvent, "user_email" | "source"> & Partial<Pick<AuditEvent, "erased_at">>;

/** Returns the actor's email address. Without one, returns a text such as 'Visitante' or 'Sistema'; 'Alguém' if it was erased. */
export function actorOf({ user_email, source, erased_at }: Actor): string {
  return user_email ?? (erased_at && source === "web" ? "Alguém" : SOURCE_ACTORS[source]);
}

type Subject = Pick<AuditEvent, "action" | "subject_kind" | "subject_id">;

/** Returns the path of the screen that shows the subject of an event, or null if there is none. */
export function subjectPath({ action, subject_kind, subject_id }: Subject): string | null {
  if (!subject_kind || !subject_id) return null;
  if (action === "settings.retention_updated") return panelPaths.retention;
  if (action.startsWith("mail.settings_")) return panelPaths.mailServers;
  if (action === "contact.assignment_updated") return panelPaths.assignment;
  if (subject_kind === "settings") return SETTINGS_PATHS[subject_id] ?? null;
  return SUBJECT_PATHS[subject_kind]?.(subject_id) ?? null;
}

/** Screens of records by the kind of the record. Records without their own screen have that of their list. */
const SUBJECT_PATHS: Readonly<Record<string, (id: string) => string>> = {
  account: panelPaths.user,
  campaign: () => panelPaths.results,
  contact: panelPaths.contact,
  edition: panelPaths.edition,
  footer_section: () => `${panelPaths.menuFooter}?tab=footer`,
  mail: () => panelPaths.outbox,
  media: panelPaths.picture,
  menu_item: () => panelPaths.menuFooter,
  missing_page: () => panelPaths.missingPages,
  page: panelPaths.page,
  post: panelPaths.post,
  privacy_request: panelPaths.privacyRequest,
  processing_record: () => panelPaths.processing,
  redirect: () => panelPaths.redirects,
  reply_template: () => panelPaths.replyTemplates,
  service: panelPaths.service,
  subscription: () => panelPaths.newsletter,
  user: panelPaths.user,
};

/** Screens of the settings, by the name of their record. */
const SETTINGS_PATHS: Readonly<Record<string, string>> = {
  analytics: `${panelPaths.generalSettings}?tab=analytics`,
  company: panelPaths.generalSettings,
  contact: panelPaths.contactSettings,
  security: panelPaths.security,
  seo: `${panelPaths.generalSettings}?tab=seo`,
  social: `${panelPaths.generalSettings}?tab=social`,
};

/** Labels of fields. A path such as `hero.title` has a label for each part. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...SETTINGS_LABELS,
  ...POST_LABELS,
  ...EDITION_LABELS,
  account: "Conta apagada",
  account_links: "Links da conta apagados",
  activities: "Atividades",
  alt: "Texto alternativo",
  answered_at: "Respondido em",
  assigned: "Responsável",
  assigned_to: "Responsável",
  audit_events: "Eventos sem nome",
  bounced: "Devolvidos",
  by: "Informado por",
  bytes: "Tamanho em bytes",
  campaign: "Campanha",
  canceled: "Não enviados",
  certificate: "Certificado",
  channel: "Canal",
  city: "Cidade",
  closed_at: "Encerrado em",
  closed_from: "Etapa antes de fechar",
  company: "Empresa",
  confirmed_at: "Confirmado em",
  consent_id: "Código do consentimento",
  contact_steps: "Passos apagados",
  contacts: "Contatos apagados",
  content_type: "Formato",
  count: "Quantidade",
  cover: "Capa",
  created: "Criados",
  created_at: "Criado em",
  creates_contacts: "Mensagens de desconhecidos viram contatos",
  cursor: "Página da lista",
  data: "Dados",
  date: "Dia",
  days: "Dias",
  days_left: "Dias restantes",
  deleted_at: "Excluído em",
  delivered: "Entregues",
  delivery: "Entrega da resposta",
  dkim_selector: "Seletor DKIM",
  due_at: "Responder até",
  due_on: "Prazo",
  due_text: "Prazo da resposta",
  editions: "Edições apagadas",
  email_verified: "E-mail verificado",
  encryption: "Criptografia",
  ended_at: "Envio terminado em",
  failed: "Não entregues",
  features: "Itens",
  files: "Imagens apagadas",
  focus_x: "Foco horizontal",
  focus_y: "Foco vertical",
  folder: "Pasta",
  footer_sections: "Seções apagadas",
  from: "De",
  from_email: "E-mail do remetente",
  from_name: "Nome do remetente",
  from_path: "Endereço antigo",
  full_name: "Nome",
  group: "Assunto",
  has_submenu: "Tem submenu",
  height: "Altura",
  hits: "Acessos",
  host: "Servidor",
  icon: "Ícone",
  id: "Código",
  interest: "Assunto de interesse",
  invited_by: "Convidado por",
  is_confirmed: "Remetente confirmado",
  is_active: "Ativo",
  is_featured: "Destaque",
  is_late: "Atrasado",
  is_permanent: "Permanente",
  is_public: "Destino no site",
  key: "Chave",
  kind: "Tipo",
  known_devices: "Navegadores apagados",
  label: "Texto",
  last_hit_at: "Último acesso",
  latest_message: "Mensagem mais recente",
  left: "Códigos restantes",
  legal_basis: "Base legal",
  limit: "Itens por página",
  links: "Links",
  lost_reason: "Motivo da perda",
  lost_text: "Detalhes da perda",
  menu_items: "Itens do menu apagados",
  merged_into: "Juntado a",
  message: "Mensagem",
  messages: "E-mails apagados",
  method: "Método",
  minutes_left: "Minutos restantes",
  name: "Nome",
  new_post: "Quando um artigo for publicado",
  new_post_id: "Artigo novo",
  newsletter_deliveries: "Envios de edições apagados",
  newsletter_reports: "Devoluções e reclamações apagadas",
  next_step: "Próximo passo",
  note: "Anotações",
  notes: "Anotações",
  order: "Ordem",
  outcome: "Resultado",
  page: "Página",
  pages: "Páginas",
  parent_id: "Item principal",
  passkey: "Chave de acesso",
  passkeys: "Chaves de acesso apagadas",
  path: "Endereço pedido",
  people: "Titulares",
  person: "Pessoa",
  planned_by: "Planejado por",
  plus_addressing: "Endereços com “+”",
  port: "Porta",
  position: "Posição",
  posts: "Posts apagados",
  privacy_replies: "Respostas a pedidos de privacidade apagadas",
  privacy_requests: "Pedidos de privacidade apagados",
  promise: "Promessa de resposta",
  protocol: "Protocolo",
  published_at: "Publicado em",
  purpose: "Finalidade",
  push_devices: "Aparelhos com avisos apagados",
  quarantined: "Suspeito",
  queued_at: "Posto na fila em",
  read_minutes: "Minutos de leitura",
  reason: "Motivo",
  received_messages: "Mensagens recebidas apagadas",
  recipients: "Destinatários",
  redirects: "Redirecionamentos apagados",
  reply_templates: "Modelos apagados",
  replies: "Respostas apagadas",
  require_second_factor: "Segundo fator obrigatório",
  retention: "Prazo de guarda",
  retried: "E-mails reenviados",
  role: "Perfil",
  merged: "Contatos juntados",
  rows: "Linhas",
  saved_filters: "Filtros apagados",
  search: "Busca",
  second_factor: "Segundo fator",
  second_factor_removed: "Segundo fator retirado",
  second_factors: "Segundos fatores apagados",
  security: "Segurança",
  send_at: "Enviar em",
  server: "Servidor",
  service: "Serviço",
  services: "Serviços apagados",
  sessions: "Sessões encerradas",
  settings: "Configurações",
  sign_in: "Senha",
  source: "Origem",
  source_page: "Primeira página",
  source_referrer: "Site de origem",
  stage: "Etapa",
  stage_changed_at: "Etapa mudada em",
  started_at: "Envio iniciado em",
  state: "Situação",
  status: "Status",
  subject_id: "Código do registro",
  subject_kind: "Tipo de registro",
  subscriptions: "Inscrições apagadas",
  target: "Destino",
  text: "Texto",
  time: "Hora",
  to: "Até",
  to_url: "Destino",
  trusted_server: "Servidor confiável",
  type: "Tipo",
  unrecorded: "Tentativas não registradas",
  unsubscribed: "Cancelaram a inscrição",
  updated: "Alterados",
  updated_at: "Alterado em",
  url: "Endereço",
  user: "Usuário",
  utm_campaign: "Campanha",
  utm_medium: "Meio da campanha",
  utm_source: "Origem da campanha",
  value_cents: "Valor em centavos",
  variants: "Tamanhos da imagem",
  verified_by: "Confirmado por",
  view: "Visão",
  visits: "Textos de visitas apagados",
  whatsapp_code: "Protocolo do WhatsApp",
  width: "Largura",
  // Stored by earlier releases.
  vouched_by: "Confirmado por",
};

/** Labels of values, by the last part of the field's path. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  by: REPORTER_LABELS,
  closed_from: CONTACT_STAGE_LABELS,
  channel: CONTACT_CHANNEL_LABELS,
  delivery: { queued: "Na fila", failed: "Não entregue" },
  lost_reason: LOST_REASON_LABELS,
  stage: CONTACT_STAGE_LABELS,
  encryption: { tls: "TLS", starttls: "STARTTLS", none: "Nenhuma" },
  // Exports of earlier releases have a folder of contacts instead of a view.
  folder: {
    inbox: "Recebidos",
    spam: "Suspeitos",
    trash: "Lixeira",
    blog: "Blog",
    company: "Empresa",
    seo: "SEO",
  },
  kind: { ...LINK_TARGET_LABELS, ...MAIL_KIND_LABELS, ...PRIVACY_REQUEST_KIND_LABELS },
  legal_basis: { consent: "Consentimento", none: "Nenhuma" },
  met_promises: { on: "Ligada", off: "Desligada" },
  new_post: NEW_POST_MODE_LABELS,
  outcome: {
    succeeded: "Funcionou",
    unknown_host: "Servidor não encontrado",
    refused: "Conexão recusada",
    no_answer: "Sem resposta",
    encryption: "Falha na criptografia",
    sign_in: "Usuário ou senha recusados",
    rejected: "Mensagem recusada",
    folder: "Pasta não encontrada",
    other: "Outra resposta",
  },
  own_measurement: { on: "Ligada", off: "Desligada" },
  page: SERVICE_PAGE_LABELS,
  reason: STOP_REASON_LABELS,
  role: ROLE_LABELS,
  sign_in: { changed: "Alterada" },
  state: { ...PRIVACY_REQUEST_STATE_LABELS, ...EDITION_STATE_LABELS },
  status: { ...CONTACT_STATUS_LABELS, ...SUBSCRIPTION_STATUS_LABELS },
  type: FOOTER_SECTION_TYPE_LABELS,
  view: CONTACT_VIEW_LABELS,
};

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the label of a field: 'Links › 1 › Texto' for `links.1.label`. */
export function fieldName(path: string): string {
  return path
    .split(".")
    .map((part) => FIELD_LABELS[part] ?? part.replaceAll("_", " "))
    .join(" › ");
}

function valueText(path: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (typeof value === "string") return stringText(path, value);
  if (Array.isArray(value) && path === "post_ids") return formatCount(value.length, "artigo", "artigos");
  if (Array.isArray(value)) return value.map((item) => valueText("", item)).join("\n");
  return typeof value === "number" ? formatNumber(value) : JSON.stringify(value);
}

function stringText(path: string, value: string): string {
  if (TIME.test(value)) return formatDateTime(value);
  if (DAY.test(value)) return formatDay(value);
  return VALUE_LABELS[path.split(".").at(-1) ?? ""]?.[value] ?? value;
}

/**
 * Returns the changes of an event, field by field, as text. `pageForm` is the form of the page whose texts the event is about; its
 * fields have the labels of the page's editor.
 */
export function changesOf({ before, after }: AuditEvent, pageForm?: Control): Change[] {
  const paths = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...paths].map((path) => ({
    path,
    field: pageForm ? pageFieldName(pageForm, path) : fieldName(path),
    before: valueText(path, before?.[path]),
    after: valueText(path, after?.[path]),
  }));
  // Events about a created or deleted record also contain its empty fields.
  return changes.filter((change) => change.before !== "" || change.after !== "");
}

/** Returns the label of a text of a page: 'Topo › Título' for `hero.title`. */
function pageFieldName(form: Control, path: string): string {
  const names: string[] = [];
  let control: Control | undefined = form;
  for (const part of path.split(".")) {
    const field: FormField | undefined = control && fieldsOf(control).find(({ name }) => name === part);
    names.push(field?.label ?? FIELD_LABELS[part] ?? part.replaceAll("_", " "));
    control = field ? field.control : control?.kind === "list" ? control.item.control : undefined;
  }
  return names.join(" › ");
}

function fieldsOf(control: Control): readonly FormField[] {
  if (control.kind === "group") return control.fields;
  return control.kind === "variant" ? control.variants.flatMap(({ fields }) => fields) : [];
}
