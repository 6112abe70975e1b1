import "./media.css";
import "@/panel/controls/checkered.css";

import type { Media } from "@/api/types";

/** A picture in a grid, in its smallest variant. It has no alternative text, because its name is beside it. */
export function Thumbnail({ media }: { media: Media }) {
  return (
    <img
      src={media.variants[0]?.url ?? media.url}
      alt=""
      width={media.width}
      height={media.height}
      loading="lazy"
      decoding="async"
      className="checkered aspect-square w-full object-contain"
    />
  );
}
