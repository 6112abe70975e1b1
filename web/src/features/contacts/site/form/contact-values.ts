/** The values of the contact form: reads and validates them. */
import type { ContactFormErrors } from "@/api/types";
import { isPhone } from "./phone-mask";

export const CONTACT_FIELDS = ["name", "company", "email", "phone", "service", "message"] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];
export type ContactValues = Record<ContactField, string>;
export type FieldErrors = Partial<Record<ContactField, string>>;

export function readValues(form: HTMLFormElement): ContactValues {
  const data = new FormData(form);
  const read = (field: ContactField) => {
    const value = data.get(field);
    return typeof value === "string" ? value.trim() : "";
  };
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, read(field)])) as ContactValues;
}

/** Returns the errors of all invalid fields, by field. */
export function checkValues(values: ContactValues, errors: ContactFormErrors): FieldErrors {
  const found: FieldErrors = {};
  if (!isEmail(values.email)) found.email = errors.email_invalid;
  if (!isPhone(values.phone)) found.phone = errors.phone_invalid;
  for (const field of CONTACT_FIELDS) {
    if (field !== "service" && !values[field]) found[field] = errors[`${field}_missing`];
  }
  return found;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
