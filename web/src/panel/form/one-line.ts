/** A text of one line in a field that shows it on several, as it may be long. */

export const inOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");

/**
 * A text area's `ref`: what comes with line breaks is put in without them by the browser itself, which so keeps the
 * caret and its history. A value that differs from what the browser has would throw the caret to the end.
 */
export function withoutLineBreaks(area: HTMLTextAreaElement | null): (() => void) | undefined {
  area?.addEventListener("beforeinput", refuse);
  return area ? () => area.removeEventListener("beforeinput", refuse) : undefined;
}

function refuse(event: InputEvent): void {
  const isEnter = ["insertLineBreak", "insertParagraph"].includes(event.inputType);
  const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (!isEnter && !text.includes("\n")) return;
  event.preventDefault();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else writes into the browser's history
  if (!isEnter) document.execCommand("insertText", false, inOneLine(text));
}
