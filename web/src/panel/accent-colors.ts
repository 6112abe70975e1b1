/** Applies an accent color such as `#1d4fb8` to the panel. An empty text applies the default. */
export function applyAccentColor(color: string): void {
  const shown = document.querySelector<HTMLLinkElement>("link#colors");
  if (!color) {
    shown?.remove();
    return;
  }
  const path = `/assets/colors/${color.replace("#", "").toLowerCase()}.css`;
  if (shown && new URL(shown.href).pathname === path) return;
  shown?.removeAttribute("id");
  const link = Object.assign(document.createElement("link"), {
    id: "colors",
    rel: "stylesheet",
    href: path,
  });
  // The old stylesheet is removed once the new one has loaded.
  link.addEventListener("load", () => shown?.remove());
  document.head.append(link);
}
