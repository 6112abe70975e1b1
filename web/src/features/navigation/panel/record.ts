/** Menu items and footer sections as staff edit them: fields, messages, and calls to the server. */
import { api, body } from "@/api/client";
import { FOOTER_SECTION_TYPE_LABELS } from "@/api/labels";
import { lastSaverOf } from "@/api/last-change";
import type {
  FooterSection,
  FooterSectionInput,
  FooterSectionType,
  MenuItem,
  MenuItemInput,
} from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { yesOrNo } from "@/panel/edit/record-fields";
import type { ListedKind } from "@/panel/record/kind";
import { isEmpty, linkInput, linkKey, linkText, type LinkValue } from "./link-value";

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

const ORDER_CONFLICT =
  "Outra pessoa mudou esta lista ao mesmo tempo. Ela foi atualizada: confira e mova de novo se for preciso.";

export function menuInput({ link, ...others }: Partial<MenuFields>): MenuItemInput {
  return { ...others, ...(link && linkInput(link)) };
}

export const MENU: ListedKind<MenuItem, MenuFields> = {
  area: "navigation",
  key: "menu_items",
  thisOne: "este item do menu",
  messages: {
    loading: "Erro ao carregar o menu",
    created: "Item do menu adicionado!",
    updated: "Item do menu atualizado!",
    deleted: "Item removido!",
    restored: "Item restaurado!",
    creating: "Erro ao adicionar item do menu",
    updating: "Erro ao atualizar item do menu",
    deleting: "Erro ao excluir item do menu",
    restoring: "Erro ao restaurar item do menu",
    ordering: "Erro ao reordenar o menu",
    order_conflict: ORDER_CONFLICT,
  },
  labels: {
    label: "Texto do Menu",
    link: "URL/Link",
    icon: "Ícone",
    has_submenu: "Tem submenu",
    is_active: "Ativo",
  },
  nameOf: ({ label }) => label,
  positionOf: ({ order }) => order,
  placed: (item, order) => ({ ...item, order }),
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
    versioned(api.GET("/api/menu-items/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, parent_id, key) => {
    const call = { params: idempotencyKey(key), body: { ...menuInput(fields), parent_id } };
    return body(api.POST("/api/menu-items", call));
  },
  update: (id, change, etag) => {
    const params = { path: { id }, ...ifMatch(etag) };
    return versioned(api.PUT("/api/menu-items/{id}", { params, body: menuInput(change) }));
  },
  lastSaver: lastSaverOf("menu_item"),
  remove: (id) => body(api.DELETE("/api/menu-items/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/menu-items/{id}/restore", { params: { path: { id } } })),
  order: ({ group, ids, seen }) =>
    body(api.PUT("/api/menu-items/order", { body: { parent_id: group, ids, seen } })),
};

/** Converts fields of the form to the server's input, without empty lines. */
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

/** Converts a section to the input of its preview, without incomplete lines. */
export function sectionDraft({ links, ...others }: SectionFields): FooterSectionInput {
  const complete = links.filter(({ label, link }) => label.trim() !== "" && !isEmpty(link));
  return sectionInput({ ...others, links: complete });
}

export const FOOTER: ListedKind<FooterSection, SectionFields> = {
  area: "navigation",
  key: "footer_sections",
  thisOne: "esta seção do rodapé",
  messages: {
    loading: "Erro ao carregar o rodapé",
    created: "Seção do rodapé adicionada!",
    updated: "Seção do rodapé atualizada!",
    deleted: "Seção removida!",
    restored: "Seção restaurada!",
    creating: "Erro ao adicionar seção do rodapé",
    updating: "Erro ao atualizar seção do rodapé",
    deleting: "Erro ao excluir seção do rodapé",
    restoring: "Erro ao restaurar seção do rodapé",
    ordering: "Erro ao reordenar o rodapé",
    order_conflict: ORDER_CONFLICT,
  },
  labels: {
    title: "Título",
    type: "Tipo",
    description: "Descrição",
    links: "Links",
    is_active: "Ativo",
  },
  nameOf: ({ title }) => title,
  positionOf: ({ order }) => order,
  placed: (section, order) => ({ ...section, order }),
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
    if (name === "type") return FOOTER_SECTION_TYPE_LABELS[fields.type];
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
    versioned(api.GET("/api/footer-sections/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, _, key) =>
    body(api.POST("/api/footer-sections", { params: idempotencyKey(key), body: sectionInput(fields) })),
  update: (id, change, etag) => {
    const params = { path: { id }, ...ifMatch(etag) };
    return versioned(api.PUT("/api/footer-sections/{id}", { params, body: sectionInput(change) }));
  },
  lastSaver: lastSaverOf("footer_section"),
  remove: (id) => body(api.DELETE("/api/footer-sections/{id}", { params: { path: { id } } })),
  restore: (id) => body(api.POST("/api/footer-sections/{id}/restore", { params: { path: { id } } })),
  order: ({ ids, seen }) => body(api.PUT("/api/footer-sections/order", { body: { ids, seen } })),
};
