/** Frames that show rendered pages of the site. No script runs in them: `<iframe ref={frame} sandbox="allow-same-origin">`. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): { createHTML: (html: string) => unknown };
}

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
const policy = trustedTypes?.createPolicy("vitrine-previa", { createHTML: (html) => html });

/** Shows `html` in the frame, and calls `onLoad` each time the frame has loaded a page. */
export function useFrameContent(
  frame: RefObject<HTMLIFrameElement | null>,
  html: string,
  onLoad: () => void,
): void {
  const loaded = useEffectEvent(onLoad);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listener = () => loaded();
    element.addEventListener("load", listener);
    element.srcdoc = (policy?.createHTML(html) ?? html) as string;
    return () => element.removeEventListener("load", listener);
  }, [frame, html]);
}

/** Returns the current width of an element; `initial` before it is known. */
export function useWidth(box: RefObject<HTMLElement | null>, initial: number): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
