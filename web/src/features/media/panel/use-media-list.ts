/** The list's place in the address: which pictures it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { type MediaFilter, mediaPath, readFilter } from "./media-filter";

export interface MediaList {
  filter: MediaFilter;
  state: ListState;
  /** Shows other pictures, from the first page on. */
  show: (change: Partial<MediaFilter>, options?: { replace?: boolean }) => void;
  /** Back to the list from a picture. */
  close: () => void;
}

export function useMediaList(): MediaList {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  const state = readState(useLocation().state);
  return {
    filter,
    state,
    show: (change, options) => void navigate(mediaPath({ ...filter, cursor: "", ...change }), options),
    close: () => void navigate(mediaPath(filter), { state, preventScrollReset: true }),
  };
}
