/**
 * Behavior of menus built on <details>, which also open without scripts: those with `data-menu`. A menu closes on Escape, on a
 * press outside it, when one of its links is followed, and when the focus moves out of it. With `data-menu="hover"`, a mouse opens
 * it by resting on it and closes it by leaving it.
 */

const OPEN_DELAY_MS = 100;
const CLOSE_DELAY_MS = 150;
/** Time after a menu was opened by hovering, in which a click doesn't close it. */
const CLICK_AFTER_HOVER_MS = 400;

export function startMenus(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-menu]")) {
    listenForClosing(details);
    if (details.dataset["menu"] === "hover") openOnHover(details);
  }
}

function listenForClosing(details: HTMLDetailsElement): void {
  const close = () => {
    details.open = false;
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !details.open) return;
    if (details.contains(document.activeElement)) details.querySelector("summary")?.focus();
    close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!contains(details, event.target)) close();
  });
  details.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !contains(details, event.relatedTarget)) close();
  });
  details.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) close();
  });
}

function openOnHover(details: HTMLDetailsElement): void {
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
  );
  details.addEventListener(
    "pointerleave",
    onMouse(() => later(false, CLOSE_DELAY_MS)),
  );
  details.querySelector("summary")?.addEventListener("click", (event) => {
    window.clearTimeout(timer);
    if (details.open && performance.now() - openedAt < CLICK_AFTER_HOVER_MS) event.preventDefault();
  });
  // The mouse may have come to rest on the menu before this script started. A menu that was used already has the focus.
  const isUsed = details.contains(document.activeElement);
  if (!isUsed && details.matches(":hover") && matchMedia("(hover: hover)").matches)
    later(true, OPEN_DELAY_MS);
}

const contains = (details: Element, target: EventTarget | null) =>
  target instanceof Node && details.contains(target);
