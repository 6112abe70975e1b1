/** The settings of the mail servers as administrators edit them. Passwords are sent, but never received. */
import { z } from "zod";

import { api } from "@/api/client";
import {
  INCOMING_INPUT_ADDRESS,
  INCOMING_INPUT_FOLDER,
  INCOMING_INPUT_HOST,
  INCOMING_INPUT_PASSWORD,
  INCOMING_INPUT_TRUSTED_SERVER,
  INCOMING_INPUT_USER,
  OUTGOING_INPUT_DKIM_SELECTOR,
  OUTGOING_INPUT_FROM_EMAIL,
  OUTGOING_INPUT_FROM_NAME,
  OUTGOING_INPUT_HOST,
  OUTGOING_INPUT_PASSWORD,
  OUTGOING_INPUT_USER,
} from "@/api/limits";
import type { Encryption, IncomingMail, OutgoingMail } from "@/api/types";
import { ifMatch, type Versioned, versioned } from "@/api/versioned";
import { readerOf, type ReadKind, yesOrNo } from "@/panel/edit/record-fields";
import type { VersionedRecord } from "@/panel/edit/versioned-record";
import { requiredText, textUpTo } from "@/panel/form/text-schema";

export const ENCRYPTIONS: readonly { value: Encryption; label: string }[] = [
  { value: "tls", label: "TLS desde o início" },
  { value: "starttls", label: "STARTTLS" },
  { value: "none", label: "Sem criptografia" },
];

const encryptionLabel = (value: string) =>
  ENCRYPTIONS.find((option) => option.value === value)?.label ?? value;

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text.trim()) && Number(text) > 0 && Number(text) < 65_536, {
    message: "Informe uma porta de 1 a 65535.",
  });
const encryption = z.enum(["tls", "starttls", "none"]);

export const outgoingSchema = z.object({
  host: requiredText(OUTGOING_INPUT_HOST),
  port,
  encryption,
  user: textUpTo(OUTGOING_INPUT_USER),
  password: textUpTo(OUTGOING_INPUT_PASSWORD),
  from_name: textUpTo(OUTGOING_INPUT_FROM_NAME),
  from_email: requiredText(OUTGOING_INPUT_FROM_EMAIL),
  dkim_selector: textUpTo(OUTGOING_INPUT_DKIM_SELECTOR),
});
export type OutgoingFields = z.infer<typeof outgoingSchema>;

export const incomingSchema = z.object({
  host: requiredText(INCOMING_INPUT_HOST),
  port,
  encryption,
  user: requiredText(INCOMING_INPUT_USER),
  password: textUpTo(INCOMING_INPUT_PASSWORD),
  folder: textUpTo(INCOMING_INPUT_FOLDER),
  address: textUpTo(INCOMING_INPUT_ADDRESS),
  plus_addressing: z.boolean(),
  trusted_server: textUpTo(INCOMING_INPUT_TRUSTED_SERVER),
  creates_contacts: z.boolean(),
});
export type IncomingFields = z.infer<typeof incomingSchema>;

/** The fields of both directions. */
export type ServerFields = OutgoingFields | IncomingFields;

/** The settings as a record, whose id is the direction. */
export type OutgoingRecord = OutgoingMail & { id: "outgoing" };
export type IncomingRecord = IncomingMail & { id: "incoming" };

const CONNECTION_LABELS = {
  host: "Servidor",
  port: "Porta",
  encryption: "Segurança",
  user: "Usuário",
  password: "Senha",
};

/** A password as text: a conflict dialog must not show it. */
const passwordText = (password: string) => (password ? "••••••••" : "A guardada");

const numbered = <Fields extends { port: string }>(fields: Fields) => ({
  ...fields,
  port: Number(fields.port),
});

const withId = <Value, Id extends string>(id: Id, { value, etag }: Versioned<Value>) => ({
  value: { ...value, id },
  etag,
});

export const findOutgoing = async (signal?: AbortSignal): Promise<Versioned<OutgoingRecord>> =>
  withId("outgoing", await versioned(api.GET("/api/mail/outgoing", { ...(signal && { signal }) })));

export const findIncoming = async (signal?: AbortSignal): Promise<Versioned<IncomingRecord>> =>
  withId("incoming", await versioned(api.GET("/api/mail/incoming", { ...(signal && { signal }) })));

export const OUTGOING: ReadKind<OutgoingRecord, OutgoingFields> = {
  key: "outgoing-mail",
  thisOne: "estas configurações",
  labels: {
    ...CONNECTION_LABELS,
    from_name: "Nome do remetente",
    from_email: "E-mail do remetente",
    dkim_selector: "Seletor DKIM",
  },
  fieldsOf: ({ host, port, encryption, user, from_name, from_email, dkim_selector }) => ({
    host,
    port: String(port),
    encryption,
    user,
    password: "",
    from_name,
    from_email,
    dkim_selector,
  }),
  textOf: (fields, name) => {
    if (name === "password") return passwordText(fields.password);
    return name === "encryption" ? encryptionLabel(fields.encryption) : fields[name];
  },
  keyOf: (fields, name) => fields[name],
  find: (_, signal) => findOutgoing(signal),
  lastSaver: () => Promise.resolve(undefined),
};

export const INCOMING: ReadKind<IncomingRecord, IncomingFields> = {
  key: "incoming-mail",
  thisOne: "estas configurações",
  labels: {
    ...CONNECTION_LABELS,
    folder: "Pasta",
    address: "Endereço da caixa",
    plus_addressing: "Endereços com “+”",
    trusted_server: "Servidor confiável",
    creates_contacts: "Mensagens de desconhecidos",
  },
  fieldsOf: (value) => ({
    host: value.host,
    port: String(value.port),
    encryption: value.encryption,
    user: value.user,
    password: "",
    folder: value.folder,
    address: value.address,
    plus_addressing: value.plus_addressing,
    trusted_server: value.trusted_server,
    creates_contacts: value.creates_contacts,
  }),
  textOf: (fields, name) => {
    if (name === "password") return passwordText(fields.password);
    if (name === "encryption") return encryptionLabel(fields.encryption);
    const value = fields[name];
    return typeof value === "boolean" ? yesOrNo(value) : value;
  },
  keyOf: (fields, name) => String(fields[name]),
  find: (_, signal) => findIncoming(signal),
  lastSaver: () => Promise.resolve(undefined),
};

/** Writes all fields, also those that have not changed. */
export const OUTGOING_RECORD: VersionedRecord<OutgoingRecord, OutgoingFields> = {
  ...readerOf(OUTGOING),
  write: async ({ etag }, draft) =>
    withId(
      "outgoing",
      await versioned(api.PUT("/api/mail/outgoing", { params: ifMatch(etag), body: numbered(draft) })),
    ),
};

/** Writes all fields, also those that have not changed. */
export const INCOMING_RECORD: VersionedRecord<IncomingRecord, IncomingFields> = {
  ...readerOf(INCOMING),
  write: async ({ etag }, draft) =>
    withId(
      "incoming",
      await versioned(api.PUT("/api/mail/incoming", { params: ifMatch(etag), body: numbered(draft) })),
    ),
};

/** Returns the body of a request that tests settings. */
export const trialBody = numbered;
