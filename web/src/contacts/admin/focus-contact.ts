/** Moves the focus in the list of contacts, when what had it goes away. */
const LINKS = "a[data-contact]";

/** Puts the focus on a contact of the list, if it is still there. */
export function focusContact(id: string | undefined): void {
  const link = links().find((candidate) => candidate.dataset["contact"] === id);
  link?.focus();
}

/** Moves the focus from a contact that is about to leave the list to the one that takes its place. */
export function focusNeighbour(id: string): void {
  const all = links();
  const index = all.findIndex((candidate) => candidate.dataset["contact"] === id);
  (all[index + 1] ?? all[index - 1])?.focus();
}

function links(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>(LINKS)];
}
