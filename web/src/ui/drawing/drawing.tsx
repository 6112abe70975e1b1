/**
 * One of the site's drawings. The server renders its strokes once and inserts them into every page. Browsers load
 * `./strokes` only for drawings that the HTML lacks.
 */
import { clsx } from "clsx/lite";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";

import type { strokes } from "./strokes";

export type ServiceDrawingName = "support" | "security" | "cloud" | "development" | "erp" | "database";
export type CoverName = "cloud" | "security" | "ai" | "automation" | "backup" | "monitoring";
export type DrawingName =
  "landscape" | "growth" | "unplugged" | `service_${ServiceDrawingName}` | `cover_${CoverName}`;

/** Returns the SVG markup of a drawing's strokes on the server, and `""` in browsers. */
export const StrokesMarkup = createContext<(name: DrawingName) => string>(() => "");

interface DrawingProps {
  name: DrawingName;
  className?: string;
  /** Description, if the drawing shows more than the text beside it. */
  title?: string;
}

export function Drawing({ name, className, title }: DrawingProps) {
  const isInHtml = useIsInHtml();
  const markupOf = useContext(StrokesMarkup);
  const Strokes = useStrokes(!isInHtml)?.[name];
  const [viewBox, strokeWidth] = sizeOf(name);
  const described = title === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": title };
  const svgProps = {
    viewBox,
    ...described,
    className: clsx("drawing", className),
    strokeWidth,
    strokeLinejoin: "round" as const,
  };
  // In browsers the markup is `""`. The server's strokes remain nonetheless, because hydration doesn't compare inner HTML.
  if (isInHtml) return <svg {...svgProps} dangerouslySetInnerHTML={{ __html: markupOf(name) }} />;
  return <svg {...svgProps}>{Strokes ? <Strokes /> : null}</svg>;
}

/** Returns whether the strokes are in the HTML: on the server, and where its HTML is hydrated. */
function useIsInHtml(): boolean {
  const isHydrating = useSyncExternalStore(neverChanges, isFalse, isTrue);
  // Only the first render is part of the hydration.
  const [wasHydrating] = useState(isHydrating);
  return wasHydrating;
}

const neverChanges = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

function useStrokes(needed: boolean) {
  const [table, setTable] = useState<typeof strokes>();
  useEffect(() => {
    if (needed) void import("./strokes").then((loaded) => setTable(loaded.strokes));
  }, [needed]);
  return table;
}

/** Returns the view box and the stroke width, in its units. */
function sizeOf(name: DrawingName): [viewBox: string, strokeWidth: number] {
  if (name === "landscape") return ["-288 -178 576 512", 1.3];
  if (name === "growth") return ["-302 -262 480 540", 1.3];
  if (name === "unplugged") return ["-190 -30 400 300", 1.5];
  return name.startsWith("cover_") ? ["-192 -108 384 216", 1.4] : ["-100 -80 200 188", 1.4];
}
