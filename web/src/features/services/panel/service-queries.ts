/** Services as the server gives them, and the keys they are cached under. */
import { queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Service } from "@/api/types";
import { SERVICE } from "./service-record";

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

/** What an editor starts from. It doesn't follow later changes: they are found, and told, when it is saved. */
export const serviceRecord = (id: string) =>
  queryOptions({
    queryKey: ["services", "record", id],
    queryFn: ({ signal }) => SERVICE.find(id, signal),
    gcTime: 0,
    staleTime: Infinity,
    meta,
  });
