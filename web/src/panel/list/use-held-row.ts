/** A row picked up with the keyboard: arrows carry it, Space or Enter puts it down, Esc takes it back. */
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";

import { moved } from "./reorder";

interface Held<Item> {
  item: Item;
  from: number;
  order: Item[];
}

export interface HeldRow<Item> {
  /** The list as it is while a row is carried. */
  order: readonly Item[];
  isHeld: (item: Item) => boolean;
  /** For the handle. */
  toggle: (item: Item) => void;
  carry: (event: KeyboardEvent) => void;
  cancel: () => void;
}

export function useHeldRow<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  say: (text: string) => void,
  onDrop: (from: number, to: number) => void,
): HeldRow<Item> {
  const [held, setHeld] = useState<Held<Item> | null>(null);
  const place = (index: number) => `posição ${index + 1} de ${items.length}`;

  function pick(item: Item): void {
    const from = items.indexOf(item);
    setHeld({ item, from, order: [...items] });
    say(
      `${nameOf(item)} selecionado para mover, ${place(from)}. Use as setas para mover, Espaço para confirmar e Esc para cancelar.`,
    );
  }

  function put({ item, order }: Held<Item>): void {
    const [from, to] = [items.indexOf(item), order.indexOf(item)];
    setHeld(null);
    // Gone, or another by now: the list has been loaded again meanwhile.
    if (from === -1) return;
    say(`${nameOf(item)} ficou na ${place(to)}.`);
    if (to !== from) onDrop(from, to);
  }

  function cancel(): void {
    if (!held) return;
    setHeld(null);
    say(`Movimento cancelado. ${nameOf(held.item)} voltou à ${place(held.from)}.`);
  }

  function carry(event: KeyboardEvent): void {
    if (!held) return;
    const at = held.order.indexOf(held.item);
    const last = held.order.length - 1;
    const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // The screen's own keys stay quiet.
    event.stopPropagation();
    const to = Math.max(0, Math.min(last, target));
    setHeld({ ...held, order: moved(held.order, at, to) });
    say(`${nameOf(held.item)}: ${place(to)}.`);
  }

  const escape = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    // The window that the list may stand in stays open.
    event.stopPropagation();
    cancel();
  });
  const isCarrying = held !== null;
  useEffect(() => {
    if (!isCarrying) return;
    const listener = (event: globalThis.KeyboardEvent) => escape(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [isCarrying]);

  return {
    order: held?.order ?? items,
    isHeld: (item) => held?.item === item,
    toggle: (item) => (held?.item === item ? put(held) : pick(item)),
    carry,
    cancel,
  };
}
