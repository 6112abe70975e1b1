/**
 * One of the site's drawings. Its strokes are the same on every page: the server renders them once and inserts them into
 * each, so browsers don't load the code that draws them.
 */
import { clsx } from "clsx";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";

import type { strokes } from "./strokes";

export type ServiceDrawingName = "support" | "security" | "cloud" | "development" | "erp" | "database";
export type CoverName = "cloud" | "security" | "ai" | "automation" | "backup" | "monitoring";
export type DrawingName =
  "landscape" | "growth" | "unplugged" | `service_${ServiceDrawingName}` | `cover_${CoverName}`;

/** Markup of a drawing's strokes; available on the server. */
export const DrawnStrokes = createContext<(name: DrawingName) => string>(() => "");

interface DrawingProps {
  name: DrawingName;
  className?: string;
  /** Description, if the drawing says more than the text beside it. */
  title?: string;
}

export function Drawing({ name, className, title }: DrawingProps) {
  const isDrawn = useIsDrawn();
  const drawn = useContext(DrawnStrokes);
  const Strokes = useStrokes(!isDrawn)?.[name];
  const [viewBox, strokeWidth] = frameOf(name);
  const described = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  const frame = {
    viewBox,
    ...described,
    className: clsx("drawing", className),
    strokeWidth,
    strokeLinejoin: "round" as const,
  };
  // React keeps the existing content.
  if (isDrawn) return <svg {...frame} dangerouslySetInnerHTML={{ __html: drawn(name) }} />;
  return <svg {...frame}>{Strokes ? <Strokes /> : null}</svg>;
}

/** Returns whether the strokes are in the HTML: on the server, and where its HTML is hydrated. */
function useIsDrawn(): boolean {
  const isHydrating = useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
  const [wasHydrating] = useState(isHydrating);
  return wasHydrating;
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
