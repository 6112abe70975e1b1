/** Filtering, searching and lengthening the list of posts in place. Without this, each link just leads to its page. */
import { useEffect, useRef, useState, type MouseEvent, type RefObject, type SubmitEvent } from "react";

import type { BlogView, LayoutLabels } from "@/api/types";
import { loadDocument } from "@/lib/document";
import { showToast } from "@/ui/toast";

interface PostList {
  view: BlogView;
  busy: boolean;
  /** For those who don't see that the list has grown. */
  announcement: string;
  list: RefObject<HTMLUListElement | null>;
  /** Where the words to look for are typed. */
  search: RefObject<HTMLInputElement | null>;
  onFilter: (event: MouseEvent<HTMLAnchorElement>) => void;
  onMore: (event: MouseEvent<HTMLAnchorElement>) => void;
  onSearch: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function usePostList(first: BlogView, labels: LayoutLabels): PostList {
  const [view, setView] = useState(first);
  const [busy, setBusy] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const latest = useRef<AbortController>(undefined);
  const fresh = useRef(-1);
  const shown = useRef("");
  const { content } = first;

  useEffect(() => {
    shown.current = address();
    // A step to an anchor of this list is none to another list.
    const onBack = () => {
      if (address() !== shown.current) location.reload();
    };
    addEventListener("popstate", onBack);
    return () => removeEventListener("popstate", onBack);
  }, []);

  // Whoever asked for more by keyboard goes on at the first post that came.
  useEffect(() => {
    if (fresh.current < 0) return;
    list.current?.children[fresh.current]?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
    fresh.current = -1;
  }, [view]);

  /** Whatever is asked for last is what counts: it ends what is still on its way. */
  async function load(url: string, show: (next: BlogView, title: string) => void) {
    latest.current?.abort();
    const request = new AbortController();
    latest.current = request;
    setBusy(true);
    try {
      const next = await loadDocument(url, request.signal);
      if (request.signal.aborted) return;
      if (next?.view.page === "blog") show(next.view.props, next.meta.title);
      else location.assign(url);
    } catch {
      if (request.signal.aborted) return;
      void showToast({ kind: "error", title: content.load_failed }, labels);
    } finally {
      if (latest.current === request) setBusy(false);
    }
  }

  const replace = (url: string) =>
    load(url, (next, title) => {
      history.pushState(null, "", url);
      shown.current = address();
      document.title = title;
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
    event.preventDefault();
    const query = new URLSearchParams({ busca: readQuery(event.currentTarget) });
    void replace(`${event.currentTarget.action}?${query.toString()}`);
  }

  function onMore(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void load(event.currentTarget.href, (next) => {
      // A post that came out meanwhile has moved one of these to the next page, too.
      const known = new Set(view.posts.map(({ url }) => url));
      const posts = [...view.posts, ...next.posts.filter(({ url }) => !known.has(url))];
      fresh.current = view.posts.length;
      keepCount(next.older, view);
      shown.current = address();
      setView({ ...view, posts, older: next.older });
      setAnnouncement(content.loaded.replace("{count}", String(posts.length)));
    });
  }

  return { view, busy, announcement, list, search, onFilter, onMore, onSearch };
}

/** Stores the length of the list in the URL, so that going back restores it. */
function keepCount(older: string | null, view: BlogView): void {
  // Only a list that starts at the first page can be requested as a whole.
  if (view.newer || view.query) return;
  const url = new URL(location.href);
  const next = older ? new URL(older, url).searchParams.get("pagina") : null;
  const known = Number(url.searchParams.get("ate") ?? 1);
  url.searchParams.set("ate", String(next ? Number(next) - 1 : known + 1));
  url.searchParams.delete("pagina");
  history.replaceState(history.state, "", url);
}

const address = () => location.pathname + location.search;

/** A click that means this page, not a new tab or a download. */
function isPlainClick(event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function readQuery(form: HTMLFormElement): string {
  const query = new FormData(form).get("busca");
  return typeof query === "string" ? query.trim() : "";
}
