/** A rendered page at its full height, scaled to the width of a scrollable box. Its links and controls don't work. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

import { useFrameContent, useWidth } from "@/panel/page-frame";

/** Height of a page before it is known. */
const INITIAL_HEIGHT = 1200;

interface PreviewFrameProps {
  html: string;
  /** Width of the simulated screen. */
  width: number;
  /** The frame scrolls to this text and marks it. */
  markedText: string;
}

export function PreviewFrame(props: PreviewFrameProps) {
  const { width } = props;
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = Math.min(1, useWidth(box, width) / width);
  const { height, spot } = usePage(frame, props);

  useEffect(() => {
    if (!spot || !box.current) return;
    const top = spot.top * scale - box.current.clientHeight / 3;
    box.current.scrollTo({ top: Math.max(0, top) });
  }, [spot, scale]);

  return (
    <div
      ref={box}
      role="group"
      aria-label="Página, para rolar"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="border-line bg-sunken min-h-0 grow overflow-x-hidden overflow-y-auto overscroll-contain rounded-lg border"
    >
      <div inert className="relative mx-auto" style={{ width: width * scale, height: height * scale }}>
        <iframe
          ref={frame}
          title="Página como ficará"
          sandbox="allow-same-origin"
          tabIndex={-1}
          className="absolute top-0 left-0 origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
        {spot && <Mark spot={spot} scale={scale} />}
      </div>
    </div>
  );
}

function Mark({ spot, scale }: { spot: Spot; scale: number }) {
  return (
    <span
      className="outline-accent pointer-events-none absolute rounded-sm outline-2 outline-offset-4"
      style={{
        top: spot.top * scale,
        left: spot.left * scale,
        width: spot.width * scale,
        height: spot.height * scale,
      }}
    />
  );
}

/**
 * Shows the page in the frame. Returns the page's height, and the position of the marked text; null if the page doesn't show
 * it.
 */
function usePage(
  frame: RefObject<HTMLIFrameElement | null>,
  { html, width, markedText }: PreviewFrameProps,
): { height: number; spot: Spot | null } {
  const [height, setHeight] = useState(INITIAL_HEIGHT);
  const [spot, setSpot] = useState<Spot | null>(null);

  function measure(): void {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    // Visitors with scripts don't see these parts.
    for (const note of page.querySelectorAll("noscript")) note.remove();
    setHeight(Math.max(page.body.scrollHeight, 1));
    setSpot(findText(page.body, markedText));
  }

  useFrameContent(frame, html, measure);
  const measureAgain = useEffectEvent(measure);
  // The height depends on the width, and the position on the text.
  useEffect(() => {
    const request = requestAnimationFrame(() => measureAgain());
    return () => cancelAnimationFrame(request);
  }, [width, markedText]);
  return { height, spot };
}

/** Position of an element on the page. */
interface Spot {
  top: number;
  left: number;
  width: number;
  height: number;
}

/** Minimum length of a text to mark. Shorter ones would match unrelated texts. */
const MIN_LENGTH = 3;

/**
 * Returns the position of the first visible element that contains `text`. Searches for the longest piece between the facts in
 * braces, because the page shows the values of the facts.
 */
function findText(body: HTMLElement, text: string): Spot | null {
  const piece = longestPiece(text);
  if (piece.length < MIN_LENGTH) return null;
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
