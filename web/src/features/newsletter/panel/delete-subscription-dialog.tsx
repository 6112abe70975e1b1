import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Subscription } from "@/api/types";
import { notify } from "@/lib/notify";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { subscriptionKeys } from "./subscription-queries";

interface DeleteSubscriptionDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Asks first: erasing leaves nothing to bring back. */
export function DeleteSubscriptionDialog({ subscription, onClose }: DeleteSubscriptionDialogProps) {
  const remove = useDeleteSubscription();
  return (
    <ConfirmDialog
      question="Apagar esta inscrição?"
      action="Apagar"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(subscription, { onSettled: onClose })}
      onClose={onClose}
      onClosed={() =>
        (
          document.querySelector<HTMLElement>(`[data-delete-subscription="${subscription.id}"]`) ??
          document.querySelector<HTMLElement>("h1")
        )?.focus()
      }
    >
      <strong className="text-ink font-medium break-all">{subscription.email}</strong> sai da lista na hora, e
      com a inscrição some também o registro do consentimento. Não há como desfazer.
    </ConfirmDialog>
  );
}

function useDeleteSubscription() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Subscription) =>
      body(api.DELETE("/api/newsletter/subscriptions/{id}", { params: { path: { id } } })),
    onSuccess: (_, { email }) => notify.success("Inscrição apagada", email),
    onError: (error) =>
      notify.error("Erro ao apagar inscrição", messageOf(error, "Tente novamente mais tarde.")),
    // Not waited for, so that the dialog closes before the rows are there anew.
    onSettled: () => void cache.invalidateQueries({ queryKey: subscriptionKeys.all }),
  });
}
