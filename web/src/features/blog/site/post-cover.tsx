import { clsx } from "clsx/lite";

import type { PostCard } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";

interface PostCoverProps {
  post: PostCard;
  /** Value of the picture's `sizes` attribute. */
  sizes: string;
  /** Whether this is the page's first picture, which is loaded with priority. */
  first?: boolean;
  /** Whether the picture has its alternative text. Cards omit it, because the title is beside the picture. */
  described?: boolean;
  className?: string;
}

/** A post's picture, or a drawing. A picture on another site has the drawing behind it, in case the picture is missing. */
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
          // The request has no cookies either, because pages have `Cross-Origin-Embedder-Policy: credentialless`.
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

/** Number of variants of a drawing. `post-cover.css` has their rules. */
export const VARIANTS = 8;

/** Returns the variant for the post at a URL, derived from a hash of the URL. */
export function variantOf(url: string): number {
  let hash = 0;
  for (const character of url) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return hash % VARIANTS;
}
