/** Moves the focus between the cards of the board. */
import type { BoardCard, ContactStage } from "@/api/types";
import { neighborStage, STAGES } from "@/features/contacts/panel/stages/stages";
import { listStart } from "@/panel/list/focus-row";

const LINK = "[data-row-link]";

/** Focuses a card after it was moved, when it is drawn in its new column. */
export function focusCard(id: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(
        `[data-board] ${LINK}[data-record="${CSS.escape(id)}"]`,
      );
      link?.focus();
      link?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }),
  );
}

/**
 * Focuses another card when one is about to be removed: the next one in its column, or else the one before it, or else the first
 * one of another column. Without cards, focuses the search field.
 */
export function focusCardAfter({ id, stage }: BoardCard): void {
  const isOther = (link: HTMLElement) => link.dataset["record"] !== id;
  const column = linksIn(stage);
  const index = column.findIndex((link) => !isOther(link));
  const others = [...column.slice(index + 1), ...column.slice(0, Math.max(index, 0)).reverse()];
  const elsewhere = STAGES.flatMap(({ value }) => linksIn(value)).filter(isOther);
  ([...others, ...elsewhere].find(isShown) ?? listStart())?.focus();
}

/** Focuses a card in the next column with cards, at the same height if possible. */
export function focusNeighbor(card: BoardCard, step: 1 | -1): void {
  const row = linksIn(card.stage).findIndex((link) => link.dataset["record"] === card.id);
  for (let stage = neighborStage(card.stage, step); stage; stage = neighborStage(stage, step)) {
    const found = linksIn(stage);
    const next = found[Math.min(row, found.length - 1)];
    if (next && isShown(next)) {
      next.focus();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
      return;
    }
  }
}

function linksIn(stage: ContactStage): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-board] [data-stage="${stage}"] ${LINK}`)];
}

/** Returns whether the column of a card is shown. A narrow screen shows one column. */
const isShown = (link: HTMLElement) => link.offsetParent !== null;
