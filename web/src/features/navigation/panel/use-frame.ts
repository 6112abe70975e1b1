/** Fills the frame of a preview, and fits it into the room there is. */
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

import { trustedHtml } from "@/panel/trusted-html";
import type { PreviewPart } from "./site-preview";

/** A closed header, one with its menus open, and what is shown before a footer's height is known. */
const CLOSED = 240;
const OPEN = 620;
/** On a phone an open menu is one long list. */
const OPEN_PHONE = 1000;

interface FrameOptions {
  box: RefObject<HTMLDivElement | null>;
  frame: RefObject<HTMLIFrameElement | null>;
  html: string;
  part: PreviewPart;
  /** Of the screen that is shown. */
  width: number;
  /** With the menus open. */
  isOpen: boolean;
}

export function useFrame({ box, frame, html, part, width, isOpen }: FrameOptions): {
  scale: number;
  height: number;
} {
  const [room, setRoom] = useState(width);
  const [footer, setFooter] = useState(CLOSED);

  const arrange = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    for (const menu of page.querySelectorAll<HTMLDetailsElement>("header details")) menu.open = isOpen;
    if (part === "header") return;
    // It would stay at the top, over what is looked at.
    page.querySelector("header")?.remove();
    setFooter(page.querySelector<HTMLElement>("footer")?.offsetHeight ?? CLOSED);
    // Once the frame has the footer's height.
    requestAnimationFrame(() =>
      frame.current?.contentWindow?.scrollTo({ top: page.documentElement.scrollHeight, behavior: "instant" }),
    );
  }, [frame, part, isOpen]);
  const onLoad = useEffectEvent(arrange);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const loaded = () => onLoad();
    element.addEventListener("load", loaded);
    element.srcdoc = trustedHtml(html);
    return () => element.removeEventListener("load", loaded);
  }, [frame, html]);

  // Another width has another arrangement, and other menus another height.
  useEffect(() => {
    const painted = requestAnimationFrame(arrange);
    return () => cancelAnimationFrame(painted);
  }, [arrange, width, footer]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  const open = width < 640 ? OPEN_PHONE : OPEN;
  return { scale: Math.min(1, room / width), height: part === "footer" ? footer : isOpen ? open : CLOSED };
}
