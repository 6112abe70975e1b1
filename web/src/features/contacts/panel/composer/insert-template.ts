/** Inserts a template into a text. */

/** Where the cursor or the selection of a text field is. */
type Selected = Pick<HTMLTextAreaElement, "selectionStart" | "selectionEnd">;

/** Returns a text with a template on a line of its own at the cursor, and the position after the template. */
export function insertTemplate(text: string, field: Selected | null, template: string) {
  const { selectionStart: start = text.length, selectionEnd: end = text.length } = field ?? {};
  const before = text.slice(0, start);
  const after = text.slice(end);
  const inserted = before === "" || before.endsWith("\n") ? template : `\n${template}`;
  const gap = after === "" || after.startsWith("\n") ? "" : "\n";
  return { text: before + inserted + gap + after, position: before.length + inserted.length };
}
