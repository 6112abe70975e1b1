/** Adds copy buttons to code blocks. Only articles with code load this module. */
import type { CodeText } from "@/api/types";
import { copyText } from "@/lib/copy-text";

/** Time for which a button shows the result. */
const RESULT_MS = 2000;

/** Adds a button to each block of the text, which has the buttons' labels in `data-code`. */
export function addCopyButtons(blocks: Iterable<HTMLPreElement>): void {
  for (const block of blocks) {
    const text = JSON.parse(block.closest<HTMLElement>("[data-code]")?.dataset["code"] ?? "{}") as CodeText;
    const frame = document.createElement("div");
    frame.className = "code-block";
    block.replaceWith(frame);
    frame.append(block, copyButton(block, text));
  }
}

function copyButton(block: HTMLPreElement, text: CodeText): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code-copy";
  button.textContent = text.copy;
  // Screen readers announce the changed label.
  button.setAttribute("aria-live", "polite");
  let timer = 0;
  button.addEventListener("click", () => {
    void copyText(block.textContent).then((isCopied) => {
      button.textContent = isCopied ? text.copied : text.copy_failed;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => (button.textContent = text.copy), RESULT_MS);
    });
  });
  return button;
}
