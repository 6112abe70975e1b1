/** Pictures as versioned records, with the calls to the server. */
import { api } from "@/api/client";
import { lastSaverOf } from "@/api/last-change";
import type { Media } from "@/api/types";
import { ifMatch, versioned } from "@/api/versioned";
import type { RecordKind } from "@/panel/edit/record-fields";

export interface MediaFields {
  alt: string;
  name: string;
  /** Focal point, in percent from the left and the top. */
  focus: { x: number; y: number };
}

export const MEDIA: RecordKind<Media, MediaFields> = {
  key: "media",
  thisOne: "esta imagem",
  labels: { alt: "Texto alternativo", name: "Nome", focus: "Ponto de foco" },
  fieldsOf: ({ alt, name, focus_x, focus_y }) => ({ alt, name, focus: { x: focus_x, y: focus_y } }),
  textOf: (fields, name) =>
    name === "focus" ? `${fields.focus.x}% da esquerda, ${fields.focus.y}% do alto` : fields[name].trim(),
  find: (id, signal) =>
    versioned(api.GET("/api/media/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  update: (id, { focus, ...texts }, etag) => {
    const body = { ...texts, ...(focus && { focus_x: focus.x, focus_y: focus.y }) };
    return versioned(api.PUT("/api/media/{id}", { params: { path: { id }, ...ifMatch(etag) }, body }));
  },
  lastSaver: lastSaverOf("media"),
};
