/** Drags a card to a column: with the mouse from anywhere on the card, with a finger by its handle. Esc cancels. */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from "react";

import type { Contact, ContactStage } from "@/api/types";
import { isStage } from "@/features/contacts/panel/stages/stages";

/** Distance in pixels from which a press is a drag. */
const MIN_DISTANCE = 6;
/** Distance from the edge of the board in pixels within which it scrolls, and by how much. */
const [EDGE, SCROLL] = [48, 14];

export interface CardDrag {
  card: Contact;
  x: number;
  y: number;
  /** The column under the pointer. */
  over: ContactStage | null;
}

interface Press {
  card: Contact;
  x: number;
  y: number;
}

export function useCardDrag(onDrop: (card: Contact, stage: ContactStage) => void) {
  const [drag, setDrag] = useState<CardDrag | null>(null);
  /** Ends the drag that is going on. */
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);

  const grab = (card: Contact, event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || end.current) return;
    const press: Press = { card, x: event.clientX, y: event.clientY };
    const board = event.currentTarget.closest("[data-board]");
    let current: CardDrag | null = null;
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (!current && Math.hypot(x - press.x, y - press.y) < MIN_DISTANCE) return;
      current = { card, x, y, over: stageAt(x, y) };
      setDrag(current);
      if (board) scrollNearEdge(board, x);
    };
    const drop = () => {
      if (current) {
        swallowClick();
        if (current.over && current.over !== card.stage) onDrop(card, current.over);
      }
      stop();
    };
    const press_key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !current) return;
      event.stopPropagation();
      swallowClick();
      stop();
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", stop);
      window.removeEventListener("keydown", press_key, true);
      end.current = null;
      setDrag(null);
    };
    end.current = stop;
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", stop);
    window.addEventListener("keydown", press_key, true);
  };
  return { drag, grab };
}

function stageAt(x: number, y: number): ContactStage | null {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-stage]");
  const stage = column?.dataset["stage"] ?? "";
  return isStage(stage) ? stage : null;
}

function scrollNearEdge(board: Element, x: number): void {
  const { left, right } = board.getBoundingClientRect();
  if (x > right - EDGE) board.scrollLeft += SCROLL;
  else if (x < left + EDGE) board.scrollLeft -= SCROLL;
}

/** Ignores the click with which the browser ends a drag over the card's link. */
function swallowClick(): void {
  const ignore = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", ignore, true));
}
