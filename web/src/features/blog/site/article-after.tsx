import { ArrowLeft, ArrowRight } from "lucide-react";

import type { ArticleView, PostCard } from "@/api/types";
import { Unbroken } from "@/ui/unbroken";
import { PostMeta } from "./post-item";
import { PostCover } from "./post-cover";

/** The posts that came out before and after. */
export function Neighbors({ view: { content, previous, next } }: { view: ArticleView }) {
  if (!previous && !next) return null;
  const box = "hover:bg-surface border-line block h-full rounded-xl border p-6 transition-colors";
  return (
    <nav aria-label={content.neighbors} className="frame print:hidden">
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {previous ? (
          <li>
            <a href={previous.url} rel="prev" className={box}>
              <span className="text-muted flex items-center gap-2">
                <ArrowLeft aria-hidden className="size-4" />
                {content.previous}
              </span>
              <span className="mt-2 block text-lg leading-snug font-bold">{previous.label}</span>
            </a>
          </li>
        ) : null}
        {next ? (
          <li className="sm:col-start-2">
            <a href={next.url} rel="next" className={`${box} sm:text-right`}>
              <span className="text-muted flex items-center gap-2 sm:justify-end">
                {content.next}
                <ArrowRight aria-hidden className="size-4" />
              </span>
              <span className="mt-2 block text-lg leading-snug font-bold">{next.label}</span>
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  );
}

export function Related({ title, posts }: { title: string; posts: PostCard[] }) {
  if (posts.length === 0) return null;
  return (
    <section className="frame py-20 lg:py-28 print:hidden">
      <h2 className="text-section">{title}</h2>
      <ul className="mt-10 grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2">
        {posts.map((post) => (
          <li key={post.url} className="group relative">
            <PostCover post={post} sizes="(min-width: 80rem) 37rem, (min-width: 40rem) 46vw, 92vw" />
            <div className="mt-5">
              <PostMeta post={post} />
              <h3 className="mt-2 text-2xl leading-tight font-bold tracking-tight">
                <a
                  href={post.url}
                  className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
                >
                  <Unbroken text={post.title} />
                </a>
              </h3>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
