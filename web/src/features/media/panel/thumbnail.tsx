import "./media.css";
import "@/panel/controls/chequered.css";
import type { Media } from "@/api/types";

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
