/** Adds copy buttons to code blocks. Loaded only by articles that contain code. */
import type { CodeText } from "@/api/types";
import { copyText } from "@/lib/copy-text";

const COPIED_MS = 2000;

export function addCopyButtons(blocks: Iterable<HTMLPreElement>, text: CodeText): void {
  for (const block of blocks) {
    // The effect that calls this can run again on the same blocks.
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
      timer = window.setTimeout(() => (button.textContent = text.copy), COPIED_MS);
    });
  });
  return button;
}
