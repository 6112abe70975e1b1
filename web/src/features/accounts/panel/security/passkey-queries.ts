/** Changes to the user's own passkeys. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { notify } from "@/lib/notify";
import { createPasskey } from "@/features/accounts/core/passkeys";
import { passkeyMessage } from "@/features/accounts/core/use-passkey-sign-in";

const MESSAGES = {
  canceled: "Nenhuma chave de acesso foi criada.",
  exists: "Este aparelho já tem uma chave de acesso desta conta.",
};

/** Creates a passkey. The caller shows errors of the name. */
export function useCreatePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const ask = () => body(api.POST("/api/auth/passkeys/challenge"));
      return body(api.POST("/api/auth/passkeys", { body: await createPasskey(ask, name, MESSAGES) }));
    },
    onSuccess: async () => {
      notify.success("Chave de acesso criada", "Na próxima vez, entre com ela.");
      await cache.invalidateQueries();
    },
    onError: (error) => notify.error("Erro ao criar chave de acesso", passkeyMessage(error)),
  });
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
    onError: (error) => notify.error("Erro ao salvar nome", messageOf(error)),
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
    onError: (error) => notify.error("Erro ao remover chave de acesso", messageOf(error)),
  });
}
