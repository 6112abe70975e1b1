/** Brings a picture into the library. */
import { ApiError } from "@/api/api-error";
import { serverMessageOf } from "@/api/client";
import { sendForm, type SendOptions } from "@/api/send-form";
import type { Media, UploadKind } from "@/api/types";
import type { Versioned } from "@/lib/versioned";
import { placeOf } from "./place";

const FALLBACK = "Erro ao fazer upload do arquivo";
/** Our own 413 has a reason. */
const REFUSED_BY_PROXY =
  "Arquivo grande demais para o proxy do servidor. Quem cuida dele pode aumentar o limite.";

export function uploadMedia(file: File, place: UploadKind, options?: SendOptions): Promise<Media> {
  const form = new FormData();
  form.set("place", place);
  form.set("file", file);
  return sendForm<Media>("/api/media", form, options);
}

/** The server's own reason, where it gave one. */
export function uploadFailure(error: unknown): string {
  const field = error instanceof ApiError ? error.fields["file"] : undefined;
  const isTooLarge = error instanceof ApiError && error.status === 413;
  return field ?? serverMessageOf(error, isTooLarge ? REFUSED_BY_PROXY : FALLBACK);
}

/** The same file may get through the next time. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 408 || error.status >= 500;
}

/** Puts another file in a picture's place, if nobody has changed it meanwhile. */
export function replaceMedia({ value, etag }: Versioned<Media>, file: File): Promise<Media> {
  const form = new FormData();
  form.set("place", placeOf(value));
  form.set("file", file);
  const headers = etag ? { "If-Match": etag } : {};
  return sendForm<Media>(`/api/media/${encodeURIComponent(value.id)}/file`, form, { headers });
}
