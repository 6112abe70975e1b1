/** Leads to a field of the form: the parts around it open, and it takes the focus. */
export function focusField(path: string, isOpened = true): void {
  // Once what has just changed is on the screen.
  requestAnimationFrame(() => {
    const field = findField(path);
    if (!field) return;
    const own = field.closest("details");
    for (let part = own; part; part = part.parentElement?.closest("details") ?? null) {
      if (isOpened || part !== own) part.open = true;
    }
    const isHead = isOpened && field.tagName === "SUMMARY";
    const first = isHead ? own?.querySelector<HTMLElement>("div [data-path]") : null;
    (first ?? field).focus({ preventScroll: true });
    field.scrollIntoView({ block: "center" });
  });
}

/** The field itself, or the list that has it where it has gone. */
function findField(path: string): HTMLElement | null {
  if (path === "") return null;
  const found = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  return found ?? findField(path.split(".").slice(0, -1).join("."));
}
