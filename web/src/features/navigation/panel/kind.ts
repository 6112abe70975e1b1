/** What the menu's entries and the footer's sections have in common: they are kept, edited, sorted and deleted alike. */
import { api, body } from "@/api/client";
import type {
  FooterSection,
  FooterSectionInput,
  FooterSectionType,
  MenuItem,
  MenuItemInput,
} from "@/api/types";
import { conditional, opened } from "@/api/opened";
import { lastChangeOf } from "@/api/last-change";
import { type Keepable, type Stored, yesOrNo } from "@/panel/edit/editable";
import { isEmpty, linkInput, linkKey, linkText, type LinkValue } from "./link-value";

interface Words {
  loading: string;
  added: string;
  updated: string;
  removed: string;
  restored: string;
  adding: string;
  updating: string;
  removing: string;
  restoring: string;
  sorting: string;
}

export interface Order {
  parent_id: string | null;
  ids: string[];
  seen: string[];
}

export interface Kind<Value extends Named, Fields extends object> extends Keepable<Value, Fields> {
  key: "menu_items" | "footer_sections";
  words: Words;
  nameOf: (value: Value) => string;
  list: (signal: AbortSignal) => Promise<Value[]>;
  trash: (signal: AbortSignal) => Promise<Value[]>;
  create: (fields: Fields, parent_id: string | null) => Promise<Value>;
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<Value>;
  sort: (order: Order) => Promise<Value[]>;
}

/** What both have. */
export interface Named extends Stored {
  order: number;
  is_active: boolean;
  deleted_at: string | null;
}

export interface MenuFields {
  label: string;
  link: LinkValue;
  icon: string;
  has_submenu: boolean;
  is_active: boolean;
}

export interface SectionFields {
  title: string;
  type: FooterSectionType;
  description: string;
  links: { label: string; link: LinkValue }[];
  is_active: boolean;
}

export const SECTION_TYPES: Readonly<Record<FooterSectionType, string>> = {
  links: "Links",
  contact: "Contato",
  social: "Redes Sociais",
  text: "Texto",
};

export function menuInput({ link, ...others }: Partial<MenuFields>): MenuItemInput {
  return { ...others, ...(link && linkInput(link)) };
}

export const MENU: Kind<MenuItem, MenuFields> = {
  key: "menu_items",
  words: {
    loading: "Erro ao carregar o menu",
    added: "Item do menu adicionado!",
    updated: "Item do menu atualizado!",
    removed: "Item removido!",
    restored: "Item restaurado!",
    adding: "Erro ao adicionar item do menu",
    updating: "Erro ao atualizar item do menu",
    removing: "Erro ao excluir item do menu",
    restoring: "Erro ao restaurar item do menu",
    sorting: "Erro ao reordenar o menu",
  },
  labels: {
    label: "Texto do Menu",
    link: "URL/Link",
    icon: "Ícone",
    has_submenu: "Tem submenu",
    is_active: "Ativo",
  },
  nameOf: ({ label }) => label,
  fieldsOf: ({ label, url, target, icon, has_submenu, is_active }) => ({
    label,
    link: { url, target },
    icon: icon ?? "",
    has_submenu,
    is_active,
  }),
  textOf: (fields, name) => {
    const value = fields[name];
    if (typeof value === "boolean") return yesOrNo(value);
    return typeof value === "string" ? value : linkText(value);
  },
  keyOf: (fields, name) => (name === "link" ? linkKey(fields.link) : MENU.textOf(fields, name)),
  list: (signal) => body(api.GET("/api/menu-items", { signal })),
  trash: (signal) => body(api.GET("/api/menu-items/trash", { signal })),
  find: (id, signal) =>
    opened(api.GET("/api/menu-items/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, parent_id) =>
    body(api.POST("/api/menu-items", { body: { ...menuInput(fields), parent_id } })),
  update: (id, change, etag) =>
    opened(api.PUT("/api/menu-items/{id}", { params: conditional(id, etag), body: menuInput(change) })),
  lastChange: lastChangeOf("menu_item"),
  remove: (id) => body(api.DELETE("/api/menu-items/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/menu-items/{id}/restore", { params: { path: { id } } })),
  sort: (order) => body(api.PUT("/api/menu-items/order", { body: order })),
};

/** Lines of the list that nobody has filled in are left out. */
export function sectionInput(change: Partial<SectionFields>): FooterSectionInput {
  const { description, links, ...others } = change;
  if (description === undefined && links === undefined) return others;
  const filled = links?.filter(({ label, link }) => label.trim() !== "" || !isEmpty(link));
  const content = {
    ...(description !== undefined && { description }),
    ...(filled && { links: filled.map(({ label, link }) => ({ label, ...linkInput(link) })) }),
  };
  return { ...others, content };
}

/** What can be shown of a section while it is being written: the lines that are complete. */
export function sectionDraft({ links, ...others }: SectionFields): FooterSectionInput {
  const complete = links.filter(({ label, link }) => label.trim() !== "" && !isEmpty(link));
  return sectionInput({ ...others, links: complete });
}

export const FOOTER: Kind<FooterSection, SectionFields> = {
  key: "footer_sections",
  words: {
    loading: "Erro ao carregar o rodapé",
    added: "Seção do rodapé adicionada!",
    updated: "Seção do rodapé atualizada!",
    removed: "Seção removida!",
    restored: "Seção restaurada!",
    adding: "Erro ao adicionar seção do rodapé",
    updating: "Erro ao atualizar seção do rodapé",
    removing: "Erro ao excluir seção do rodapé",
    restoring: "Erro ao restaurar seção do rodapé",
    sorting: "Erro ao reordenar o rodapé",
  },
  labels: {
    title: "Título",
    type: "Tipo",
    description: "Descrição",
    links: "Links",
    is_active: "Ativo",
  },
  nameOf: ({ title }) => title,
  fieldsOf: ({ title, type, content, is_active }) => ({
    title,
    type,
    description: content.description ?? "",
    links: (content.links ?? []).map(({ label, url, target }) => ({ label, link: { url, target } })),
    is_active,
  }),
  textOf: (fields, name) => {
    const value = fields[name];
    if (typeof value === "boolean") return yesOrNo(value);
    if (name === "type") return SECTION_TYPES[fields.type];
    if (typeof value === "string") return value;
    return value.map(({ label, link }) => `${label}: ${linkText(link)}`).join("\n");
  },
  keyOf: (fields, name) =>
    name === "links"
      ? JSON.stringify(fields.links.map(({ label, link }) => [label, linkKey(link)]))
      : FOOTER.textOf(fields, name),
  list: (signal) => body(api.GET("/api/footer-sections", { signal })),
  trash: (signal) => body(api.GET("/api/footer-sections/trash", { signal })),
  find: (id, signal) =>
    opened(api.GET("/api/footer-sections/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields) => body(api.POST("/api/footer-sections", { body: sectionInput(fields) })),
  update: (id, change, etag) =>
    opened(
      api.PUT("/api/footer-sections/{id}", { params: conditional(id, etag), body: sectionInput(change) }),
    ),
  lastChange: lastChangeOf("footer_section"),
  remove: (id) => body(api.DELETE("/api/footer-sections/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/footer-sections/{id}/restore", { params: { path: { id } } })),
  sort: ({ ids, seen }) => body(api.PUT("/api/footer-sections/order", { body: { ids, seen } })),
};
