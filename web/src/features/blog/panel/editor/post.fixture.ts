import type { Post } from "@/api/types";
import { BLANK } from "@/features/blog/panel/fields";

/** A draft without text, for tests. */
export const POST: Post = {
  ...BLANK,
  id: "1",
  tags: [],
  cover: "cloud",
  read_minutes: 1,
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
  published_at: null,
  publish_at: null,
  unpublish_at: null,
  deleted_at: null,
};
