/** Adds copy buttons to code blocks. Only articles with code load this module. */
import type { CodeText } from "@/api/types";
import { copyText } from "@/lib/copy-text";

/** Time for which a button shows the result. */
const RESULT_MS = 2000;

export function addCopyButtons(blocks: Iterable<HTMLPreElement>, text: CodeText): void {
  for (const block of blocks) {
    // The caller's effect may run again for the same blocks.
    if (block.parentElement?.classList.contains("code-block")) continue;
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
