/** What an administrator does about a message that hasn't arrived. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { OutboxMessage } from "@/api/types";
import { notify } from "@/lib/notify";
import { formatCount } from "@/panel/format";
import { outboxKeys } from "./outbox-queries";

const FALLBACK = "Tente novamente mais tarde.";
const path = ({ id }: OutboxMessage) => ({ params: { path: { id } } });

export function useRetry() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (message: OutboxMessage) => body(api.POST("/api/outbox/{id}/retry", path(message))),
    onSuccess: ({ to_email }) => notify.success("E-mail de volta à fila", to_email),
    onError: (error) => notify.error("Erro ao reenviar e-mail", messageOf(error, FALLBACK)),
    onSettled: () => cache.invalidateQueries({ queryKey: outboxKeys.all }),
  });
}

/** Retries all unsent messages, for example after the mail server was fixed. */
export function useRetryAll() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.POST("/api/outbox/retry")),
    onSuccess: ({ messages }) =>
      notify.success("E-mails de volta à fila", formatCount(messages, "e-mail", "e-mails")),
    onError: (error) => notify.error("Erro ao reenviar e-mails", messageOf(error, FALLBACK)),
    onSettled: () => cache.invalidateQueries({ queryKey: outboxKeys.all }),
  });
}

export function useDeleteMessage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (message: OutboxMessage) => body(api.DELETE("/api/outbox/{id}", path(message))),
    onSuccess: (_, { to_email }) => notify.success("E-mail excluído", to_email),
    onError: (error) => notify.error("Erro ao excluir e-mail", messageOf(error, FALLBACK)),
    onSettled: () => cache.invalidateQueries({ queryKey: outboxKeys.all }),
  });
}

/** Each time it is shown, the audit log hears of it: nothing is kept for the next time. */
export function useRevealLink() {
  return useMutation({
    mutationFn: (message: OutboxMessage) => body(api.POST("/api/outbox/{id}/link", path(message))),
    gcTime: 0,
    onError: (error) => notify.error("Erro ao mostrar o link", messageOf(error, FALLBACK)),
  });
}
