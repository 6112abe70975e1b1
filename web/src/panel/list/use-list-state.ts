/** The state of a list, stored in the URL and the browser's history: filter, page, and the cursors of earlier pages. */
import { useEffect, useRef } from "react";
import { type To, useLocation, useMatch, useNavigate, useSearchParams } from "react-router";

import { leaveEntry } from "@/panel/dialog/leave-entry";
import type { AnyFilter, ListCodec } from "./list-codec";

/** State of a history entry. */
export interface Trail {
  /** Cursors of the previous pages, first page first. An answer only has the cursor of the next page. */
  trail: string[];
}

/** State of a dialog's history entry. */
interface DialogTrail extends Trail {
  /** Whether the dialog was opened from the list, so that the entry before it is the list's. */
  isOverList: boolean;
}

interface RecordLink {
  to: To;
  state: DialogTrail;
  /** Whether the link replaces the open record, so that closing it leads to the list. */
  replace: boolean;
  preventScrollReset: true;
}

interface ShowOptions {
  replace?: boolean;
  /** Whether the change is a search while the user types: it replaces the search typed before, but nothing else. */
  isTyped?: boolean;
}

export interface ListState<Filter extends AnyFilter> {
  codec: ListCodec<Filter>;
  filter: Filter;
  state: Trail;
  /** Whether no record with its own URL is open, in a dialog above the list or in the pane beside it. */
  isDialogClosed: boolean;
  /** Changes the filter and shows the first page. */
  show: (change: Partial<Filter>, options?: ShowOptions) => void;
  /** Returns the props of a link to `path` that preserves the list's state. */
  linkTo: (path: string) => RecordLink;
  /** Closes the dialog above the list: goes back if it was opened from the list, and otherwise replaces its address. */
  close: () => void;
}

export function useListState<Filter extends AnyFilter>(codec: ListCodec<Filter>): ListState<Filter> {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const state = readTrail(location.state);
  const isOverList = (location.state as Partial<DialogTrail> | null)?.isOverList === true;
  const isDialogClosed = useMatch(codec.path) !== null;
  const filter = codec.read(query);
  // The router renders a new address later. Until then, a further change starts from this filter.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = codec.read(query);
  }, [codec, query]);
  const wasTyped = (location.state as ShowOptions | null)?.isTyped === true;
  const show: ListState<Filter>["show"] = (change, { replace = false, isTyped = false } = {}) => {
    latest.current = { ...latest.current, cursor: "", ...change };
    void navigate(codec.url(latest.current), {
      replace: replace || (isTyped && wasTyped),
      ...(isTyped && { state: { isTyped } }),
    });
  };
  return {
    codec,
    filter,
    state,
    isDialogClosed,
    show,
    linkTo: (path) => ({
      to: codec.url(filter, path),
      // A dialog that replaces another one has the same previous entry.
      state: { ...state, isOverList: isDialogClosed || isOverList },
      replace: !isDialogClosed,
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
