/** Finds who changed a record last, for kinds of records without a history. */
import { api, body } from "./client";
import type { EditedKind } from "./types";

interface Stored {
  id: string;
  updated_at: string | null;
}

/** Returns a function that finds who saved a record last, and when. The person is null if unknown or if the request fails. */
export const lastSaverOf =
  (kind: EditedKind) =>
  async ({ id, updated_at }: Stored) => {
    const call = body(api.GET("/api/last-change", { params: { query: { kind, id } } }));
    return call.catch(() => ({ saved_by: null, saved_at: updated_at }));
  };
