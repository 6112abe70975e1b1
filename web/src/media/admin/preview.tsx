import "./media.css";
import type { Media } from "../../api/types";
import { cn } from "../../ui/panel/cn";

/** A small picture on a ground that shows what of it is transparent. What it shows is said beside it. */
export function Preview({ src, className }: { src: string; className?: string }) {
  return (
    <img
      src={src}
      alt=""
      className={cn("chequered border-line h-24 max-w-full rounded-md border object-contain", className)}
    />
  );
}

/** A picture among many, the smallest file of it that will do. Its name stands beside it. */
export function Thumbnail({ media }: { media: Media }) {
  return (
    <img
      src={media.variants[0]?.url ?? media.url}
      alt=""
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      className="chequered aspect-square w-full object-contain"
    />
  );
}
