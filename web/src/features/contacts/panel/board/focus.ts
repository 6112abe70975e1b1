/** Moves the focus between the cards of the board. */
import type { BoardCard } from "@/api/types";
import { neighborStage } from "@/features/contacts/panel/stages/stages";

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

/** Focuses a card in the next column with cards, at the same height if possible. */
export function focusNeighbor(card: BoardCard, step: 1 | -1): void {
  const links = (stage: string) => [
    ...document.querySelectorAll<HTMLElement>(`[data-board] [data-stage="${stage}"] ${LINK}`),
  ];
  const row = links(card.stage).findIndex((link) => link.dataset["record"] === card.id);
  for (let stage = neighborStage(card.stage, step); stage; stage = neighborStage(stage, step)) {
    const found = links(stage);
    const next = found[Math.min(row, found.length - 1)];
    if (next && next.offsetParent !== null) {
      next.focus();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
      return;
    }
  }
}
