/** What is told to the server about one's own passkeys. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { NewPasskey } from "@/api/types";
import { notify } from "@/lib/notify";
import { isCanceled, isKnown, makePasskey } from "@/lib/passkeys";

const FALLBACK = "Tente novamente mais tarde.";

/** The caller shows what is wrong with the name. */
export function useCreatePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const { challenge, options } = await body(api.POST("/api/auth/passkeys/challenge"));
      const credential = (await makePasskey(options)) as NewPasskey["credential"];
      return body(api.POST("/api/auth/passkeys", { body: { challenge, name, credential } }));
    },
    onSuccess: async () => {
      notify.success("Chave de acesso criada", "Na próxima vez, entre com ela.");
      await cache.invalidateQueries();
    },
    onError: (error) => notify.error("Erro ao criar chave de acesso", creationMessage(error)),
  });
}

function creationMessage(error: unknown): string {
  if (isKnown(error)) return "Este aparelho já tem uma chave de acesso desta conta.";
  if (isCanceled(error)) return "Nenhuma chave de acesso foi criada.";
  const told = error instanceof ApiError ? error.fields["passkey"] : undefined;
  return told ?? messageOf(error, FALLBACK);
}

export function useRenamePasskey(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      body(api.PUT("/api/auth/passkeys/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: async () => {
      notify.success("Nome salvo");
      await cache.invalidateQueries({ queryKey: ["second_factor"] });
    },
    onError: (error) => notify.error("Erro ao salvar nome", messageOf(error, FALLBACK)),
  });
}

export function useDeletePasskey(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.DELETE("/api/auth/passkeys/{id}", { params: { path: { id } } })),
    onSuccess: async () => {
      notify.success("Chave de acesso removida");
      await cache.invalidateQueries();
    },
    onError: (error) => notify.error("Erro ao remover chave de acesso", messageOf(error, FALLBACK)),
  });
}
