/** Who and what an event is about, in words. */
import type { AuditEvent } from "../../api/types";
import { paths } from "../../kit/paths";

const NOBODY: Record<AuditEvent["source"], string> = {
  web: "Visitante",
  command_line: "Linha de comando",
  system: "Sistema",
};

export function who({ user_email, source }: AuditEvent): string {
  return user_email ?? NOBODY[source];
}

/** The screen that shows what the event was done to, where there is one. */
export function subjectPath({ subject_kind, subject_id }: AuditEvent): string | null {
  if (!subject_id) return null;
  if (subject_kind === "contact") return paths.admin.contact(subject_id);
  return subject_kind === "service" ? paths.admin.service(subject_id) : null;
}

const FIELDS: Readonly<Record<string, string>> = {
  author: "Autor",
  category: "Categoria",
  company: "Empresa",
  contacts: "Contatos apagados",
  content: "Conteúdo",
  cover: "Capa",
  deleted_at: "Excluído em",
  description: "Descrição",
  email: "E-mail",
  excerpt: "Resumo",
  featured_image: "Imagem",
  features: "Itens",
  folder: "Pasta",
  from: "De",
  full_name: "Nome",
  group: "Assunto",
  icon: "Ícone",
  is_active: "Ativo",
  is_featured: "Destaque",
  is_published: "Publicado",
  message: "Mensagem",
  method: "Método",
  name: "Nome",
  order: "Ordem",
  page: "Página",
  path: "Endereço pedido",
  person: "Pessoa",
  phone: "Telefone",
  position: "Posição",
  published_at: "Publicado em",
  quarantined: "Suspeito",
  read_minutes: "Minutos de leitura",
  role: "Perfil",
  search: "Busca",
  services: "Serviços apagados",
  slug: "Slug",
  status: "Status",
  subject_id: "Código do registro",
  subject_kind: "Tipo de registro",
  subscriptions: "Inscrições apagadas",
  tags: "Tags",
  title: "Título",
  to: "Até",
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
