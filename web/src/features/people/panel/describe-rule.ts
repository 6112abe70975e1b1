import type { RetentionState } from "@/api/types";
import { formatDate, formatNumber } from "@/panel/format";

/** Describes what a retention rule erased last and erases next, or that it is off: 'Última exclusão: 3 em 10/11/2026. …' */
export function describeRule(rule: RetentionState): string {
  const last = rule.erased_at
    ? `Última exclusão: ${formatNumber(rule.erased)} em ${formatDate(rule.erased_at)}.`
    : "Nada apagado até agora.";
  const count = formatNumber(rule.due_soon);
  if (rule.days === null) {
    return `Desligado. ${last} Com ${formatNumber(rule.suggested_days)} dias, o sugerido, ${count} sairiam nos próximos 30 dias.`;
  }
  const next = rule.next_at
    ? `O próximo vence em ${formatDate(rule.next_at)}; ${count} nos próximos 30 dias.`
    : "Não há registros.";
  return `${last} ${next}`;
}
