/** Records about a person and retention rules, as the screens show them. */
import type { RetentionState } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { formatDate, formatNumber } from "@/panel/format";

/** Paths of the screens that show a person's records, by kind of record. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  account: panelPaths.user,
  audit_events: (id) => panelPaths.auditEvent(Number(id)),
  contacts: panelPaths.contact,
  files: panelPaths.picture,
  notes: panelPaths.contact,
  privacy_requests: panelPaths.privacyRequest,
  replies: panelPaths.contact,
  staff_audit_events: (id) => panelPaths.auditEvent(Number(id)),
};

/** Returns the path of the screen that shows a record; null if no screen does. */
export function recordPath(kind: string, id: string | null): string | null {
  return id === null ? null : (PATHS[kind]?.(id) ?? null);
}

/** Describes what a retention rule erased last and erases next, or that it is off: 'Última exclusão: 3 em 10/11/2026. …' */
export function describeRule(rule: RetentionState): string {
  const last = rule.erased_at
    ? `Última exclusão: ${formatNumber(rule.erased)} em ${formatDate(rule.erased_at)}.`
    : "Nada apagado até agora.";
  const count = rule.due_soon === 0 ? "nenhum" : formatNumber(rule.due_soon);
  if (rule.days === null) {
    const leave = rule.due_soon > 1 ? "sairiam" : "sairia";
    return `Desligado. ${last} Com ${formatNumber(rule.suggested_days)} dias, o sugerido, ${count} ${leave} nos próximos 30 dias.`;
  }
  const next = rule.next_at
    ? `O próximo vence em ${formatDate(rule.next_at)}; ${count} nos próximos 30 dias.`
    : "Não há registros.";
  return `${last} ${next}`;
}
