/** Changes that administrators make to users. After each one, the list is fetched again. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { isUnreachable, serverMessageOf } from "@/api/error-checks";
import type { Invited, NewInvitation, UserRecord } from "@/api/types";
import { idempotencyKey } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { saveCertificate } from "@/panel/dialog/erasure-certificate";
import { recordOf } from "@/panel/edit/record-fields";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { notifyFailure } from "@/panel/notify-failure";
import { useSendOnce } from "@/panel/use-change";
import { findUser, userKeys } from "./queries";
import { updateUser, USER, type UserFields } from "./record";

interface Answer {
  /** Text of the toast; empty for none. */
  message: string;
  /** Text below the message. */
  description?: string | undefined;
}

/**
 * Returns a mutation with a toast about its result. `failure` is the title of the toast if it fails, except with an error that the
 * form shows at a field.
 */
function useUserChange<Input, Output extends Answer>(
  change: (input: Input) => Promise<Output>,
  failure: string,
  isOfField: (error: Error) => boolean = () => false,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message, description }) => {
      if (message) notify.success(message, ...(description === undefined ? [] : [description]));
    },
    onError: (error) => {
      if (isOfField(error)) return;
      if (isUnreachable(error)) notify.error(messageOf(error));
      else notifyFailure(failure, error, serverMessageOf(error, ""));
    },
    // Not awaited, so that a caller can close its dialog before the users are fetched again.
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: userKeys.all });
    },
  });
}

export const useCreateUser = () =>
  useUserChange(
    useSendOnce((values: UserFields, key) =>
      body(api.POST("/api/auth/users", { params: idempotencyKey(key), body: values })),
    ),
    "Erro ao salvar usuário",
  );

/** Sends an edit. If it conflicts, the editor resolves the conflict. */
export const useSaveUser = () =>
  useUserChange(async (edit: Edit<UserRecord, UserFields>) => {
    let message = "";
    const update = async (id: string, change: Partial<UserFields>, etag: string | null) => {
      message = await updateUser(id, change, etag);
      return findUser(id);
    };
    const outcome = await saveRecord(recordOf({ ...USER, update }), edit);
    const isMerged = outcome.status === "saved" && outcome.isMerged;
    return { ...outcome, message, description: savedText(isMerged) };
  }, "Erro ao salvar usuário");

/** Deletes a user, and saves the certificate as a file at once, because the server doesn't store it. */
export const useDeleteUser = () =>
  useUserChange(async ({ id }: UserRecord) => {
    const deleted = await body(api.DELETE("/api/auth/users/{id}", { params: { path: { id } } }));
    saveCertificate(deleted.certificate);
    return deleted;
  }, "Erro ao excluir usuário");

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

/** The text doesn't promise delivery, because the mail is only queued. */
const MAILED = "Convite a caminho.";

export const useInvite = (isOfField: (error: Error) => boolean) =>
  useUserChange(
    async (invitation: NewInvitation) => {
      const invited = await body(api.POST("/api/auth/invitations", { body: invitation }));
      // The form explains what to do with the link.
      return { ...invited, message: invited.mailed ? MAILED : "Convite criado." };
    },
    "Erro ao criar convite",
    isOfField,
  );

export const useRenewInvitation = () =>
  useUserChange(async ({ user, send }: { user: UserRecord; send: boolean }) => {
    const call = { params: { path: { id: user.id } }, body: { send } };
    const invited = await body(api.POST("/api/auth/users/{id}/invitation", call));
    return { ...invited, message: renewalMessage(invited, user) };
  }, "Erro ao renovar convite");

/** Returns the text of the toast. The expiry is unchanged if the invitation was still open, so that no new one was created. */
function renewalMessage({ mailed, expires_at }: Invited, user: UserRecord): string {
  if (mailed) return MAILED;
  return expires_at === user.invitation_expires_at ? "O link do convite está na tela." : "Convite criado.";
}

export const useRevokeInvitation = () =>
  useUserChange(
    ({ id }: UserRecord) => body(api.DELETE("/api/auth/users/{id}/invitation", { params: { path: { id } } })),
    "Erro ao cancelar convite",
  );
