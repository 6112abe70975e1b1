/** Accounts as administrators edit them. */
import { api, body } from "@/api/client";
import type { Role, UserRecord } from "@/api/types";
import { ifMatch } from "@/api/versioned";
import { type RecordKind, yesOrNo } from "@/panel/edit/record-fields";
import { roleLabel } from "./role";
import { findUser } from "./user-queries";

export interface Account {
  full_name: string;
  email: string;
  /** Empty keeps the current one. */
  password: string;
  role: Role;
  email_verified: boolean;
}

/** Returns the server's message. Fails with status 412 if the account no longer has the version of `etag`. */
export async function updateUser(id: string, change: Partial<Account>, etag: string | null): Promise<string> {
  const params = { path: { id }, ...ifMatch(etag) };
  return (await body(api.PUT("/api/auth/users/{id}", { params, body: change }))).message;
}

export const USER: RecordKind<UserRecord, Account> = {
  key: "user",
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
    if (name === "role") return roleLabel(account.role);
    const value = account[name];
    return typeof value === "boolean" ? yesOrNo(value) : value;
  },
  // The server decides about a new address unless it is told whether that is verified.
  keyOf: (account, name) =>
    name === "email_verified"
      ? `${account.email.trim().toLowerCase()} ${account.email_verified}`
      : USER.textOf(account, name),
  find: findUser,
  update: async (id, change, etag) => {
    await updateUser(id, change, etag);
    return findUser(id);
  },
  // The API doesn't tell.
  lastSaver: () => Promise.resolve(undefined),
};
