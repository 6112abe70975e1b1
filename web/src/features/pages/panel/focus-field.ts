/** Focuses the field at a path and opens the `<details>` elements around it; the innermost one only if `opensOwn` is true. */
export function focusField(path: string, opensOwn = true): void {
  // The field may exist only after the current change is rendered.
  requestAnimationFrame(() => {
    const field = findField(path);
    if (!field) return;
    const own = field.closest("details");
    for (let part = own; part; part = part.parentElement?.closest("details") ?? null) {
      if (opensOwn || part !== own) part.open = true;
    }
    const isSummary = opensOwn && field.tagName === "SUMMARY";
    const first = isSummary ? own?.querySelector<HTMLElement>("div [data-path]") : null;
    (first ?? field).focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  });
}

/** Returns the element of the field. If it was removed, returns that of the nearest outer path. */
function findField(path: string): HTMLElement | null {
  if (path === "") return null;
  const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  return found ?? findField(path.split(".").slice(0, -1).join("."));
}
