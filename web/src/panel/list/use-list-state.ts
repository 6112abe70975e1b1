/** The state of a list, stored in the URL and the browser's history: filter, page, and the cursors of earlier pages. */
import { useEffect, useRef } from "react";
import { type To, useLocation, useMatch, useNavigate, useSearchParams } from "react-router";

import { leaveEntry } from "@/panel/dialog/leave-entry";
import type { AnyFilter, ListCodec } from "./list-codec";

/** State of a history entry. Cursors only lead forward, so an entry holds the cursors of the pages before it. */
export interface Trail {
  trail: string[];
}

/** State of the entry of a dialog. Links from the list set `isOverList`: the entry before it is the list. */
interface DialogTrail extends Trail {
  isOverList: boolean;
}

interface RecordLink {
  to: To;
  state: DialogTrail;
  preventScrollReset: true;
}

export interface ListState<Filter extends AnyFilter> {
  codec: ListCodec<Filter>;
  filter: Filter;
  state: Trail;
  /** Whether no dialog with its own URL is open above the list. */
  isAlone: boolean;
  /** Changes the filter and shows the first page. */
  show: (change: Partial<Filter>, options?: { replace?: boolean }) => void;
  /** Returns the props of a link to `path` that preserves the list's state. */
  linkTo: (path: string) => RecordLink;
  /** Closes the dialog above the list: goes back if it was opened from the list. */
  close: () => void;
}

export function useListState<Filter extends AnyFilter>(codec: ListCodec<Filter>): ListState<Filter> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const state = readTrail(location.state);
  const isOverList = (location.state as Partial<DialogTrail> | null)?.isOverList === true;
  const isAlone = useMatch(codec.path) !== null;
  const filter = codec.read(query);
  // The router renders a new address later. A search and a filter that change at the same time both start from this value.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = codec.read(query);
  }, [codec, query]);
  const show: ListState<Filter>["show"] = (change, options) => {
    latest.current = { ...latest.current, cursor: "", ...change };
    void navigate(codec.url(latest.current), { ...options });
  };
  return {
    codec,
    filter,
    state,
    isAlone,
    show,
    linkTo: (path) => ({
      to: codec.url(filter, path),
      // A dialog that replaces another one has the same entry before it.
      state: { ...state, isOverList: isAlone || isOverList },
      preventScrollReset: true,
    }),
    close: () => {
      if (isOverList) leaveEntry(location.key);
      else void navigate(codec.url(filter), { state, replace: true, preventScrollReset: true });
    },
  };
}

export function readTrail(state: unknown): Trail {
  const trail: unknown = typeof state === "object" && state !== null && "trail" in state ? state.trail : [];
  return { trail: Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === "string") : [] };
}
