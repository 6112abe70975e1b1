/** The fields of a user that administrators edit, and how they are compared and saved. */
import { api, body } from "@/api/client";
import { ROLE_LABELS } from "@/api/labels";
import { lastSaverOf } from "@/api/last-change";
import type { Role, UserRecord } from "@/api/types";
import { ifMatch } from "@/api/versioned";
import { type RecordKind, yesOrNo } from "@/panel/edit/record-fields";
import { findUser } from "./queries";

export interface UserFields {
  full_name: string;
  email: string;
  /** Empty keeps the current password. */
  password: string;
  role: Role;
  email_verified: boolean;
}

/** Saves the change and returns the server's message. Fails with status 412 if `etag` isn't the current version. */
export async function updateUser(
  id: string,
  change: Partial<UserFields>,
  etag: string | null,
): Promise<string> {
  const params = { path: { id }, ...ifMatch(etag) };
  return (await body(api.PUT("/api/auth/users/{id}", { params, body: change }))).message;
}

export const USER: RecordKind<UserRecord, UserFields> = {
  key: "user",
  thisOne: "este usuário",
  labels: {
    full_name: "Nome completo",
    email: "E-mail",
    password: "Nova senha",
    role: "Perfil",
    email_verified: "E-mail verificado",
  },
  fieldsOf: ({ full_name, email, role, email_verified }) => ({
    full_name,
    email,
    password: "",
    role,
    email_verified,
  }),
  textOf: (account, name) => {
    if (name === "role") return ROLE_LABELS[account.role];
    const value = account[name];
    return typeof value === "boolean" ? yesOrNo(value) : value;
  },
  // A changed email counts as a change of `email_verified`, which is then sent too. Otherwise the server would decide it.
  keyOf: (account, name) =>
    name === "email_verified"
      ? `${account.email.trim().toLowerCase()} ${account.email_verified}`
      : USER.textOf(account, name),
  find: findUser,
  update: async (id, change, etag) => {
    await updateUser(id, change, etag);
    return findUser(id);
  },
  lastSaver: ({ id }) => lastSaverOf("user")({ id, updated_at: null }),
};
