/**
 * Filters, searches and extends the list of posts without loading another page. Without scripts, the links and the search
 * form load other pages.
 */
import { type MouseEvent, type RefObject, type SubmitEvent, useEffect, useRef, useState } from "react";

import type { BlogView, LayoutLabels } from "@/api/types";
import { loadIsland } from "@/lib/load-island";
import { announcePage } from "@/lib/page-shown";
import type { IslandName } from "@/ui/island";
import { showToast } from "@/ui/toast";

/** A list of posts, and the title of its page. */
export interface PostListView extends BlogView {
  pageTitle: string;
}

interface PostListState {
  view: BlogView;
  isBusy: boolean;
  /** Text that screen readers announce after the list has changed. */
  announcement: string;
  list: RefObject<HTMLUListElement | null>;
  /** The search field. */
  search: RefObject<HTMLInputElement | null>;
  onFilter: (event: MouseEvent<HTMLAnchorElement>) => void;
  onMore: (event: MouseEvent<HTMLAnchorElement>) => void;
  onSearch: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function usePostList(first: PostListView, labels: LayoutLabels): PostListState {
  const [view, setView] = useState(first);
  const [announcement, setAnnouncement] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const markShown = useReloadOnBack();
  const { list, focusFrom } = useFocusOnNew(view);
  const { isBusy, load } = useBlogLoader(first.content.load_failed, labels);

  const replace = (url: string) =>
    load(url, (next) => {
      history.pushState(null, "", url);
      announcePage();
      markShown();
      document.title = next.pageTitle;
      setView(next);
      if (search.current) search.current.value = next.query;
      setAnnouncement(`${next.title}. ${next.lead}`);
    });

  function onFilter(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void replace(event.currentTarget.href);
  }

  function onSearch(event: SubmitEvent<HTMLFormElement>) {
    // Trackers report a changed URL, and must not get what the visitor searches for. Results that the browser loads have none.
    if (mayHaveTrackers()) return;
    event.preventDefault();
    const query = new URLSearchParams({ busca: readQuery(event.currentTarget) });
    void replace(`${event.currentTarget.action}?${query.toString()}`);
  }

  function onMore(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void load(event.currentTarget.href, (next) => {
      // If a post was published in the meantime, the next page starts with a post that the list already shows.
      const known = new Set(view.posts.map(({ url }) => url));
      const posts = [...view.posts, ...next.posts.filter(({ url }) => !known.has(url))];
      focusFrom(view.posts.length);
      storePageCount(next.older, view);
      markShown();
      setView({ ...view, posts, older: next.older });
      setAnnouncement(first.content.loaded.replace("{count}", String(posts.length)));
    });
  }

  return { view, isBusy, announcement, list, search, onFilter, onMore, onSearch };
}

/**
 * Reloads the page when the user goes back or forward to another list. Returns a function that marks the current URL as
 * shown.
 */
function useReloadOnBack(): () => void {
  const shown = useRef("");
  useEffect(() => {
    // The visitor may have gone back before this script started.
    const [page] = performance.getEntriesByType("navigation");
    shown.current = page ? addressOf(new URL(page.name)) : address();
    // A change of the fragment alone shows the same list.
    const onBack = () => {
      if (address() !== shown.current) location.reload();
    };
    onBack();
    addEventListener("popstate", onBack);
    return () => removeEventListener("popstate", onBack);
  }, []);
  return () => (shown.current = address());
}

/**
 * Focuses the first new post after more posts were loaded, so that keyboard users continue there. `focusFrom` takes the
 * index of that post in the next view.
 */
function useFocusOnNew(view: BlogView) {
  const list = useRef<HTMLUListElement>(null);
  const firstNew = useRef(-1);
  useEffect(() => {
    if (firstNew.current < 0) return;
    const post = list.current?.children[firstNew.current];
    post?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
    firstNew.current = -1;
  }, [view]);
  return { list, focusFrom: (index: number) => (firstNew.current = index) };
}

/** Loads lists of posts. A new request aborts the previous one. A URL that isn't a list of posts is opened by the browser. */
function useBlogLoader(failedText: string, labels: LayoutLabels) {
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<AbortController>(undefined);

  async function load(url: string, show: (next: PostListView) => void) {
    latest.current?.abort();
    const request = new AbortController();
    latest.current = request;
    setBusy(true);
    try {
      const next = await loadIsland(url, "post_list" satisfies IslandName, request.signal);
      if (request.signal.aborted) return;
      if (next) show(next as PostListView);
      else location.assign(url);
    } catch {
      if (request.signal.aborted) return;
      void showToast({ kind: "error", title: failedText }, labels);
    } finally {
      if (latest.current === request) setBusy(false);
    }
  }

  return { isBusy, load };
}

/** Stores the number of loaded pages in the URL as `ate`, so that reloading and going back restore the list. */
function storePageCount(older: string | null, view: BlogView): void {
  // The server supports `ate` only for lists that start at the first page, and not for searches.
  if (view.newer || view.query) return;
  const url = new URL(location.href);
  const next = older ? new URL(older, url).searchParams.get("pagina") : null;
  const known = Number(url.searchParams.get("ate") ?? 1);
  url.searchParams.set("ate", String(next ? Number(next) - 1 : known + 1));
  url.searchParams.delete("pagina");
  history.replaceState(history.state, "", url);
}

const addressOf = ({ pathname, search }: Pick<URL, "pathname" | "search">) => pathname + search;
const address = () => addressOf(location);

/** Returns whether the document loads trackers once the visitor agrees to them. It then has the data of the consent notice. */
const mayHaveTrackers = () => document.getElementById("consent") !== null;

/** Returns whether a click opens the link in this tab. */
function isPlainClick(event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function readQuery(form: HTMLFormElement): string {
  const query = new FormData(form).get("busca");
  return typeof query === "string" ? query.trim() : "";
}
