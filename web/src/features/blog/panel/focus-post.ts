/** Puts the focus on a post's row, or on the list's first one where that is gone. */
const LINKS = "a[data-post]";

export function focusPost(id: string | undefined): void {
  const own = id && document.querySelector<HTMLElement>(`a[data-post="${CSS.escape(id)}"]`);
  const other = document.querySelector<HTMLElement>(`${LINKS}, [data-new-post]`);
  (own || other)?.focus();
}

/** The post after this one in the list, or the one before the end. */
export function neighborOf(id: string): string | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(LINKS)];
  const at = all.findIndex((link) => link.dataset["post"] === id);
  return (all[at + 1] ?? all[at - 1])?.dataset["post"];
}
