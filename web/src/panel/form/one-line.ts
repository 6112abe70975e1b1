/** Removes line breaks from a text area that holds one long line. */

/** Replaces line breaks by spaces. */
export const inOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");

/**
 * `ref` of a text area that removes line breaks from input. The browser inserts the text itself, so that the caret and the
 * undo history stay; setting another value would move the caret to the end.
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
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only edit that browsers can undo
  if (!isEnter) document.execCommand("insertText", false, inOneLine(text));
}
