/** The list's place in the address: which posts it shows, and how to get to others. */
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { type ListState, readState } from "@/panel/list/list-state";
import { blogPath, type PostFilter, readFilter } from "./post-filter";

export interface PostListPlace {
  filter: PostFilter;
  state: ListState;
  /** Shows other posts, from the first page on. */
  show: (change: Partial<PostFilter>, options?: { replace?: boolean }) => void;
}

export function usePostList(): PostListPlace {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(query);
  return {
    filter,
    state: readState(useLocation().state),
    show: (change, options) => void navigate(blogPath({ ...filter, cursor: "", ...change }), options),
  };
}
