/** A picture as an editor takes it apart, finds it and sends it. */
import { api } from "@/api/client";
import type { Media } from "@/api/types";
import { conditional, opened } from "@/api/opened";
import { lastChangeOf } from "@/api/last-change";
import type { Keepable } from "@/panel/edit/editable";

export interface MediaFields {
  alt: string;
  name: string;
  /** What must stay in sight when the picture is cropped, in hundredths from its left and top. */
  focus: { x: number; y: number };
}

export const MEDIA: Keepable<Media, MediaFields> = {
  key: "media",
  labels: { alt: "Texto alternativo", name: "Nome", focus: "Ponto de foco" },
  fieldsOf: ({ alt, name, focus_x, focus_y }) => ({ alt, name, focus: { x: focus_x, y: focus_y } }),
  textOf: (fields, name) =>
    name === "focus" ? `${fields.focus.x}% da esquerda, ${fields.focus.y}% do alto` : fields[name].trim(),
  find: (id, signal) =>
    opened(api.GET("/api/media/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  update: (id, { focus, ...texts }, etag) =>
    opened(
      api.PUT("/api/media/{id}", {
        params: conditional(id, etag),
        body: { ...texts, ...(focus && { focus_x: focus.x, focus_y: focus.y }) },
      }),
    ),
  lastChange: lastChangeOf("media"),
};
