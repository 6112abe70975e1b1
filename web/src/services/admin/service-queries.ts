/** Services as the server gives them, and the keys they are cached under. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "../../api/client";
import type { Service } from "../../api/types";

/** A service with the version it has, which a change depends on. */
export interface ServiceRecord {
  service: Service;
  etag: string | null;
}

export const serviceKeys = {
  all: ["services"],
  list: ["services", "list"],
  trash: ["services", "trash"],
} as const;

const meta = { error_title: "Erro ao carregar serviços" };

/** There are never more than a hundred, so the list is whole. */
export const serviceList = queryOptions({
  queryKey: serviceKeys.list,
  queryFn: ({ signal }): Promise<Service[]> => body(api.GET("/api/services", { signal })),
  meta,
});

export const serviceTrash = queryOptions({
  queryKey: serviceKeys.trash,
  queryFn: ({ signal }): Promise<Service[]> => body(api.GET("/api/services/trash", { signal })),
  meta,
});

export async function findService(id: string, signal?: AbortSignal): Promise<ServiceRecord> {
  const call = api.GET("/api/services/{id}", { params: { path: { id } }, ...(signal && { signal }) });
  return { service: await body(call), etag: await etagOf(call) };
}

/** What an editor starts from. It doesn't follow later changes: they are found, and told, when it is saved. */
export const serviceRecord = (id: string) =>
  queryOptions({
    queryKey: ["services", "record", id],
    queryFn: ({ signal }) => findService(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta,
  });

export async function etagOf(call: Promise<{ response: Response }>): Promise<string | null> {
  return (await call).response.headers.get("ETag");
}
