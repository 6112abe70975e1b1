import "./post-cover.css";

import { clsx } from "clsx";

import type { PostCard } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";

interface PostCoverProps {
  post: PostCard;
  /** Widths of the cover, as in the `sizes` attribute. */
  sizes: string;
  /** Whether it is the first picture of the page, which is loaded with priority. */
  first?: boolean;
  /** Uses the picture's description. On cards, the title beside it is enough. */
  described?: boolean;
  className?: string;
}

/** A post's picture, or the drawing of its subject. A picture of another site has the drawing behind it, in case it is missing. */
export function PostCover({ post, sizes, first = false, described = false, className }: PostCoverProps) {
  const { image } = post;
  const isExternal = image ? !image.src.startsWith("/") : false;
  const hasDrawing = !image || isExternal;
  return (
    <div
      aria-hidden={image ? undefined : true}
      data-variant={hasDrawing ? variantOf(post.url) : undefined}
      className={clsx("post-cover bg-sunken aspect-video overflow-hidden rounded-xl", className)}
    >
      {hasDrawing ? <Drawing name={`cover_${post.cover}`} className="size-full" /> : null}
      {image ? (
        <img
          loading={first ? undefined : "lazy"}
          fetchPriority={first ? "high" : undefined}
          decoding="async"
          // Pictures of other sites are requested without referrer and cookies.
          referrerPolicy={isExternal ? "no-referrer" : undefined}
          {...(image.srcset && { srcSet: image.srcset, sizes })}
          src={image.src}
          alt={described ? image.alt : ""}
          width={image.width ?? 960}
          height={image.height ?? 540}
          data-focus-x={image.focus_x}
          data-focus-y={image.focus_y}
          className="post-cover-picture size-full object-cover"
        />
      ) : null}
    </div>
  );
}

/** Number of cover variants, with rules in `post-cover.css`. */
export const VARIANTS = 8;

/** Returns the variant of a URL, derived from its hash. */
export function variantOf(url: string): number {
  let hash = 0;
  for (const character of url) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % VARIANTS;
}
