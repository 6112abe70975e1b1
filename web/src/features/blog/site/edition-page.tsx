import { ArrowLeft } from "lucide-react";

import type { EditionView, Layout } from "@/api/types";
import { button } from "@/ui/button";
import { Unbroken } from "@/ui/unbroken";
import { ArticleBody } from "./article-body";
import { PostItem } from "./post-item";

/** An edition of the newsletter in the archive: its text and the posts that it lists. */
export function EditionPage(view: EditionView & { layout: Layout }) {
  const { content, title, date, html, code, posts, read } = view;
  return (
    <article className="frame max-w-[52rem] pt-10 pb-20 lg:pt-14 lg:pb-28">
      <header>
        <a
          href={content.back.url}
          className="text-accent inline-flex min-h-6 items-center gap-2 font-semibold underline-offset-4 hover:underline print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {content.back.label}
        </a>
        <h1 className="text-section mt-6">
          <Unbroken text={title} />
        </h1>
        <p className="text-muted mt-5 text-[0.9375rem]">
          {content.sent} <time dateTime={date.iso}>{date.text}</time>
        </p>
      </header>
      <div className="mt-10 max-w-[42rem]">
        <ArticleBody html={html} code={code} />
      </div>
      {posts.length > 0 ? (
        <ul className="mt-10">
          {posts.map((post, index) => (
            <PostItem
              key={post.url}
              post={post}
              read={read}
              untitled={index === 0 && !html && post.title === title}
            />
          ))}
        </ul>
      ) : null}
      <footer className="border-line mt-14 border-t pt-8 print:hidden">
        <a href={content.subscribe.url} className={button()}>
          {content.subscribe.label}
        </a>
      </footer>
    </article>
  );
}
