/**
 * Behavior of menus built on <details>, which also open without scripts. A menu closes on Escape, on a press outside it, when one
 * of its links is followed, and when the focus moves out of it. With `hover`, a mouse opens it by resting on it and closes it by
 * leaving it.
 */
import { type RefObject, useEffect } from "react";

const OPEN_DELAY_MS = 100;
const CLOSE_DELAY_MS = 150;
/** Time after a menu was opened by hovering, in which a click doesn't close it. */
const CLICK_AFTER_HOVER_MS = 400;

export function useDisclosure(ref: RefObject<HTMLDetailsElement | null>, options: { hover: boolean }): void {
  const { hover } = options;
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const controller = new AbortController();
    listenForClosing(details, controller.signal);
    if (hover) openOnHover(details, controller.signal);
    return () => controller.abort();
  }, [ref, hover]);
}

function listenForClosing(details: HTMLDetailsElement, signal: AbortSignal): void {
  const close = () => {
    details.open = false;
  };
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !details.open) return;
      if (details.contains(document.activeElement)) details.querySelector("summary")?.focus();
      close();
    },
    { signal },
  );
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (!contains(details, event.target)) close();
    },
    { signal },
  );
  details.addEventListener(
    "focusout",
    (event) => {
      if (event.relatedTarget && !contains(details, event.relatedTarget)) close();
    },
    { signal },
  );
  details.addEventListener(
    "click",
    (event) => {
      if (event.target instanceof Element && event.target.closest("a")) close();
    },
    { signal },
  );
}

function openOnHover(details: HTMLDetailsElement, signal: AbortSignal): void {
  let timer = 0;
  let openedAt = 0;
  const later = (open: boolean, delay: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (open && !details.open) openedAt = performance.now();
      details.open = open;
    }, delay);
  };
  const onMouse = (handle: () => void) => (event: PointerEvent) => {
    if (event.pointerType === "mouse") handle();
  };
  details.addEventListener(
    "pointerenter",
    onMouse(() => later(true, OPEN_DELAY_MS)),
    { signal },
  );
  details.addEventListener(
    "pointerleave",
    onMouse(() => later(false, CLOSE_DELAY_MS)),
    { signal },
  );
  details.querySelector("summary")?.addEventListener(
    "click",
    (event) => {
      window.clearTimeout(timer);
      if (details.open && performance.now() - openedAt < CLICK_AFTER_HOVER_MS) event.preventDefault();
    },
    { signal },
  );
  signal.addEventListener("abort", () => window.clearTimeout(timer));
}

const contains = (details: Element, target: EventTarget | null) =>
  target instanceof Node && details.contains(target);
