/** Queries about people and retention rules, and the calls that change rules. */
import { queryOptions, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { notify } from "@/lib/notify";
import { useChange } from "@/panel/use-change";

export const peopleFound = (search: string) =>
  queryOptions({
    queryKey: ["people", "search", search],
    queryFn: ({ signal }) => body(api.GET("/api/people", { params: { query: { search } }, signal })),
    enabled: search !== "",
    staleTime: 0,
  });

/** Query of a person's records. They are fetched again whenever the screen opens, because any screen can change them. */
export const personView = (email: string) =>
  queryOptions({
    queryKey: ["people", "view", email],
    queryFn: ({ signal }) => body(api.GET("/api/people/view", { params: { query: { email } }, signal })),
    staleTime: 0,
  });

/** Fetches a ZIP file with everything that is stored about a person. */
export function exportPerson(email: string): Promise<Blob> {
  return body(api.GET("/api/people/export", { params: { query: { email } }, parseAs: "blob" }));
}

const RETENTION_KEY = ["retention"];

export const retention = queryOptions({
  queryKey: RETENTION_KEY,
  queryFn: ({ signal }) => body(api.GET("/api/retention", { signal })),
  staleTime: 0,
});

/**
 * Sets the period of a retention rule, or of backups (`backups`). The response has all rules, which replace the cached ones.
 */
export function useSetPeriod() {
  const cache = useQueryClient();
  return useChange("Erro ao salvar o prazo", () => undefined, {
    mutationFn: ({ key, days }: { key: string; days: number | null }) =>
      body(api.PUT("/api/retention/{key}", { params: { path: { key } }, body: { days } })),
    onSuccess: (saved) => {
      cache.setQueryData(RETENTION_KEY, saved);
      notify.success("Prazo salvo");
    },
  });
}
