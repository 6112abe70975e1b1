import { clsx } from "clsx";

import "./post-cover.css";
import type { PostCard } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";
import { variantOf } from "./cover-variant";

interface PostCoverProps {
  post: PostCard;
  /** How wide the cover is shown, as the `sizes` of a picture say it. */
  sizes: string;
  /** The first picture of the page: waited for rather than put off. */
  first?: boolean;
  /** Says what the picture shows. Among cards the title beside it is enough. */
  described?: boolean;
  className?: string;
}

/**
 * A post's own picture, or the drawing of its subject. The title beside it says what it is about. A picture of another
 * site may be missing one day: the drawing is behind it.
 */
export function PostCover({ post, sizes, first = false, described = false, className }: PostCoverProps) {
  const { image } = post;
  const isExternal = image ? !image.src.startsWith("/") : false;
  const hasDrawing = !image || isExternal;
  return (
    <div
      aria-hidden={image ? undefined : true}
      data-variant={hasDrawing ? variantOf(post.url) : undefined}
      className={clsx("cover bg-sunken aspect-video overflow-hidden rounded-xl", className)}
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
          className="post-cover size-full object-cover"
        />
      ) : null}
    </div>
  );
}
