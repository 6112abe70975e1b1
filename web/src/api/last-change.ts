/** Loads who changed a record last, for records without a history. */
import { api, body } from "./client";
import type { EditedKind } from "./types";

export const lastChangeOf = (kind: EditedKind) => (id: string) =>
  body(api.GET("/api/last-change", { params: { query: { kind, id } } }));
