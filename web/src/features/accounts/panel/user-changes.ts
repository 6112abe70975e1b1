/** What administrators do with users. The list is asked for again after each change. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import type { Invited, NewAccount, NewInvitation, UserRecord } from "@/api/types";
import { notify } from "@/lib/notify";
import { userKeys } from "./user-queries";

interface Answer {
  message: string;
}

/** Calls the server, then says how it went and asks for the users again. */
function useUserChange<Input, Output extends Answer>(
  change: (input: Input) => Promise<Output>,
  failure: string,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notifyFailure(failure, error),
    // Not waited for: a caller that closes its window does so before the record is there anew.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: userKeys.all });
    },
  });
}

/** The server's own reason, where it gave one. */
function notifyFailure(title: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 0) notify.error(error.message);
  else if (error instanceof ApiError && !error.isGeneric) notify.error(title, error.message);
  else notify.error(title);
}

interface Save {
  /** Undefined for a new one. */
  id: string | undefined;
  etag: string | null;
  values: NewAccount;
}

export const useSaveUser = () => useUserChange(save, "Erro ao salvar usuário");

async function save({ id, etag, values }: Save): Promise<Answer> {
  if (id === undefined) return body(api.POST("/api/auth/users", { body: values }));
  const { password, ...others } = values;
  const params = { path: { id }, ...(etag && { header: { "If-Match": etag } }) };
  // A blank password keeps the one there is.
  return body(
    api.PUT("/api/auth/users/{id}", { params, body: password === "" ? others : { ...others, password } }),
  );
}

export const useDeleteUser = () =>
  useUserChange(
    ({ id }: UserRecord) => body(api.DELETE("/api/auth/users/{id}", { params: { path: { id } } })),
    "Erro ao excluir usuário",
  );

export const useSetDisabled = () =>
  useUserChange(({ user: { id }, disabled }: { user: UserRecord; disabled: boolean }) => {
    const path = disabled ? "/api/auth/users/{id}/disable" : "/api/auth/users/{id}/enable";
    return body(api.POST(path, { params: { path: { id } } }));
  }, "Erro ao salvar usuário");

export const useEndSessions = () =>
  useUserChange(
    ({ id }: UserRecord) => body(api.DELETE("/api/auth/users/{id}/sessions", { params: { path: { id } } })),
    "Erro ao encerrar sessões",
  );

/** The mail is queued: nobody knows yet whether it arrives. */
const MAILED = "Convite a caminho.";

export const useInvite = () =>
  useUserChange(async (invitation: NewInvitation) => {
    const invited = await body(api.POST("/api/auth/invitations", { body: invitation }));
    // The form explains what to do with the link.
    return { ...invited, message: invited.mailed ? MAILED : "Convite criado." };
  }, "Erro ao enviar convite");

export const useRenewInvitation = () =>
  useUserChange(async ({ user, send }: { user: UserRecord; send: boolean }) => {
    const call = { params: { path: { id: user.id } }, body: { send } };
    const invited = await body(api.POST("/api/auth/users/{id}/invitation", call));
    return { ...invited, message: renewalMessage(invited, user) };
  }, "Erro ao renovar convite");

/** An open invitation keeps its expiry; a new one has its own. */
function renewalMessage({ mailed, expires_at }: Invited, user: UserRecord): string {
  if (mailed) return MAILED;
  return expires_at === user.invitation_expires_at ? "O link do convite está na tela." : "Convite criado.";
}

export const useRevokeInvitation = () =>
  useUserChange(
    ({ id }: UserRecord) => body(api.DELETE("/api/auth/users/{id}/invitation", { params: { path: { id } } })),
    "Erro ao cancelar convite",
  );
