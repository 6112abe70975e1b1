import { clsx } from "clsx";
import type { PostCard } from "../../api/types";
import { Cover } from "../../ui/drawing/cover";

/** A post's own picture, or the drawing of its subject. The title beside it says what it is about. */
export function PostCover({ post, className }: { post: PostCard; className?: string }) {
  return (
    <div className={clsx("bg-sunken aspect-video overflow-hidden rounded-xl", className)}>
      {post.image ? (
        <img
          src={post.image}
          alt=""
          width="960"
          height="540"
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Cover name={post.cover} className="size-full" />
      )}
    </div>
  );
}
