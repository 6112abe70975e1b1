/** Changes of a contact that are repeated if a colleague has changed something else meanwhile. */
import { ApiError, Failure } from "@/api/api-error";
import { api } from "@/api/client";
import type { Contact } from "@/api/types";
import { type Versioned, versioned } from "@/api/versioned";

/** A colleague has changed the same. */
export class ChangedMeanwhile extends Failure {
  constructor(readonly current: Versioned<Contact>) {
    super("Alguém mudou isto enquanto você olhava. Veja como está agora e, se preciso, mude de novo.");
  }
}

/**
 * Sends a conditional change. If the server refuses it because the contact has changed, but not in what the change is about, sends
 * it again for the current version.
 */
export async function changeFresh<Output>(
  id: string,
  etag: string | null,
  isAsSeen: (current: Contact) => boolean,
  send: (etag: string | null) => Promise<Output>,
): Promise<Output> {
  try {
    return await send(etag);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    const current = await findContact(id);
    if (!isAsSeen(current.value)) throw new ChangedMeanwhile(current);
    return send(current.etag);
  }
}

export function findContact(id: string): Promise<Versioned<Contact>> {
  return versioned(api.GET("/api/contacts/{id}", { params: { path: { id } } }));
}
