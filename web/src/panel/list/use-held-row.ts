/** A row that is moved with the keyboard: arrows move it, Space or Enter drops it, Esc cancels. */
import { type KeyboardEvent, useState } from "react";

import { moved } from "./reorder";
import { useEscape } from "./use-escape";

interface Held<Item> {
  item: Item;
  from: number;
  order: Item[];
}

export interface HeldRow<Item> {
  /** The list with the held row at its current position. */
  order: readonly Item[];
  isHeld: (item: Item) => boolean;
  /** Picks up or drops a row; called by its handle. */
  toggle: (item: Item) => void;
  /** Moves the held row; for `onKeyDown` of its handle. */
  move: (event: KeyboardEvent) => void;
  cancel: () => void;
}

export function useHeldRow<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  announce: (text: string) => void,
  onDrop: (from: number, to: number) => void,
): HeldRow<Item> {
  const [held, setHeld] = useState<Held<Item> | null>(null);
  const position = (index: number) => `posição ${index + 1} de ${items.length}`;

  function pick(item: Item): void {
    const from = items.indexOf(item);
    setHeld({ item, from, order: [...items] });
    announce(
      `${nameOf(item)} selecionado para mover, ${position(from)}. Use as setas para mover, Espaço para confirmar e Esc para cancelar.`,
    );
  }

  function drop({ item, order }: Held<Item>): void {
    const [from, to] = [items.indexOf(item), order.indexOf(item)];
    setHeld(null);
    // The list was fetched again, without this item.
    if (from === -1) return;
    announce(`${nameOf(item)} ficou na ${position(to)}.`);
    if (to !== from) onDrop(from, to);
  }

  function cancel(): void {
    if (!held) return;
    setHeld(null);
    announce(`Movimento cancelado. ${nameOf(held.item)} voltou à ${position(held.from)}.`);
  }

  function move(event: KeyboardEvent): void {
    if (!held) return;
    const at = held.order.indexOf(held.item);
    const last = held.order.length - 1;
    const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // The shortcuts of the screen don't run.
    event.stopPropagation();
    const to = Math.max(0, Math.min(last, target));
    setHeld({ ...held, order: moved(held.order, at, to) });
    announce(`${nameOf(held.item)}: ${position(to)}.`);
  }

  useEscape(held !== null, cancel);

  return {
    order: held?.order ?? items,
    isHeld: (item) => held?.item === item,
    toggle: (item) => (held?.item === item ? drop(held) : pick(item)),
    move,
    cancel,
  };
}
