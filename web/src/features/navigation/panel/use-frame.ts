/** Shows a page in the frame of a preview. Returns the frame's scale, with which it fits its box, and its height. */
import { type RefObject, useCallback, useEffect, useState } from "react";

import { useFrameContent, useWidth } from "@/panel/page-frame";

/** Height in pixels of a header with closed menus, and of a footer whose height is unknown. */
const CLOSED_HEIGHT = 240;
/** Height of a header with open menus. */
const OPEN_HEIGHT = 620;
/** On a phone, open menus are one long list. */
const OPEN_PHONE_HEIGHT = 1000;

export type PreviewPart = "header" | "footer";

interface FrameOptions {
  box: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
  html: string;
  part: PreviewPart;
  /** Width of the simulated screen. */
  width: number;
  /** Whether the menus are open. */
  isOpen: boolean;
}

export function useFrame({ box, frame, html, part, width, isOpen }: FrameOptions): {
  scale: number;
  height: number;
} {
  const [footerHeight, setFooterHeight] = useState(CLOSED_HEIGHT);

  const arrange = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    for (const menu of page.querySelectorAll<HTMLDetailsElement>("header details")) menu.open = isOpen;
    if (part === "header") return;
    // A sticky header would cover the footer.
    page.querySelector("header")?.remove();
    setFooterHeight(page.querySelector<HTMLElement>("footer")?.offsetHeight ?? CLOSED_HEIGHT);
    // By the next animation frame, the iframe has the height of the footer.
    requestAnimationFrame(() => {
      // The page may have been replaced meanwhile. Then it has no elements.
      const top = page.scrollingElement?.scrollHeight ?? 0;
      frame.current?.contentWindow?.scrollTo({ top, behavior: "instant" });
    });
  }, [frame, part, isOpen]);
  useFrameContent(frame, html, arrange);

  // Another width, open menus or another height need a new arrangement.
  useEffect(() => {
    const request = requestAnimationFrame(arrange);
    return () => cancelAnimationFrame(request);
  }, [arrange, width, footerHeight]);

  const openHeight = width < 640 ? OPEN_PHONE_HEIGHT : OPEN_HEIGHT;
  return {
    scale: Math.min(1, useWidth(box, width) / width),
    height: part === "footer" ? footerHeight : isOpen ? openHeight : CLOSED_HEIGHT,
  };
}
