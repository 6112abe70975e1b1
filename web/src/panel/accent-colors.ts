/** Shows the panel in the company's colors, today's. Those of when it was loaded are in its document already. */
export function showColors(color: string): void {
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
  // The former ones go when there are others to see.
  link.addEventListener("load", () => shown?.remove());
  document.head.append(link);
}
