import { clsx } from "clsx/lite";
import { ArrowRight } from "lucide-react";

import type { PostCard } from "@/api/types";
import { Unbroken } from "@/ui/unbroken";
import { PostCover } from "./post-cover";

interface PostItemProps {
  post: PostCard;
  /** Text of the link, such as 'Ler Artigo'. */
  read: string;
  /** Shows the post larger, as the first one of a list. */
  featured?: boolean;
  /** Hides the title, because the heading of the page is the same. */
  untitled?: boolean;
}

export function PostItem({ post, read, featured = false, untitled = false }: PostItemProps) {
  return (
    <li
      className={clsx(
        "group relative grid items-center gap-x-8 gap-y-5",
        featured
          ? "pb-10 md:grid-cols-[1.15fr_1fr] lg:gap-x-12 lg:pb-14"
          : "border-line border-t py-8 sm:grid-cols-[13rem_1fr]",
      )}
    >
      <PostCover
        post={post}
        sizes={
          featured
            ? "(min-width: 80rem) 39rem, (min-width: 48rem) 50vw, 92vw"
            : "(min-width: 40rem) 13rem, 92vw"
        }
        first={featured}
      />
      <div className="min-w-0">
        <PostMeta post={post} />
        {untitled ? null : (
          <h2
            className={clsx(
              "mt-2.5 font-bold tracking-tight text-balance",
              featured ? "text-section" : "text-2xl leading-tight",
            )}
          >
            <Unbroken text={post.title} />
          </h2>
        )}
        {post.excerpt ? (
          <p className={clsx("text-muted mt-3 text-pretty", featured && "text-lg")}>
            <Unbroken text={post.excerpt} />
          </p>
        ) : null}
        <a
          href={post.url}
          className="text-accent mt-5 inline-flex min-h-6 items-center gap-2 font-semibold after:absolute after:inset-0"
        >
          {read}
          <span className="sr-only">: {post.title}</span>
          <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-1" />
        </a>
      </div>
    </li>
  );
}

interface PostMetaProps {
  post: PostCard;
  /**
   * Text before the author's name, only on the post's own page. The category is a link there. Cards are a single link and
   * can't contain another.
   */
  by?: string;
}

/** Category, date, reading time and author, each after a dot. The dot at the start of a line is clipped. */
export function PostMeta({ post, by }: PostMetaProps) {
  const { category } = post;
  return (
    <div className="text-muted overflow-hidden text-[0.9375rem]">
      <p className="-ml-5 flex flex-wrap gap-y-1">
        {category ? (
          <span className={clsx(part, "text-accent font-semibold")}>
            {by ? (
              <a href={category.url} className="underline-offset-4 hover:underline">
                {category.label}
              </a>
            ) : (
              category.label
            )}
          </span>
        ) : null}
        <time dateTime={post.date.iso} className={part}>
          {post.date.text}
        </time>
        <span className={part}>{post.read_time}</span>
        <span className={part}>{by ? `${by} ${post.author}` : post.author}</span>
      </p>
    </div>
  );
}

const part =
  "relative pl-5 before:absolute before:left-2 before:font-normal before:text-muted before:content-['·'/'']";
