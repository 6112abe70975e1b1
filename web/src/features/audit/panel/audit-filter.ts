/** Which events the list shows, as the address says it: every view of it can be linked to and gone back to. */
import { paths } from "@/lib/paths";

const NAMES = ["search", "group", "person", "subject_kind", "subject_id", "from", "to", "cursor"] as const;

/** All empty where nothing is asked. */
export type AuditFilter = Record<(typeof NAMES)[number], string>;

export const GROUPS: readonly { value: string; label: string }[] = [
  { value: "account", label: "Contas e acessos" },
  { value: "contact", label: "Contatos" },
  { value: "service", label: "Serviços" },
  { value: "post", label: "Blog" },
  { value: "page", label: "Páginas" },
  { value: "menu_item", label: "Menu" },
  { value: "footer_section", label: "Rodapé" },
  { value: "settings", label: "Configurações" },
  { value: "audit", label: "Este registro" },
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const EVERYTHING: AuditFilter = {
  search: "",
  group: "",
  person: "",
  subject_kind: "",
  subject_id: "",
  from: "",
  to: "",
  cursor: "",
};

export function readFilter(query: URLSearchParams): AuditFilter {
  const filter = { ...EVERYTHING };
  for (const name of NAMES) filter[name] = query.get(name) ?? "";
  if (!DAY.test(filter.from)) filter.from = "";
  if (!DAY.test(filter.to)) filter.to = "";
  if (!GROUPS.some(({ value }) => value === filter.group)) filter.group = "";
  return filter;
}

/** Without what is empty: as the address and the server take it. */
export function asked(filter: AuditFilter): Partial<AuditFilter> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

export function isFiltered(filter: AuditFilter): boolean {
  return NAMES.some((name) => name !== "cursor" && filter[name] !== "");
}

function withQuery(path: string, filter: AuditFilter): string {
  const query = new URLSearchParams(asked(filter)).toString();
  return query ? `${path}?${query}` : path;
}

export const auditPath = (filter: AuditFilter) => withQuery(paths.admin.audit, filter);
export const eventPath = (sequence: number, filter: AuditFilter) =>
  withQuery(paths.admin.auditEvent(sequence), filter);
