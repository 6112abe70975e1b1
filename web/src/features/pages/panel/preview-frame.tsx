/** A rendered page, as tall as it is, in a box that scrolls. Nothing in it runs, and nothing in it can be pressed. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

import { trustedHtml } from "@/panel/trusted-html";
import { findText, type Spot } from "./find-text";

/** Of a page whose height isn't known yet. */
const HEIGHT = 1200;

interface PreviewFrameProps {
  html: string;
  /** Of the screen that is shown. */
  width: number;
  /** A text to be scrolled to and marked. */
  sought: string;
}

export function PreviewFrame({ html, width, sought }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [room, setRoom] = useState(width);
  const [height, setHeight] = useState(HEIGHT);
  const [spot, setSpot] = useState<Spot | null>(null);
  const scale = Math.min(1, room / width);

  const seek = useEffectEvent(() => {
    const page = frame.current?.contentDocument;
    setSpot(page?.body ? findText(page.body, sought) : null);
  });
  const measure = useEffectEvent(() => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    // What only those read who run no scripts: visitors do.
    for (const note of page.querySelectorAll("noscript")) note.remove();
    setHeight(Math.max(page.body.scrollHeight, 1));
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const loaded = () => {
      measure();
      seek();
    };
    element.addEventListener("load", loaded);
    element.srcdoc = trustedHtml(html);
    return () => element.removeEventListener("load", loaded);
  }, [html]);

  // Another width has another height.
  useEffect(() => {
    const painted = requestAnimationFrame(() => {
      measure();
      seek();
    });
    return () => cancelAnimationFrame(painted);
  }, [width]);

  useEffect(() => seek(), [sought]);

  useEffect(() => {
    if (!spot || !box.current) return;
    const middle = spot.top * scale - box.current.clientHeight / 3;
    box.current.scrollTo({ top: Math.max(0, middle) });
  }, [spot, scale]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={box}
      role="group"
      aria-label="Página, para rolar"
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
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
        {spot && (
          <span
            className="outline-accent pointer-events-none absolute rounded-sm outline-2 outline-offset-4"
            style={{
              top: spot.top * scale,
              left: spot.left * scale,
              width: spot.width * scale,
              height: spot.height * scale,
            }}
          />
        )}
      </div>
    </div>
  );
}
