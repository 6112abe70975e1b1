/** Removes line breaks from a text area that holds one long line. */

/** Replaces each line break, and the white space around it, with a space. */
export const inOneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");

/**
 * `ref` of a text area that replaces line breaks in input. The browser inserts the text itself, so that the caret and the undo
 * history are preserved. Setting the value instead would move the caret to the end.
 */
export function withoutLineBreaks(area: HTMLTextAreaElement | null): (() => void) | undefined {
  area?.addEventListener("beforeinput", replaceLineBreaks);
  return area ? () => area.removeEventListener("beforeinput", replaceLineBreaks) : undefined;
}

function replaceLineBreaks(event: InputEvent): void {
  const isEnter = ["insertLineBreak", "insertParagraph"].includes(event.inputType);
  const text = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
  if (!isEnter && !text.includes("\n")) return;
  event.preventDefault();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only edit that browsers can undo
  if (!isEnter) document.execCommand("insertText", false, inOneLine(text));
}
