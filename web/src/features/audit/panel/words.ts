/** Who and what an event is about, in words. */
import type { AuditEvent } from "@/api/types";
import { paths } from "@/lib/paths";

const NOBODY: Record<AuditEvent["source"], string> = {
  web: "Visitante",
  command_line: "Linha de comando",
  system: "Sistema",
};

type Actor = Pick<AuditEvent, "user_email" | "source"> & Partial<Pick<AuditEvent, "erased_at">>;

export function who({ user_email, source, erased_at }: Actor): string {
  return user_email ?? (erased_at && source === "web" ? "Alguém" : NOBODY[source]);
}

/** The screen that shows what the event was done to, where there is one. */
export function subjectPath({ subject_kind, subject_id }: AuditEvent): string | null {
  if (!subject_id) return null;
  if (subject_kind === "contact") return paths.admin.contact(subject_id);
  if (subject_kind === "menu_item") return paths.admin.menuFooter;
  if (subject_kind === "footer_section") return `${paths.admin.menuFooter}?aba=rodape`;
  if (subject_kind === "post") return paths.admin.post(subject_id);
  if (subject_kind === "service") return paths.admin.service(subject_id);
  return subject_kind === "settings" ? (SETTINGS[subject_id] ?? null) : null;
}

const SETTINGS: Readonly<Record<string, string>> = {
  analytics: `${paths.admin.generalSettings}?aba=analytics`,
  company: paths.admin.generalSettings,
  contact: paths.admin.contactSettings,
  security: paths.admin.security,
  seo: `${paths.admin.generalSettings}?aba=seo`,
  social: `${paths.admin.generalSettings}?aba=redes-sociais`,
};

const FIELDS: Readonly<Record<string, string>> = {
  about_text: "Texto sobre a empresa",
  accent_color: "Cor de destaque",
  account: "Conta apagada",
  address: "Endereço",
  alt: "Texto alternativo",
  answered_at: "Respondido em",
  assigned_to: "Responsável",
  audit_events: "Eventos sem nome",
  author: "Autor",
  business_hours: "Horário de atendimento",
  bytes: "Tamanho em bytes",
  category: "Categoria",
  city: "Cidade",
  cnpj: "CNPJ",
  company: "Empresa",
  contacts: "Contatos apagados",
  content: "Conteúdo",
  content_type: "Formato",
  copyright: "Texto de copyright",
  cover: "Capa",
  created_at: "Criado em",
  data_officer: "Encarregado de dados",
  deleted_at: "Excluído em",
  description: "Descrição",
  email: "E-mail",
  email_verified: "E-mail verificado",
  employees: "Número de funcionários",
  excerpt: "Resumo",
  facebook: "Facebook",
  facebook_pixel: "Facebook Pixel",
  favicon: "Favicon",
  featured_image: "Imagem",
  features: "Itens",
  focus_x: "Foco horizontal",
  focus_y: "Foco vertical",
  folder: "Pasta",
  footer_sections: "Seções apagadas",
  founded: "Ano de fundação",
  from: "De",
  from_path: "Endereço antigo",
  full_name: "Nome",
  google_analytics: "Google Analytics",
  group: "Assunto",
  has_submenu: "Tem submenu",
  height: "Altura",
  hits: "Acessos",
  hotjar: "Hotjar",
  icon: "Ícone",
  id: "Código",
  instagram: "Instagram",
  invited_by: "Convidado por",
  is_active: "Ativo",
  is_featured: "Destaque",
  is_permanent: "Permanente",
  is_public: "Destino no site",
  is_published: "Publicado",
  keywords: "Palavras-chave",
  kind: "Tipo",
  label: "Texto",
  last_hit_at: "Último acesso",
  linkedin: "LinkedIn",
  links: "Links",
  location: "Localização",
  logo: "Logo",
  logo_dark: "Logo para o tema escuro",
  menu_items: "Itens do menu apagados",
  message: "Mensagem",
  messages: "E-mails apagados",
  method: "Método",
  mission: "Missão",
  name: "Nome",
  og_image: "Imagem de compartilhamento",
  order: "Ordem",
  page: "Página",
  page_title: "Título da página",
  pages: "Páginas",
  parent_id: "Item principal",
  passkey: "Chave de acesso",
  path: "Endereço pedido",
  person: "Pessoa",
  phone: "Telefone",
  position: "Posição",
  posts: "Posts apagados",
  publish_at: "Publicar em",
  published_at: "Publicado em",
  quarantined: "Suspeito",
  read_minutes: "Minutos de leitura",
  require_second_factor: "Segundo fator obrigatório",
  role: "Perfil",
  saved_filters: "Filtros apagados",
  search: "Busca",
  search_console: "Google Search Console",
  second_factor_removed: "Segundo fator retirado",
  seo_description: "Descrição para buscadores",
  seo_title: "Título para buscadores",
  service: "Serviço",
  services: "Serviços apagados",
  sessions: "Sessões encerradas",
  settings: "Configurações",
  site_description: "Descrição do site",
  site_title: "Título do site",
  slug: "Slug",
  status: "Status",
  subject: "Assunto",
  subject_id: "Código do registro",
  subject_kind: "Tipo de registro",
  subscriptions: "Inscrições apagadas",
  tagline: "Slogan",
  tags: "Tags",
  target: "Destino",
  title: "Título",
  to: "Até",
  to_url: "Endereço novo",
  twitter: "Twitter/X",
  type: "Tipo",
  unpublish_at: "Despublicar em",
  updated_at: "Alterado em",
  url: "Endereço",
  values: "Valores",
  variants: "Tamanhos da imagem",
  vision: "Visão",
  vouched_by: "Confirmado por",
  whatsapp: "WhatsApp",
  width: "Largura",
  youtube: "YouTube",
};

const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  folder: { inbox: "Recebidos", spam: "Suspeitos", trash: "Lixeira" },
  page: {
    support: "Suporte e Manutenção",
    security: "Segurança e Monitoramento",
    cloud: "Nuvem e Virtualização",
    development: "Desenvolvimento e IA",
    erp: "ERPs e Gestão",
    database: "Banco de Dados",
  },
  role: { admin: "Administrador", editor: "Editor", user: "Usuário" },
  status: {
    new: "Novo",
    read: "Lido",
    replied: "Respondido",
    archived: "Arquivado",
    pending: "Pendente",
    confirmed: "Confirmada",
    unsubscribed: "Cancelada",
  },
};

/** 'hero › Título' for `hero.title`. */
export function fieldName(path: string): string {
  return path
    .split(".")
    .map((part) => FIELDS[part] ?? part.replaceAll("_", " "))
    .join(" › ");
}

export function valueText(path: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (typeof value === "string") return VALUES[path]?.[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => valueText("", item)).join("\n");
  return JSON.stringify(value);
}
