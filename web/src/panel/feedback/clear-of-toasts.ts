/** Tells the toaster (ui/toaster.tsx) which bar at the bottom of the screen its messages must not cover. */

/** Attribute of the root element. Its value is the height, in pixels, from the lower edge of the window to the top of the bar. */
const ATTRIBUTE = "data-toasts-above";

/** Ref of a bar at the bottom of the screen: messages are shown above it. */
export function clearOfToasts(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const root = document.documentElement;
  const measure = () => {
    const height = Math.max(0, Math.round(window.innerHeight - bar.getBoundingClientRect().top));
    root.setAttribute(ATTRIBUTE, String(height));
    root.style.setProperty("--toasts-above", `${height}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  window.addEventListener("resize", measure);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", measure);
    root.removeAttribute(ATTRIBUTE);
    root.style.removeProperty("--toasts-above");
  };
}
