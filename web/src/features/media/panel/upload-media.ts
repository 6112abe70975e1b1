/** The calls that upload a picture or replace its file, and the messages of their errors. */
import { ApiError } from "@/api/api-error";
import { isUnreachable, serverMessageOf } from "@/api/error-checks";
import { sendForm, type SendOptions } from "@/api/send-form";
import type { Media, UploadKind } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { uploadKindOf } from "./upload-kind";

const FALLBACK = "Erro ao fazer upload do arquivo";
/** Message for a 413 response without a reason. It comes from a proxy, because the server's own responses have a reason. */
const REFUSED_BY_PROXY =
  "Arquivo grande demais para o proxy do servidor. Quem cuida dele pode aumentar o limite.";

export function uploadMedia(file: File, kind: UploadKind, options?: SendOptions): Promise<Media> {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", file);
  return sendForm<Media>("/api/media", form, options);
}

/** Returns the message about a failed upload, to show to the user. */
export function uploadFailure(error: unknown): string {
  const field = error instanceof ApiError ? error.fields["file"] : undefined;
  const isTooLarge = error instanceof ApiError && error.status === 413;
  return field ?? serverMessageOf(error, isTooLarge ? REFUSED_BY_PROXY : FALLBACK);
}

/** Returns whether uploading the same file again may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError) || isUnreachable(error)) return true;
  return error.status === 408 || error.status >= 500;
}

/** Replaces the file of a picture. Fails with status 412 if the picture no longer has this version. */
export function replaceMedia({ value, etag }: Versioned<Media>, file: File): Promise<Media> {
  const form = new FormData();
  form.set("kind", uploadKindOf(value));
  form.set("file", file);
  const headers = etag ? { "If-Match": etag } : {};
  return sendForm<Media>(`/api/media/${encodeURIComponent(value.id)}/file`, form, { headers });
}
