/** How long somebody has waited for an answer, and how promises of one are kept. */
import type { WaitingContacts } from "@/api/types";
import { formatDuration, formatNumber } from "@/panel/format";

/** 'Espera há 5 h' */
export function describeWait(since: string, now: string): string {
  return `Espera há ${formatDuration(Math.max(0, Date.parse(now) - Date.parse(since)))}`;
}

/** '46 de 50 respondidos no prazo nos últimos 30 dias (92%)'; null if none was due. */
export function describeKept({ due, kept }: WaitingContacts["kept"]): string | null {
  if (due === 0) return null;
  // What isn't all never looks like all.
  const share = Math.floor((kept / due) * 100);
  const answered = due === 1 ? "respondido" : "respondidos";
  return `${formatNumber(kept)} de ${formatNumber(due)} ${answered} no prazo nos últimos 30 dias (${share}%)`;
}
