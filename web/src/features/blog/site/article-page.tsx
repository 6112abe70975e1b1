import { ArrowLeft } from "lucide-react";

import type { ArticleView, Layout, PostHeading } from "@/api/types";
import { Island } from "@/ui/island";
import { Unbroken } from "@/ui/unbroken";
import { ArticleBody } from "./article-body";
import { ArticleEnd, Neighbors, Related } from "./article-end";
import { PostCover } from "./post-cover";
import { PostMeta } from "./post-item";
import { ShareLinks } from "./share-links";

export function ArticlePage({ layout, ...view }: ArticleView & { layout: Layout }) {
  const { content, post, updated } = view;
  return (
    <>
      {view.is_preview ? (
        <p role="note" className="bg-night text-on-night py-2.5 text-center font-medium">
          {content.preview}
        </p>
      ) : null}
      <article>
        <header className="frame grid items-center gap-x-14 gap-y-10 pt-10 pb-12 lg:grid-cols-[1.15fr_1fr] lg:pt-14 lg:pb-16">
          <div>
            <a
              href={content.back.url}
              className="text-accent inline-flex min-h-6 items-center gap-2 font-semibold underline-offset-4 hover:underline print:hidden"
            >
              <ArrowLeft aria-hidden className="size-4" />
              {content.back.label}
            </a>
            <h1 className="text-section mt-6">
              <Unbroken text={post.title} />
            </h1>
            {post.excerpt ? <p className="text-muted mt-5 text-xl text-pretty">{post.excerpt}</p> : null}
            <div className="mt-6">
              <PostMeta post={post} by={content.by} />
              {updated ? (
                <p className="text-muted mt-1 text-[0.9375rem]">
                  {content.updated} <time dateTime={updated.iso}>{updated.text}</time>
                </p>
              ) : null}
            </div>
          </div>
          <PostCover
            post={post}
            sizes="(min-width: 80rem) 34rem, (min-width: 64rem) 44vw, 92vw"
            first
            described
            className="print:hidden"
          />
        </header>
        <div className="frame grid gap-x-16 gap-y-10 pb-16 lg:grid-cols-[15rem_minmax(0,42rem)]">
          <div className="lg:sticky lg:top-28 lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:py-1">
            <ArticleContents title={content.contents} headings={view.headings} />
          </div>
          <div className="min-w-0">
            <ArticleBody html={view.html} code={content.code} />
            <footer className="border-line mt-14 grid gap-8 border-t pt-8 print:hidden">
              <Tags title={content.tags} tags={view.tags} />
              <Island
                name="share_links"
                component={ShareLinks}
                props={{ text: content.share, links: view.share, labels: layout.labels }}
              />
            </footer>
          </div>
        </div>
      </article>
      <Neighbors view={view} />
      <Related title={content.related} posts={view.related} />
      <ArticleEnd view={view} layout={layout} />
    </>
  );
}

function Tags({ title, tags }: { title: string; tags: ArticleView["tags"] }) {
  if (tags.length === 0) return null;
  return (
    <section aria-labelledby="tags">
      <h2 id="tags" className="font-bold">
        {title}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {tags.map((tag, index) => (
          <li key={index}>
            <a
              href={tag.url}
              rel="tag"
              className="bg-sunken hover:bg-accent-soft inline-flex min-h-8 items-center rounded-full px-3.5 text-[0.9375rem] font-medium"
            >
              {tag.label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ArticleContents({ title, headings }: { title: string; headings: PostHeading[] }) {
  const chapters = headings.filter((heading) => heading.level === 2);
  if (chapters.length < 2) return null;
  return (
    <nav aria-labelledby="sumario" className="print:hidden">
      <h2 id="sumario" className="font-bold">
        {title}
      </h2>
      <ol className="border-line mt-3 grid gap-2.5 border-l pl-4 text-[0.9375rem] leading-snug">
        {chapters.map((heading) => (
          <li key={heading.id}>
            <a
              href={`#${heading.id}`}
              className="text-muted hover:text-ink underline-offset-4 hover:underline"
            >
              {heading.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
