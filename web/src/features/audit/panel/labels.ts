/** Texts about an audit event: its actor, its subject and its changes. */
import {
  CONTACT_STATUS_LABELS,
  FOLDER_LABELS,
  POST_LABELS,
  PRIVACY_REQUEST_STATE_LABELS,
  ROLE_LABELS,
  SERVICE_PAGE_LABELS,
  SETTINGS_LABELS,
  SUBSCRIPTION_STATUS_LABELS,
} from "@/api/labels";
import type { AuditEvent } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import type { Change } from "@/panel/edit/change-table";

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
  if (subject_kind === "settings") return SETTINGS_PATHS[subject_id] ?? null;
  return SUBJECT_PATHS[subject_kind]?.(subject_id) ?? null;
}

/** Screens of records by the kind of the record. Records without their own screen have that of their list. */
const SUBJECT_PATHS: Readonly<Record<string, (id: string) => string>> = {
  account: panelPaths.user,
  contact: panelPaths.contact,
  edition: panelPaths.edition,
  footer_section: () => `${panelPaths.menuFooter}?aba=rodape`,
  mail: () => panelPaths.outbox,
  media: panelPaths.picture,
  menu_item: () => panelPaths.menuFooter,
  missing_page: () => panelPaths.missingPages,
  page: panelPaths.page,
  post: panelPaths.post,
  privacy_request: panelPaths.privacyRequest,
  processing_record: () => panelPaths.processing,
  redirect: () => panelPaths.redirects,
  service: panelPaths.service,
  subscription: () => panelPaths.newsletter,
  user: panelPaths.user,
};

/** Screens of the settings, by the name of their record. */
const SETTINGS_PATHS: Readonly<Record<string, string>> = {
  analytics: `${panelPaths.generalSettings}?aba=analytics`,
  company: panelPaths.generalSettings,
  contact: panelPaths.contactSettings,
  security: panelPaths.security,
  seo: `${panelPaths.generalSettings}?aba=seo`,
  social: `${panelPaths.generalSettings}?aba=redes-sociais`,
};

/** Labels of fields. A path such as `hero.title` has a label for each part. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...SETTINGS_LABELS,
  ...POST_LABELS,
  account: "Conta apagada",
  account_links: "Links da conta apagados",
  alt: "Texto alternativo",
  answered_at: "Respondido em",
  assigned_to: "Responsável",
  audit_events: "Eventos sem nome",
  bytes: "Tamanho em bytes",
  certificate: "Certificado",
  city: "Cidade",
  closed_at: "Encerrado em",
  company: "Empresa",
  confirmed_at: "Confirmado em",
  contacts: "Contatos apagados",
  content_type: "Formato",
  cover: "Capa",
  created: "Criados",
  created_at: "Criado em",
  days: "Dias",
  deleted_at: "Excluído em",
  email_verified: "E-mail verificado",
  features: "Itens",
  files: "Imagens apagadas",
  focus_x: "Foco horizontal",
  focus_y: "Foco vertical",
  folder: "Pasta",
  footer_sections: "Seções apagadas",
  from: "De",
  from_path: "Endereço antigo",
  full_name: "Nome",
  group: "Assunto",
  has_submenu: "Tem submenu",
  height: "Altura",
  hits: "Acessos",
  icon: "Ícone",
  id: "Código",
  invited_by: "Convidado por",
  is_active: "Ativo",
  is_featured: "Destaque",
  is_permanent: "Permanente",
  is_public: "Destino no site",
  kind: "Tipo",
  known_devices: "Navegadores apagados",
  label: "Texto",
  last_hit_at: "Último acesso",
  links: "Links",
  menu_items: "Itens do menu apagados",
  message: "Mensagem",
  messages: "E-mails apagados",
  method: "Método",
  name: "Nome",
  note: "Anotações",
  notes: "Anotações",
  order: "Ordem",
  page: "Página",
  pages: "Páginas",
  parent_id: "Item principal",
  passkey: "Chave de acesso",
  passkeys: "Chaves de acesso apagadas",
  path: "Endereço pedido",
  person: "Pessoa",
  position: "Posição",
  posts: "Posts apagados",
  privacy_requests: "Pedidos de privacidade apagados",
  published_at: "Publicado em",
  quarantined: "Suspeito",
  read_minutes: "Minutos de leitura",
  reason: "Motivo",
  redirects: "Redirecionamentos apagados",
  replies: "Respostas apagadas",
  require_second_factor: "Segundo fator obrigatório",
  role: "Perfil",
  saved_filters: "Filtros apagados",
  search: "Busca",
  second_factors: "Segundos fatores apagados",
  second_factor_removed: "Segundo fator retirado",
  service: "Serviço",
  services: "Serviços apagados",
  sessions: "Sessões encerradas",
  settings: "Configurações",
  state: "Situação",
  status: "Status",
  subject: "Assunto",
  subject_id: "Código do registro",
  subject_kind: "Tipo de registro",
  subscriptions: "Inscrições apagadas",
  target: "Destino",
  to: "Até",
  to_url: "Destino",
  type: "Tipo",
  updated: "Alterados",
  updated_at: "Alterado em",
  url: "Endereço",
  variants: "Tamanhos da imagem",
  verified_by: "Confirmado por",
  // Stored by earlier releases.
  vouched_by: "Confirmado por",
  width: "Largura",
};

/** Labels of values, by field. */
const VALUE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  folder: FOLDER_LABELS,
  page: SERVICE_PAGE_LABELS,
  role: ROLE_LABELS,
  state: PRIVACY_REQUEST_STATE_LABELS,
  status: { ...CONTACT_STATUS_LABELS, ...SUBSCRIPTION_STATUS_LABELS },
};

/** Returns the label of a field: 'hero › Título' for `hero.title`. */
function fieldName(path: string): string {
  return path
    .split(".")
    .map((part) => FIELD_LABELS[part] ?? part.replaceAll("_", " "))
    .join(" › ");
}

function valueText(path: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (typeof value === "string") return VALUE_LABELS[path]?.[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => valueText("", item)).join("\n");
  return JSON.stringify(value);
}

/** Returns the changes of an event, field by field, as text. */
export function changesOf({ before, after }: AuditEvent): Change[] {
  const paths = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...paths].map((path) => ({
    path,
    field: fieldName(path),
    before: valueText(path, before?.[path]),
    after: valueText(path, after?.[path]),
  }));
  // Events about a created or deleted record also contain its empty fields.
  return changes.filter((change) => change.before !== "" || change.after !== "");
}
