/**
 * A drawing of the site's. Its strokes are the same on every page: the server makes them once and puts them into each,
 * and a browser that finds them there needs none of the code that drew them.
 */
import { clsx } from "clsx";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";

import type { strokes } from "./strokes";

export type ServiceDrawingName = "support" | "security" | "cloud" | "development" | "erp" | "database";
export type CoverName = "cloud" | "security" | "ai" | "automation" | "backup" | "monitoring";
export type DrawingName =
  "landscape" | "growth" | "unplugged" | `service_${ServiceDrawingName}` | `cover_${CoverName}`;

/** The markup of a drawing's strokes, where it is at hand: on the server. */
export const DrawnStrokes = createContext<(name: DrawingName) => string>(() => "");

interface DrawingProps {
  name: DrawingName;
  className?: string;
  /** What it shows, where it says more than the words beside it. */
  title?: string;
}

export function Drawing({ name, className, title }: DrawingProps) {
  const is_drawn = useIsDrawn();
  const drawn = useContext(DrawnStrokes);
  const Strokes = useStrokes(!is_drawn)?.[name];
  const [viewBox, strokeWidth] = frameOf(name);
  const described = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  const frame = {
    viewBox,
    ...described,
    className: clsx("drawing", className),
    strokeWidth,
    strokeLinejoin: "round" as const,
  };
  // React leaves alone what is there already.
  if (is_drawn) return <svg {...frame} dangerouslySetInnerHTML={{ __html: drawn(name) }} />;
  return <svg {...frame}>{Strokes ? <Strokes /> : null}</svg>;
}

/** Was it there before React was? Also on the server, which sees to it. */
function useIsDrawn(): boolean {
  const is_hydrating = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  const [was_hydrating] = useState(is_hydrating);
  return was_hydrating;
}

function useStrokes(needed: boolean) {
  const [table, setTable] = useState<typeof strokes>();
  useEffect(() => {
    if (needed) void import("./strokes").then((loaded) => setTable(loaded.strokes));
  }, [needed]);
  return table;
}

function frameOf(name: DrawingName): [viewBox: string, strokeWidth: number] {
  if (name === "landscape") return ["-288 -178 576 512", 1.3];
  if (name === "growth") return ["-302 -262 480 540", 1.3];
  if (name === "unplugged") return ["-190 -30 400 300", 1.5];
  return name.startsWith("cover_") ? ["-192 -108 384 216", 1.4] : ["-100 -80 200 188", 1.4];
}
