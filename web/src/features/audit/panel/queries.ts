/** The audit log: its filter and its queries. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { pageOf } from "@/api/list-page";
import { panelPaths } from "@/lib/paths";
import { choice, defineList, type FilterOf, type ListParams, text } from "@/panel/list/list-codec";

export const GROUPS = [
  { value: "account", label: "Contas e acessos" },
  { value: "contact", label: "Contatos" },
  { value: "service", label: "Serviços" },
  { value: "post", label: "Blog" },
  { value: "page", label: "Páginas" },
  { value: "menu_item", label: "Menu" },
  { value: "footer_section", label: "Rodapé" },
  { value: "redirect", label: "Redirecionamentos" },
  { value: "settings", label: "Configurações" },
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

export const auditPage = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["audit", "list", filter],
    queryFn: async ({ signal }) => {
      const query = { ...serverFilter(filter), limit: AUDIT.size, ...cursorOf(filter) };
      const { data = [], response } = await api.GET("/api/audit", { params: { query }, signal });
      return pageOf(data, response);
    },
    placeholderData: keepPreviousData,
    // Includes the user's own latest actions.
    staleTime: 0,
    meta: { error_title: "Erro ao carregar o registro" },
  });

/** Cached without limit, because events never change. */
export const auditEvent = (sequence: number) =>
  queryOptions({
    queryKey: ["audit", "record", sequence],
    queryFn: ({ signal }) =>
      body(api.GET("/api/audit/{sequence}", { params: { path: { sequence } }, signal })),
    staleTime: Infinity,
    meta: { error_title: "Erro ao carregar o registro" },
  });

export function exportEvents(filter: AuditFilter) {
  return api.GET("/api/audit/export.csv", { params: { query: serverFilter(filter) }, parseAs: "blob" });
}

const serverFilter = (filter: AuditFilter): Omit<ListParams<AuditFilter>, "cursor"> =>
  AUDIT.params({ ...filter, cursor: "" });

function cursorOf({ cursor }: AuditFilter): { cursor?: number } {
  return /^\d+$/.test(cursor) ? { cursor: Number(cursor) } : {};
}
