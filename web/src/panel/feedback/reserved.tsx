/**
 * Reserves the height that content had at the last visit while it loads, so that nothing below it moves when it appears.
 *
 *     <Reserved name="saved_filters" isLoaded={data !== undefined}>…</Reserved>
 */
import { type ReactNode, useEffect, useRef } from "react";

import { local } from "@/lib/storage";

const KEY = "panel_heights";

interface ReservedProps {
  /** Names the content in the browser's storage. */
  name: string;
  isLoaded: boolean;
  className?: string;
  children: ReactNode;
}

export function Reserved({ name, isLoaded, className = "flow-root", children }: ReservedProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = element.current;
    if (!content || !isLoaded) return;
    const observer = new ResizeObserver(() => remember(name, content.offsetHeight));
    observer.observe(content);
    return () => observer.disconnect();
  }, [name, isLoaded]);
  return (
    <div ref={element} className={className} style={isLoaded ? undefined : { minHeight: heights()[name] }}>
      {children}
    </div>
  );
}

function remember(name: string, height: number): void {
  const before = heights();
  if (before[name] !== height) local.write(KEY, JSON.stringify({ ...before, [name]: height }));
}

function heights(): Readonly<Record<string, number>> {
  const stored = local.readJson(KEY);
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, height]) => typeof height === "number"));
}
