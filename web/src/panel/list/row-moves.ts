/** Moves a row of a list with the keyboard, or by dragging its handle. */
import {
  type KeyboardEvent as KeyPress,
  type PointerEvent as Press,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from "react";

import { dropIndex, type Extent, moved, scrollSpeed } from "./reorder";

/** A row that the keyboard moves: its original index, and the list with the row at its current position. */
interface Held<Item> {
  item: Item;
  from: number;
  order: Item[];
}

export interface HeldRow<Item> {
  /** The list with the held row at its current position. */
  order: readonly Item[];
  isHeld: (item: Item) => boolean;
  /** Picks up a row, or drops it if it is held; for `onClick` of its handle. */
  toggle: (item: Item) => void;
  /** Moves the held row; for `onKeyDown` of its handle. */
  move: (event: KeyPress) => void;
  cancel: () => void;
}

/** Moves a row with the keyboard: arrows move it, Space or Enter drops it, Esc cancels. */
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

  function move(event: KeyPress): void {
    if (!held) return;
    const at = held.order.indexOf(held.item);
    const last = held.order.length - 1;
    const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    // Prevents the shortcuts of the screen.
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

export interface Drag {
  from: number;
  to: number;
  /** Distance from the row's original position, in pixels. */
  distance: number;
  /** Positions of the rows when the drag began. */
  rows: readonly Extent[];
}

/** The start of a drag. */
interface Grip {
  from: number;
  pointerId: number;
  /** Position of the pointer, in pixels from the top of the page. */
  startY: number;
  rows: readonly Extent[];
}

interface DragState {
  drag: Drag | null;
  /** For `onPointerDown` of the handle of the row at `index`. */
  grab: (index: number, event: Press) => void;
}

/** Drags a row with mouse, pen or finger. Esc cancels. */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
): DragState {
  const [grip, setGrip] = useState<Grip | null>(null);
  const [distance, setDistance] = useState(0);
  const drag = grip && { ...grip, distance, to: dropIndex(grip.rows, grip.from, distance) };
  const release = () => {
    setGrip(null);
    setDistance(0);
  };
  const drop = useEffectEvent((event: PointerEvent) => {
    if (!grip || event.pointerId !== grip.pointerId) return;
    release();
    const to = dropIndex(grip.rows, grip.from, distanceOf(event, grip));
    if (to !== grip.from) onDrop(grip.from, to);
  });
  const cancel = useEffectEvent(release);
  useEscape(grip !== null, release);

  useEffect(() => {
    if (!grip) return;
    const follower = followPointer(grip, setDistance);
    const onUp = (event: PointerEvent) => drop(event);
    const onCancel = () => cancel();
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    return () => {
      follower.stop();
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
    };
  }, [grip]);

  const grab = (index: number, event: Press) => {
    if (event.button !== 0 || !list.current) return;
    const rows = [...list.current.children].map(extentOf);
    setDistance(0);
    setGrip({ from: index, pointerId: event.pointerId, startY: event.clientY + window.scrollY, rows });
  };
  return { drag, grab };
}

/** Reports how far the pointer has moved, and scrolls the page while the pointer is near an edge of the window. */
function followPointer(grip: Grip, report: (distance: number) => void): { stop: () => void } {
  let y: number | null = null;
  let frame = requestAnimationFrame(tick);
  function tick(): void {
    if (y !== null) {
      const speed = scrollSpeed(y, window.innerHeight);
      if (speed !== 0) window.scrollBy({ top: speed, behavior: "instant" });
      report(distanceOf({ clientY: y }, grip));
    }
    frame = requestAnimationFrame(tick);
  }
  function move(event: PointerEvent): void {
    if (event.pointerId !== grip.pointerId) return;
    y = event.clientY;
    report(distanceOf(event, grip));
  }
  window.addEventListener("pointermove", move);
  return {
    stop: () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", move);
    },
  };
}

function distanceOf({ clientY }: { clientY: number }, { startY }: Grip): number {
  return clientY + window.scrollY - startY;
}

function extentOf(row: Element): Extent {
  const { top, bottom } = row.getBoundingClientRect();
  return { top: top + window.scrollY, bottom: bottom + window.scrollY };
}

/** Calls `onEscape` on Esc while enabled, before other listeners, so that a dialog around the list stays open. */
function useEscape(enabled: boolean, onEscape: () => void): void {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onEscape();
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => escape(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, [enabled]);
}
