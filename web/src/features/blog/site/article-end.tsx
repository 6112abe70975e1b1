import { ArrowLeft, ArrowRight } from "lucide-react";

import type { ArticleView, Layout, PostCard } from "@/api/types";
import { button } from "@/ui/button";
import { Island } from "@/ui/island";
import { ReachLinks } from "@/ui/reach";
import { Unbroken } from "@/ui/unbroken";
import { NewsletterBox } from "./newsletter-box";
import { PostCover } from "./post-cover";
import { PostMeta } from "./post-item";

/** The end of an article: the newsletter form, then links to the related service and to contact the company. */
export function ArticleEnd({ view, layout }: { view: ArticleView; layout: Layout }) {
  const { closing } = view.content;
  return (
    <div className="frame grid gap-10 pb-24 lg:pb-32 print:hidden">
      <Island
        name="newsletter_box"
        component={NewsletterBox}
        props={{ text: view.newsletter, labels: layout.labels }}
      />
      <section className="border-line bg-surface grid items-center gap-x-16 gap-y-8 rounded-xl border px-7 py-12 sm:px-12 lg:grid-cols-[1.1fr_1fr] lg:px-16">
        <div>
          <h2 className="text-3xl leading-tight font-bold tracking-tight">{closing.title}</h2>
          <p className="text-muted mt-3 text-lg text-pretty">
            <Unbroken text={closing.text} />
          </p>
          {view.service ? (
            <a
              href={view.service.url}
              className="text-accent mt-5 inline-flex min-h-6 items-center gap-2 font-semibold underline-offset-4 hover:underline"
            >
              {view.service.label}
              <ArrowRight aria-hidden className="size-4 shrink-0" />
            </a>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <a href={closing.action.url} className={button({ className: "max-sm:w-full" })}>
            {closing.action.label}
          </a>
          <ReachLinks layout={layout} />
        </div>
      </section>
    </div>
  );
}

/** Links to the previous and the next post by publication time. */
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
