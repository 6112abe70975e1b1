/** The fields of a contact that staff record, and the calls to the server. */
import { z } from "zod";

import { api, body } from "@/api/client";
import { CONTACT_CHANNEL_LABELS } from "@/api/labels";
import {
  RECORDED_CONTACT_COMPANY,
  RECORDED_CONTACT_EMAIL,
  RECORDED_CONTACT_MESSAGE,
  RECORDED_CONTACT_NAME,
  RECORDED_CONTACT_PHONE,
  RECORDED_CONTACT_SERVICE,
  RECORDED_CONTACT_WHATSAPP_CODE,
} from "@/api/limits";
import type { Channel, Contact, WhatsappCode } from "@/api/types";
import { idempotencyKey } from "@/api/versioned";
import { fromLocal } from "@/lib/sao-paulo";
import { requiredText, textUpTo } from "@/panel/form/text-schema";

/** The channels that staff can choose. */
export const RECORDED_CHANNELS: readonly Channel[] = ["phone", "visit", "whatsapp", "email", "other"];

const NO_ADDRESS = "Informe o e-mail ou o telefone.";

export const recordedSchema = z
  .object({
    channel: z.enum(["phone", "visit", "whatsapp", "email", "other"]),
    happened_at: z.string(),
    name: requiredText(RECORDED_CONTACT_NAME),
    email: textUpTo(RECORDED_CONTACT_EMAIL),
    phone: textUpTo(RECORDED_CONTACT_PHONE),
    company: textUpTo(RECORDED_CONTACT_COMPANY),
    service: textUpTo(RECORDED_CONTACT_SERVICE),
    message: textUpTo(RECORDED_CONTACT_MESSAGE),
    assigned_to: z.string(),
    whatsapp_code: textUpTo(RECORDED_CONTACT_WHATSAPP_CODE),
    is_other_person: z.boolean(),
  })
  .refine(({ email, phone }) => email.trim() !== "" || phone.trim() !== "", {
    path: ["email"],
    message: NO_ADDRESS,
  });
export type RecordedFields = z.infer<typeof recordedSchema>;

export const BLANK: RecordedFields = {
  channel: "phone",
  happened_at: "",
  name: "",
  email: "",
  phone: "",
  company: "",
  service: "",
  message: "",
  assigned_to: "",
  whatsapp_code: "",
  is_other_person: false,
};

export const channelOptions = RECORDED_CHANNELS.map((value) => ({
  value,
  label: CONTACT_CHANNEL_LABELS[value],
}));

/** Records a contact. An empty time is now, or the time of the code. */
export function recordContact(fields: RecordedFields, key: string): Promise<Contact> {
  const { happened_at, assigned_to, ...rest } = fields;
  const input = {
    ...rest,
    happened_at: fromLocal(happened_at),
    assigned_to: assigned_to || null,
  };
  return body(api.POST("/api/contacts/recorded", { params: idempotencyKey(key), body: input }));
}

export function checkCode(whatsapp_code: string): Promise<WhatsappCode> {
  return body(api.POST("/api/contacts/whatsapp-code", { body: { whatsapp_code } }));
}
