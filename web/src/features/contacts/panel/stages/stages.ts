/** The stages of contacts on the way to a sale, the reasons of losses, and amounts in reais. */
import { CONTACT_STAGE_LABELS, LOST_REASON_LABELS } from "@/api/labels";
import type { ContactStage, Deal, LostReason, StageChange } from "@/api/types";
import type { Tone } from "@/panel/controls/badge";

interface StageOption {
  value: ContactStage;
  label: string;
  tone: Tone;
}

const stage = (value: ContactStage, tone: Tone): StageOption => ({
  value,
  label: CONTACT_STAGE_LABELS[value],
  tone,
});

/** The stages in their order, with label and color. */
export const STAGES: readonly StageOption[] = [
  stage("new", "info"),
  stage("talking", "neutral"),
  stage("proposal", "warning"),
  stage("won", "success"),
  stage("lost", "danger"),
];

export const isStage = (value: string): value is ContactStage => value in CONTACT_STAGE_LABELS;

export const isClosed = (stage: ContactStage): boolean => stage === "won" || stage === "lost";

/** Returns the stage before (-1) or after (1) another; undefined at the ends. */
export function neighborStage(stage: ContactStage, step: 1 | -1): ContactStage | undefined {
  const index = STAGES.findIndex(({ value }) => value === stage);
  return STAGES[index + step]?.value;
}

const ORDERED_REASONS = ["price", "no_answer", "competitor", "out_of_scope", "no_budget", "other"] as const;

export const LOST_REASONS: readonly { value: LostReason; label: string }[] = ORDERED_REASONS.map((value) => ({
  value,
  label: LOST_REASON_LABELS[value],
}));

/** Returns the change that gives a contact this deal back, with the time of its last change. */
export function restoring(deal: Deal): StageChange {
  const { stage, value_cents, lost_reason, lost_text, stage_changed_at, closed_from } = deal;
  return { stage, value_cents, lost_reason, lost_text, stage_changed_at, closed_from };
}

const exact = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
const whole = new Intl.NumberFormat("pt-BR", {
  style: "currency",
  currency: "BRL",
  maximumFractionDigits: 0,
});

/** Formats cents as 'R$ 12.000,00'. */
export function formatReais(cents: number): string {
  return exact.format(cents / 100);
}

/** Formats the sum of several values as 'R$ 12.000', or as 'R$ 12.500,50' if it isn't whole. */
export function formatSum(cents: number): string {
  return cents % 100 === 0 ? whole.format(cents / 100) : formatReais(cents);
}

/** Formats cents for a text field: '12000,00'; null as ''. */
export function reaisInput(cents: number | null): string {
  return cents === null ? "" : exact.format(cents / 100).replace(/[^\d.,]/g, "");
}

/** Returns the cents of a text such as '12.000,00', 'R$ 12000' or '1500.50'; null for an empty text, undefined for an invalid one. */
export function parseReais(text: string): number | null | undefined {
  const trimmed = text.replace(/[R$\s]/g, "");
  if (trimmed === "") return null;
  // A point before three digits separates thousands.
  const plain = trimmed.replace(/\.(?=\d{3}(\D|$))/g, "").replace(",", ".");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return undefined;
  return Math.round(Number(plain) * 100);
}
