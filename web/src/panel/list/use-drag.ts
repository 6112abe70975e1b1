/** Follows a row's handle with mouse, pen or finger until it is let go. Esc leaves everything where it was. */
import { type PointerEvent as Press, type RefObject, useEffect, useEffectEvent, useState } from "react";

import { dropIndex, type Extent, scrollSpeed } from "./reorder";

export interface Drag {
  from: number;
  to: number;
  /** Pixels from where the row was. */
  distance: number;
  /** Where the rows were when it began. */
  rows: readonly Extent[];
}

interface Grip {
  from: number;
  pointer: number;
  startY: number;
  rows: readonly Extent[];
}

interface DragHandle {
  drag: Drag | null;
  /** For `onPointerDown` of the handle of the row at `index`. */
  grab: (index: number, event: Press) => void;
}

export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
): DragHandle {
  const [grip, setGrip] = useState<Grip | null>(null);
  const [distance, setDistance] = useState(0);
  const drag = grip && { ...grip, distance, to: dropIndex(grip.rows, grip.from, distance) };
  const release = () => {
    setGrip(null);
    setDistance(0);
  };
  const drop = useEffectEvent((event: PointerEvent) => {
    if (!grip || event.pointerId !== grip.pointer) return;
    release();
    const to = dropIndex(grip.rows, grip.from, distanceOf(event, grip));
    if (to !== grip.from) onDrop(grip.from, to);
  });
  const cancel = useEffectEvent(release);

  useEffect(() => {
    if (!grip) return;
    const follow = pointerFollower(grip, setDistance);
    const letGo = (event: PointerEvent) => drop(event);
    const giveUp = () => cancel();
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The window that the list may stand in stays open.
      event.stopPropagation();
      cancel();
    };
    window.addEventListener("pointerup", letGo);
    window.addEventListener("pointercancel", giveUp);
    window.addEventListener("keydown", escape, { capture: true });
    return () => {
      follow.stop();
      window.removeEventListener("pointerup", letGo);
      window.removeEventListener("pointercancel", giveUp);
      window.removeEventListener("keydown", escape, { capture: true });
    };
  }, [grip]);

  const grab = (index: number, event: Press) => {
    if (event.button !== 0 || !list.current) return;
    const rows = [...list.current.children].map(extentOf);
    setDistance(0);
    setGrip({ from: index, pointer: event.pointerId, startY: event.clientY + window.scrollY, rows });
  };
  return { drag, grab };
}

/** Tells how far the pointer has gone on the page, and scrolls the page while it is near an edge of the window. */
function pointerFollower(grip: Grip, tell: (distance: number) => void): { stop: () => void } {
  let y: number | null = null;
  let frame = requestAnimationFrame(tick);
  function tick(): void {
    if (y !== null) {
      const speed = scrollSpeed(y, window.innerHeight);
      if (speed !== 0) window.scrollBy({ top: speed, behavior: "instant" });
      tell(distanceOf({ clientY: y }, grip));
    }
    frame = requestAnimationFrame(tick);
  }
  function move(event: PointerEvent): void {
    if (event.pointerId !== grip.pointer) return;
    y = event.clientY;
    tell(distanceOf(event, grip));
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
