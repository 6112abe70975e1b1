/** Focuses the name of the open contact, such as before the element with the focus disappears. */
export function focusContactName(): void {
  document.querySelector<HTMLElement>("[data-contact-name]")?.focus({ preventScroll: true });
}
