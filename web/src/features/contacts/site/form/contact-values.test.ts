import { expect, it } from "vitest";

import content from "@/../../server/content/pages/contact.json";
import { checkValues, type ContactValues } from "./contact-values";

const { errors } = content.form;
const valid: ContactValues = {
  name: "João da Silva",
  company: "Padaria São João",
  email: "joao@padaria.com.br",
  phone: "(11) 98765-4321",
  service: "",
  message: "Nossa rede cai toda tarde.",
};

it("complete form has no errors", () => {
  expect(checkValues(valid, errors)).toEqual({});
});

it("empty form has an error for each field except the service", () => {
  const empty = { name: "", company: "", email: "", phone: "", service: "", message: "" };
  expect(checkValues(empty, errors)).toEqual({
    name: errors.name_missing,
    company: errors.company_missing,
    email: errors.email_missing,
    phone: errors.phone_missing,
    message: errors.message_missing,
  });
});

it.each(["joao", "joao@", "joao@padaria", "jo ao@padaria.com", "joao@padaria..com"])(
  "email address %o is invalid",
  (email) => {
    expect(checkValues({ ...valid, email }, errors)).toEqual({ email: errors.email_invalid });
  },
);

it("phone number without area code is invalid", () => {
  expect(checkValues({ ...valid, phone: "98765-4321" }, errors)).toEqual({ phone: errors.phone_invalid });
});
