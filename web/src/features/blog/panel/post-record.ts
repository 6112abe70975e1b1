/** How posts are read and written while several people edit them. */
import { api } from "@/api/client";
import { conditional, opened } from "@/api/opened";
import type { Post } from "@/api/types";
import type { Opened } from "@/lib/opened";
import type { Editable } from "@/panel/edit/editable";
import { fieldsOf, inputOf, LABELS, plain, type PostFields } from "./post-fields";
import { findLatest, findPost } from "./post-queries";

/** `by_itself` while somebody types: it decides nothing about when visitors see the post. */
function editable(by_itself: boolean): Editable<Post, PostFields> {
  const query = by_itself ? { autosave: true } : {};
  return {
    labels: LABELS,
    fieldsOf,
    textOf: plain,
    find: findPost,
    update: (id, change, etag) => {
      const params = { ...conditional(id, etag), query };
      return opened<Post>(api.PUT("/api/blog/{id}", { params, body: inputOf(change) }));
    },
    lastChange: findLatest,
  };
}

export const POST = editable(false);
export const AUTOSAVED_POST = editable(true);

/** Made once under one `key`, however often it is sent: the post that there is by then comes back. */
export function createPost(
  fields: Partial<PostFields>,
  by_itself: boolean,
  key: string,
): Promise<Opened<Post>> {
  const params = { query: by_itself ? { autosave: true } : {}, header: { "Idempotency-Key": key } };
  return opened<Post>(api.POST("/api/blog", { params, body: inputOf(fields) }));
}
