/** The audit log: its filter and its queries. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { PageName } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, type FilterOf, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";

/** All groups of actions that the server records and can filter by. A test checks that none is missing. */
export const GROUPS = [
  { value: "account", label: "Contas e acessos" },
  { value: "user", label: "Usuários" },
  { value: "contact", label: "Contatos" },
  { value: "campaign", label: "Campanhas" },
  { value: "service", label: "Serviços" },
  { value: "post", label: "Blog" },
  { value: "page", label: "Páginas" },
  { value: "media", label: "Mídia" },
  { value: "menu_item", label: "Menu" },
  { value: "footer_section", label: "Rodapé" },
  { value: "subscription", label: "Inscrições na newsletter" },
  { value: "edition", label: "Edições da newsletter" },
  { value: "newsletter", label: "Opções da newsletter" },
  { value: "mail", label: "E-mails" },
  { value: "redirect", label: "Redirecionamentos" },
  { value: "reply_template", label: "Modelos de resposta" },
  { value: "missing_page", label: "Páginas não encontradas" },
  { value: "consent", label: "Consentimentos de cookies" },
  { value: "privacy_request", label: "Pedidos de privacidade" },
  { value: "person", label: "Dados de pessoas" },
  { value: "processing_record", label: "Registro de tratamento" },
  { value: "settings", label: "Configurações" },
  { value: "database", label: "Banco de dados" },
  { value: "audit", label: "Este registro" },
] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const AUDIT = defineList(panelPaths.audit, {
  filters: {
    search: text(),
    group: choice(GROUPS),
    person: text(),
    subject_kind: text(),
    subject_id: text(),
    from: text(DAY),
    to: text(DAY),
  },
});
export type AuditFilter = FilterOf<typeof AUDIT>;

export const auditPage = pageQuery({
  codec: AUDIT,
  key: ["audit", "list"],
  meta: { errorTitle: "Erro ao carregar o registro" },
  // Fetched at each visit, so that the list includes the user's own latest actions.
  staleTime: 0,
  call: ({ cursor = "", ...filter }, signal) => {
    const query = { ...filter, ...(/^\d+$/.test(cursor) && { cursor: Number(cursor) }) };
    return api.GET("/api/audit", { params: { query }, signal });
  },
});

/** Not fetched again while it is cached, because only an erasure changes an event. */
export const auditEvent = (sequence: number) =>
  queryOptions({
    queryKey: ["audit", "record", sequence],
    queryFn: ({ signal }) =>
      body(api.GET("/api/audit/{sequence}", { params: { path: { sequence } }, signal })),
    staleTime: Infinity,
  });

/** Query of the form of a page, for the labels of its texts; null for no page. */
export const pageForm = (name: PageName | null) =>
  queryOptions({
    queryKey: ["pages", "form", name],
    queryFn: ({ signal }) =>
      name && body(api.GET("/api/pages/{name}/form", { params: { path: { name } }, signal })),
    select: (page) => page?.form,
    enabled: name !== null,
    staleTime: Infinity,
  });

/** Fetches a CSV file of all events that match the filter. */
export function exportEvents(filter: AuditFilter): Promise<Blob> {
  const query = AUDIT.params({ ...filter, cursor: "" });
  return body(api.GET("/api/audit/export.csv", { params: { query }, parseAs: "blob" }));
}
