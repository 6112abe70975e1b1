/** Queries and changes of the screen 'Minha Segurança'. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Security } from "@/api/types";
import { createPasskey } from "@/features/accounts/core/passkeys";
import { passkeyMessage } from "@/features/accounts/core/use-passkey-sign-in";
import { notify } from "@/lib/notify";
import { notifyFailure } from "@/panel/notify-failure";

export const secondFactor = queryOptions({
  queryKey: ["second_factor"],
  queryFn: ({ signal }) => body(api.GET("/api/auth/second-factor", { signal })),
});

export const security = queryOptions({
  queryKey: ["settings", "security"],
  queryFn: ({ signal }) => body(api.GET("/api/settings/security", { signal })),
});

export function useOfferTotp() {
  return useMutation({
    mutationFn: () => body(api.POST("/api/auth/second-factor/totp")),
    onError: (error) => notifyFailure("Erro ao ativar o segundo fator", error),
  });
}

/** Confirms the authenticator app with a code. The caller shows errors of the code. */
export function useConfirmTotp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => body(api.POST("/api/auth/second-factor/totp/confirm", { body: { code } })),
    onSuccess: async ({ codes }) => {
      const next = codes.length > 0 ? "Guarde agora os códigos de recuperação." : undefined;
      notify.success("Segundo fator ativado", next);
      await cache.invalidateQueries();
    },
  });
}

export function useDeleteTotp() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.DELETE("/api/auth/second-factor/totp")),
    onSuccess: async () => {
      notify.success("Segundo fator desativado");
      await cache.invalidateQueries();
    },
    onError: (error) => notifyFailure("Erro ao desativar o segundo fator", error),
  });
}

export function useReplaceCodes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => body(api.POST("/api/auth/second-factor/recovery-codes")),
    onSuccess: async () => {
      notify.success("Novos códigos gerados", "Os anteriores deixaram de valer.");
      await cache.invalidateQueries({ queryKey: secondFactor.queryKey });
    },
    onError: (error) => notifyFailure("Erro ao gerar códigos", error),
  });
}

export function useUpdateSecurity() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (rules: Security) => body(api.PUT("/api/settings/security", { body: rules })),
    onSuccess: async (rules) => {
      cache.setQueryData(security.queryKey, rules);
      notify.success("Configuração salva");
      await cache.invalidateQueries({ queryKey: secondFactor.queryKey });
    },
    onError: (error) => notifyFailure("Erro ao salvar configuração", error),
  });
}

const PASSKEY_MESSAGES = {
  canceled: "Nenhuma chave de acesso foi criada.",
  exists: "Este aparelho já tem uma chave de acesso desta conta.",
};

/** Creates a passkey. The caller shows errors of the name. */
export function useCreatePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const ask = () => body(api.POST("/api/auth/passkeys/challenge"));
      return body(api.POST("/api/auth/passkeys", { body: await createPasskey(ask, name, PASSKEY_MESSAGES) }));
    },
    onSuccess: async () => {
      notify.success("Chave de acesso criada", "Na próxima vez, entre com ela.");
      await cache.invalidateQueries();
    },
    onError: (error) => notifyFailure("Erro ao criar chave de acesso", error, passkeyMessage(error)),
  });
}

export function useRenamePasskey(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      body(api.PUT("/api/auth/passkeys/{id}", { params: { path: { id } }, body: { name } })),
    onSuccess: async () => {
      notify.success("Nome salvo");
      await cache.invalidateQueries({ queryKey: secondFactor.queryKey });
    },
    onError: (error) => notifyFailure("Erro ao salvar nome", error),
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
    onError: (error) => notifyFailure("Erro ao remover chave de acesso", error),
  });
}
