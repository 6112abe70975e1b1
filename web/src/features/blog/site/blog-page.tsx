import { clsx } from "clsx";
import { ArrowLeft, Search } from "lucide-react";

import type { BlogView, Layout } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { controlProps } from "@/ui/field";
import { Unbroken } from "@/ui/unbroken";
import { CategoryFilter } from "./category-filter";
import { NewsletterBox } from "./newsletter-box";
import { PostItem } from "./post-item";
import { usePostList } from "./use-post-list";

export function BlogPage({ layout, ...first }: BlogView & { layout: Layout }) {
  const { view, busy, announcement, list, search, onFilter, onMore, onSearch } = usePostList(
    first,
    layout.labels,
  );
  const { content, posts } = view;
  return (
    <>
      <section className="frame grid items-end gap-x-16 gap-y-8 pt-14 pb-10 lg:grid-cols-[1fr_22rem] lg:pt-20">
        <div>
          <p className="text-accent font-semibold">{content.eyebrow}</p>
          <h1
            className={clsx("mt-5 max-w-[18ch]", view.query ? "text-section line-clamp-3" : "text-display")}
            title={view.query ? view.title : undefined}
          >
            <Unbroken text={view.title} />
          </h1>
          <p className="text-muted mt-6 max-w-[38rem] text-xl text-pretty">
            <Unbroken text={view.lead} />
          </p>
        </div>
        <form role="search" action={paths.blog} onSubmit={onSearch} className="relative flex gap-2">
          <label htmlFor="busca" className="sr-only">
            {content.search.label}
          </label>
          <input
            ref={search}
            type="search"
            name="busca"
            defaultValue={first.query}
            placeholder={content.search.placeholder}
            maxLength={100}
            required
            {...controlProps("busca", undefined, false, "h-12")}
          />
          <button
            type="submit"
            aria-label={content.search.submit}
            className={button({ look: "line", size: "small", className: "h-12" })}
          >
            <Search aria-hidden className="size-5" />
          </button>
        </form>
      </section>
      <CategoryFilter label={content.filter} filters={view.filters} onChoose={onFilter} />
      <div className="frame pt-10 pb-24 lg:pt-14 lg:pb-32">
        {view.newer ? (
          <a href={view.newer} className={button({ look: "line", size: "small", className: "mb-10" })}>
            <ArrowLeft aria-hidden className="size-4" />
            {content.newer}
          </a>
        ) : null}
        {posts.length === 0 && !view.query ? (
          <div className="border-line border-t py-14">
            <h2 className="text-2xl font-bold tracking-tight">{content.empty_title}</h2>
            <p className="text-muted mt-2">{content.empty_text}</p>
          </div>
        ) : null}
        {view.suggested.length > 0 ? (
          <h2 className="text-2xl font-bold tracking-tight">{content.search.suggested}</h2>
        ) : null}
        <ul ref={list} aria-busy={busy} className={clsx(view.suggested.length > 0 && "mt-8")}>
          {[...posts, ...view.suggested].map((post, index) => (
            <PostItem
              key={post.url}
              post={post}
              read={content.read}
              featured={index === 0 && !view.newer && !view.query}
            />
          ))}
        </ul>
        {view.older ? (
          <div className="border-line border-t pt-10 text-center">
            <a
              href={view.older}
              rel="next"
              aria-disabled={busy}
              onClick={onMore}
              className={button({ look: "line", className: "max-sm:w-full sm:min-w-64" })}
            >
              {busy ? content.loading : content.more}
            </a>
          </div>
        ) : null}
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <NewsletterBox text={view.newsletter} labels={layout.labels} className="mt-16" />
      </div>
    </>
  );
}
