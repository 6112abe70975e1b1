/** Moves the focus between the cards of the board. */
import type { Contact, ContactStage } from "@/api/types";
import { neighborStage, STAGES } from "@/features/contacts/panel/stages/stages";
import { listStart } from "@/panel/list/focus-row";

const LINK = "[data-row-link]";
const linkTo = (id: string) => `${LINK}[data-record="${CSS.escape(id)}"]`;

/**
 * Focuses a card that was just moved from its column as soon as it is drawn in its new one. A narrow screen hides that column: if
 * the move took the focus with it, the next card of the former column gets it, or else the one before, or else the search field.
 */
export function focusMoved({ id, stage }: Pick<Contact, "id" | "stage">): void {
  const others = neighborsOf(id, stage);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(`[data-board] ${linkTo(id)}`);
      if (link && isShown(link)) {
        link.focus();
        link.scrollIntoView({ block: "nearest", inline: "nearest" });
      } else if (document.activeElement === document.body) {
        (others.find(isShown) ?? listStart())?.focus();
      }
    }),
  );
}

/** Keeps the focus at a card that is about to move back, or to where a colleague has moved it. */
export function focusRefused(contact: Contact): void {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement?.closest("li")?.querySelector(linkTo(contact.id))) {
    focusMoved(contact);
  }
}

/**
 * Focuses another card when one is about to be removed: the next one in its column, or else the one before it, or else the first
 * one of another column. Without cards, focuses the search field.
 */
export function focusCardAfter({ id, stage }: Contact): void {
  const elsewhere = STAGES.flatMap(({ value }) => linksIn(value)).filter((link) => !isOf(id, link));
  ([...neighborsOf(id, stage), ...elsewhere].find(isShown) ?? listStart())?.focus();
}

/** Focuses a card in the next column with cards, at the same height if possible. */
export function focusNeighbor(card: Contact, step: 1 | -1): void {
  const row = linksIn(card.stage).findIndex((link) => isOf(card.id, link));
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

/** Returns the links of the cards after one in its column, then those before it, the nearest first. */
function neighborsOf(id: string, stage: ContactStage): HTMLElement[] {
  const column = linksIn(stage);
  const index = column.findIndex((link) => isOf(id, link));
  return [...column.slice(index + 1), ...column.slice(0, Math.max(index, 0)).reverse()];
}

const isOf = (id: string, link: HTMLElement) => link.dataset["record"] === id;

function linksIn(stage: ContactStage): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-board] [data-stage="${stage}"] ${LINK}`)];
}

/** Returns whether the column of a card is shown. A narrow screen shows one column. */
const isShown = (link: HTMLElement) => link.offsetParent !== null;
