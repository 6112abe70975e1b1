/** Drags a row by its handle with mouse, pen or finger. Esc cancels. */
import { type PointerEvent as Press, type RefObject, useEffect, useEffectEvent, useState } from "react";

import { dropIndex, type Extent, scrollSpeed } from "./reorder";
import { useEscape } from "./use-escape";

export interface Drag {
  from: number;
  to: number;
  /** Distance from the row's original position, in pixels. */
  distance: number;
  /** Positions of the rows when the drag began. */
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
    setGrip({ from: index, pointer: event.pointerId, startY: event.clientY + window.scrollY, rows });
  };
  return { drag, grab };
}

/** Reports the distance that the pointer has moved, and scrolls the page while it is near an edge of the window. */
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
    if (event.pointerId !== grip.pointer) return;
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
