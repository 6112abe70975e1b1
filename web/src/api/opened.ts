/** Records with the version they have, and changes that depend on it. */
import type { Opened } from "@/lib/opened";
import { body } from "./client";

export async function opened<Value>(
  call: Promise<{ data?: Value; response: Response }>,
): Promise<Opened<Value>> {
  return { value: await body(call), etag: (await call).response.headers.get("ETag") };
}

/** Of a change that is refused if somebody else was faster. */
export function conditional(id: string, etag: string | null) {
  return { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
}
