import { clsx } from "clsx/lite";
import { ArrowLeft, Search } from "lucide-react";
import type { MouseEvent, Ref, SubmitEvent } from "react";

import type { BlogFilter, BlogView, Layout, LayoutLabels, PageMeta } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { controlProps } from "@/ui/field";
import { Island } from "@/ui/island";
import { Unbroken } from "@/ui/unbroken";
import { NewsletterBox } from "./newsletter-box";
import { PostItem } from "./post-item";
import { type PostListView, usePostList } from "./use-post-list";

interface BlogPageProps extends BlogView {
  layout: Layout;
  meta: PageMeta;
}

export function BlogPage({ layout: { labels }, meta, ...view }: BlogPageProps) {
  return <Island name="post_list" component={PostList} props={{ ...view, pageTitle: meta.title, labels }} />;
}

interface PostListProps extends PostListView {
  labels: LayoutLabels;
}

export function PostList({ labels, ...first }: PostListProps) {
  const { view, isBusy, announcement, list, search, onFilter, onMore, onSearch } = usePostList(first, labels);
  const { content } = view;
  const isBlogEmpty =
    view.posts.length + view.suggested.length === 0 && (view.filters[0]?.is_current || view.query);
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
        <SearchForm text={content.search} query={first.query} inputRef={search} onSubmit={onSearch} />
      </section>
      {isBlogEmpty ? null : (
        <CategoryFilter label={content.filter} filters={view.filters} onChoose={onFilter} />
      )}
      <div className="frame pt-10 pb-24 lg:pt-14 lg:pb-32">
        {view.newer ? (
          <a href={view.newer} className={button({ look: "line", size: "small", className: "mb-10" })}>
            <ArrowLeft aria-hidden className="size-4" />
            {content.newer}
          </a>
        ) : null}
        <Posts view={view} listRef={list} isBusy={isBusy} />
        {view.older ? (
          <div className="border-line border-t pt-10 text-center">
            <a
              href={view.older}
              rel="next"
              aria-disabled={isBusy}
              onClick={onMore}
              className={button({ look: "line", className: "max-sm:w-full sm:min-w-64" })}
            >
              {isBusy ? content.loading : content.more}
            </a>
          </div>
        ) : null}
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <NewsletterBox text={view.newsletter} labels={labels} className="mt-16" />
      </div>
    </>
  );
}

interface SearchFormProps {
  text: BlogView["content"]["search"];
  query: string;
  inputRef: Ref<HTMLInputElement>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

function SearchForm({ text, query, inputRef, onSubmit }: SearchFormProps) {
  return (
    <form role="search" action={paths.blog} onSubmit={onSubmit} className="relative flex gap-2">
      <label htmlFor="busca" className="sr-only">
        {text.label}
      </label>
      <input
        ref={inputRef}
        type="search"
        name="busca"
        defaultValue={query}
        placeholder={text.placeholder}
        maxLength={100}
        required
        {...controlProps("busca", undefined, false, "h-12")}
      />
      <button
        type="submit"
        aria-label={text.submit}
        className={button({ look: "line", size: "small", className: "h-12" })}
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  );
}

interface PostsProps {
  view: BlogView;
  listRef: Ref<HTMLUListElement>;
  isBusy: boolean;
}

/** The posts of the page; without results of a search, the suggested ones. */
function Posts({ view, listRef, isBusy }: PostsProps) {
  const { content, posts, query, newer, suggested } = view;
  return (
    <>
      {posts.length === 0 && !query ? (
        <div className="border-line border-t py-14">
          <h2 className="text-2xl font-bold tracking-tight">{content.empty_title}</h2>
          <p className="text-muted mt-2">{content.empty_text}</p>
        </div>
      ) : null}
      {suggested.length > 0 ? (
        <h2 className="text-2xl font-bold tracking-tight">{content.search.suggested}</h2>
      ) : null}
      <ul ref={listRef} aria-busy={isBusy} className={clsx(suggested.length > 0 && "mt-8")}>
        {[...posts, ...suggested].map((post, index) => (
          <PostItem
            key={post.url}
            post={post}
            read={content.read}
            featured={index === 0 && !newer && !query}
          />
        ))}
      </ul>
    </>
  );
}

interface CategoryFilterProps {
  label: string;
  filters: BlogFilter[];
  onChoose: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function CategoryFilter({ label, filters, onChoose }: CategoryFilterProps) {
  return (
    <nav aria-label={label} className="frame">
      <ul className="border-line flex flex-wrap gap-2 border-y py-4">
        {filters.map((filter) => (
          <li key={filter.url}>
            <a
              href={filter.url}
              onClick={onChoose}
              aria-current={filter.is_current ? "page" : undefined}
              className="border-line text-muted hover:border-ink hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper aria-[current]:marked inline-flex min-h-10 items-center rounded-full border px-4 font-medium transition-colors"
            >
              {filter.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
