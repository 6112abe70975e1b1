/** Values of the contact form: reading, validation and the composed message. */
import type { ContactFormErrors } from "@/api/types";
import { isPhone } from "./phone-mask";

export const contact_fields = ["name", "company", "email", "phone", "service", "message"] as const;

export type ContactField = (typeof contact_fields)[number];
export type ContactValues = Record<ContactField, string>;
export type FieldErrors = Partial<Record<ContactField, string>>;

export function readValues(form: HTMLFormElement): ContactValues {
  const data = new FormData(form);
  const read = (field: ContactField) => {
    const value = data.get(field);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    name: read("name"),
    company: read("company"),
    email: read("email"),
    phone: read("phone"),
    service: read("service"),
    message: read("message"),
  };
}

/** Returns the errors of all invalid fields. */
export function checkValues(values: ContactValues, errors: ContactFormErrors): FieldErrors {
  const found: FieldErrors = {};
  if (!values.name) found.name = errors.name_missing;
  if (!values.company) found.company = errors.company_missing;
  if (!values.email) found.email = errors.email_missing;
  else if (!isEmail(values.email)) found.email = errors.email_invalid;
  if (!values.phone) found.phone = errors.phone_missing;
  else if (!isPhone(values.phone)) found.phone = errors.phone_invalid;
  if (!values.message) found.message = errors.message_missing;
  return found;
}

/** Returns the message with the service as its first line. */
export function composeMessage(service: string, message: string, none: string): string {
  return `Serviço de interesse: ${service || none}\n\n${message}`;
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
