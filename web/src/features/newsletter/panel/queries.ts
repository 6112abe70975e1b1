/** Filter, queries and changes of newsletter subscriptions. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import { SUBSCRIPTION_STATUS_LABELS } from "@/api/labels";
import type { Subscription, SubscriptionStatus } from "@/api/types";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import type { Tone } from "@/panel/controls/badge";
import { choice, defineList, type FilterOf, text } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { useChange } from "@/panel/use-change";

interface Status {
  value: SubscriptionStatus;
  label: string;
  plural: string;
  tone: Tone;
}

/** Statuses of a subscription, in the order of the tabs. */
export const STATUSES: readonly Status[] = [
  { value: "confirmed", label: SUBSCRIPTION_STATUS_LABELS.confirmed, plural: "Confirmadas", tone: "success" },
  { value: "pending", label: SUBSCRIPTION_STATUS_LABELS.pending, plural: "Pendentes", tone: "info" },
  { value: "paused", label: SUBSCRIPTION_STATUS_LABELS.paused, plural: "Pausadas", tone: "warning" },
  { value: "refused", label: SUBSCRIPTION_STATUS_LABELS.refused, plural: "Recusadas", tone: "danger" },
  {
    value: "unsubscribed",
    label: SUBSCRIPTION_STATUS_LABELS.unsubscribed,
    plural: "Canceladas",
    tone: "neutral",
  },
];

export const SUBSCRIPTIONS = defineList(panelPaths.newsletter, {
  filters: { search: text(), interest: text() },
  view: { status: choice(STATUSES) },
});
export type SubscriptionFilter = FilterOf<typeof SUBSCRIPTIONS>;

export const subscriptionPage = pageQuery({
  codec: SUBSCRIPTIONS,
  key: ["newsletter", "list"],
  meta: { errorTitle: "Erro ao carregar inscrições" },
  call: (query, signal) => api.GET("/api/newsletter/subscriptions", { params: { query }, signal }),
});

export const subscriptionSummary = queryOptions({
  queryKey: ["newsletter", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/newsletter/subscriptions/summary", { signal })),
});

/** Fetches a CSV file of the subscriptions that match the filter. Without a status, only confirmed ones are exported. */
export function exportSubscriptions({ search, interest, status }: SubscriptionFilter): Promise<Blob> {
  const query = SUBSCRIPTIONS.params({ search, interest, status });
  return body(api.GET("/api/newsletter/subscriptions/export", { params: { query }, parseAs: "blob" }));
}

/** Refetches without waiting, so that a dialog closes before the list has loaded again. */
const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: ["newsletter"] });

export const useDeleteSubscription = () =>
  useChange("Erro ao apagar inscrição", refresh, {
    mutationFn: ({ id }: Subscription) =>
      body(api.DELETE("/api/newsletter/subscriptions/{id}", { params: { path: { id } } })),
    onSuccess: (_, { email }) => notify.success("Inscrição apagada", email),
  });

export const useResumeSubscription = () =>
  useChange("Erro ao retomar inscrição", refresh, {
    mutationFn: ({ id }: Subscription) =>
      body(api.POST("/api/newsletter/subscriptions/{id}/resume", { params: { path: { id } } })),
    onSuccess: (_, { email }) => notify.success("Inscrição retomada", email),
  });
