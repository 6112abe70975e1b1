/** Posts as versioned records, with the calls to the server. */
import { api } from "@/api/client";
import type { Post } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import type { Versioned } from "@/lib/versioned";
import { type RecordKind, recordOf } from "@/panel/edit/record-fields";
import type { VersionedRecord } from "@/panel/edit/versioned-record";
import { fieldsOf, inputOf, LABELS, plain, type PostFields, withShownDates } from "./post-fields";
import { findLatest, findPost } from "./post-queries";

/** An autosave never changes when visitors see the post. */
function postKind(isAutosave: boolean): RecordKind<Post, PostFields> {
  const query = isAutosave ? { autosave: true } : {};
  return {
    key: "post",
    labels: LABELS,
    fieldsOf,
    textOf: plain,
    find: findPost,
    update: (id, change, etag) => {
      const params = { path: { id }, ...ifMatch(etag), query };
      return versioned<Post>(api.PUT("/api/blog/{id}", { params, body: inputOf(change) }));
    },
    lastSaver: ({ id }) => findLatest(id),
  };
}

/** Sends no date whose field is hidden. */
export function postRecord(isAutosave: boolean): VersionedRecord<Post, PostFields> {
  const record = recordOf(postKind(isAutosave));
  return {
    ...record,
    write: (base, draft) => record.write(base, withShownDates(draft)),
    merge: (base, mine, theirs) => record.merge(base, withShownDates(mine), theirs),
  };
}

export const POST = postKind(false);

/** Creates a post once per `key`: repeated requests return the post that exists by then. */
export function createPost(
  fields: Partial<PostFields>,
  isAutosave: boolean,
  key: string,
): Promise<Versioned<Post>> {
  const params = { query: isAutosave ? { autosave: true } : {}, header: { "Idempotency-Key": key } };
  return versioned<Post>(api.POST("/api/blog", { params, body: inputOf(fields) }));
}
