/** Records with their version, and changes that are refused if it is outdated. */
import type { Opened } from "@/lib/opened";
import { body } from "./client";

export async function opened<Value>(
  call: Promise<{ data?: Value; response: Response }>,
): Promise<Opened<Value>> {
  return { value: await body(call), etag: (await call).response.headers.get("ETag") };
}

/** Returns the parameters of a change that is refused if the record has changed since. */
export function conditional(id: string, etag: string | null) {
  return { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
}
