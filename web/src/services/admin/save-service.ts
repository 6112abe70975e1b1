/** Saves what somebody has made of a service, and finds out what to do when somebody else was faster. */
import { ApiError } from "../../api/api-error";
import { api, body } from "../../api/client";
import type { ServiceInput } from "../../api/types";
import { changedFields, clashes, type FieldName, pick, type ServiceFields } from "./service-merge";
import { etagOf, findService, type ServiceRecord } from "./service-queries";

export interface Saved {
  status: "saved";
  record: ServiceRecord;
  /** Somebody else's changes to other fields are in it too. */
  isMerged: boolean;
}

export interface Conflict {
  status: "conflict";
  /** As it is by now. */
  theirs: ServiceRecord;
  /** The fields that both have changed. */
  fields: FieldName[];
}

/** Only what differs from `base` is sent: what somebody else has written in other fields stays. */
export async function saveService(
  base: ServiceRecord,
  mine: ServiceFields,
  isMerged = false,
): Promise<Saved | Conflict> {
  const change = pick(mine, changedFields(base.service, mine));
  try {
    const record = await updateService(base.service.id, change, base.etag);
    return { status: "saved", record, isMerged };
  } catch (error) {
    if (!isStale(error)) throw error;
  }
  const theirs = await findService(base.service.id);
  const fields = clashes(base.service, mine, theirs.service);
  if (fields.length > 0) return { status: "conflict", theirs, fields };
  return saveService(theirs, { ...theirs.service, ...change }, true);
}

export async function updateService(
  id: string,
  change: ServiceInput,
  etag: string | null = null,
): Promise<ServiceRecord> {
  const params = { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
  const call = api.PUT("/api/services/{id}", { params, body: change });
  return { service: await body(call), etag: await etagOf(call) };
}

/** Somebody else has changed it meanwhile. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
