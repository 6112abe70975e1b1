/** Filter and queries of the list of messages, and the calls that change messages. */
import { type QueryClient, queryOptions, useMutation } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { OutboxMessage } from "@/api/types";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { formatCount } from "@/panel/format";
import { choice, defineList, type FilterOf } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { notifyFailure } from "@/panel/notify-failure";
import { useChange } from "@/panel/use-change";
import { STATES } from "./record";

export const OUTBOX = defineList(panelPaths.outbox, { filters: {}, view: { state: choice(STATES) } });

export type OutboxFilter = FilterOf<typeof OUTBOX>;

/** Interval at which the list is fetched again, because the server can send queued mail at any moment. */
const REFRESH_MS = 10_000;

export const outboxPage = pageQuery({
  codec: OUTBOX,
  key: ["outbox", "list"],
  meta: { errorTitle: "Erro ao carregar e-mails" },
  refetchInterval: REFRESH_MS,
  call: (query, signal) => api.GET("/api/outbox", { params: { query }, signal }),
});

export const outboxSummary = queryOptions({
  queryKey: ["outbox", "summary"],
  queryFn: ({ signal }) => body(api.GET("/api/outbox/summary", { signal })),
  refetchInterval: REFRESH_MS,
});

const at = ({ id }: OutboxMessage) => ({ params: { path: { id } } });
const refresh = (cache: QueryClient) => cache.invalidateQueries({ queryKey: ["outbox"] });

export const useRetry = () =>
  useChange("Erro ao reenviar e-mail", refresh, {
    mutationFn: (message: OutboxMessage) => body(api.POST("/api/outbox/{id}/retry", at(message))),
    onSuccess: ({ to_email }) => notify.success("E-mail de volta à fila", to_email),
  });

/** Retries all messages that failed or wait for another attempt, for example once the mail server works again. */
export const useRetryAll = () =>
  useChange("Erro ao reenviar e-mails", refresh, {
    mutationFn: () => body(api.POST("/api/outbox/retry")),
    onSuccess: ({ messages }) =>
      notify.success("E-mails de volta à fila", formatCount(messages, "e-mail", "e-mails")),
  });

export const useDeleteMessage = () =>
  useChange("Erro ao excluir e-mail", refresh, {
    mutationFn: (message: OutboxMessage) => body(api.DELETE("/api/outbox/{id}", at(message))),
    onSuccess: (_, { to_email }) => notify.success("E-mail excluído", to_email),
  });

/** Fetches the link in a message. The link is a secret: it isn't cached, and the audit log records each call. */
export function useRevealLink() {
  return useMutation({
    mutationFn: (message: OutboxMessage) => body(api.POST("/api/outbox/{id}/link", at(message))),
    gcTime: 0,
    onError: (error) => notifyFailure("Erro ao mostrar o link", error),
  });
}
