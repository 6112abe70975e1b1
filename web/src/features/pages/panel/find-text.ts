/** Where a text of a page stands on its screen. */
export interface Spot {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Too short to be told from others. */
const SHORTEST = 3;

/** The first place within `body` where `text` is shown. What it has in braces reads otherwise there. */
export function findText(body: HTMLElement, text: string): Spot | null {
  const piece = longestPiece(text);
  if (piece.length < SHORTEST) return null;
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.includes(piece)) continue;
    const { top, left, width, height } = (node.parentElement ?? body).getBoundingClientRect();
    if (width > 0 && height > 0) return { top, left, width, height };
  }
  return null;
}

function longestPiece(text: string): string {
  const pieces = text.split(/\{\w+\}/).map((piece) => piece.trim());
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");
}
