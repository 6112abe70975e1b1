import { beforeEach, expect, it } from "vitest";

import settings from "../../../../../server/content/settings.json";
import { BLANK, readDraft, removeDraft, saveDraft, setupBody, setupSchema } from "./setup-values";

const typed = {
  ...BLANK,
  company: { ...BLANK.company, name: "Nova Rede", location: "  " },
  demo: "remove" as const,
  full_name: "Ana",
  email: "ana@rede.example",
  password: "uma senha comprida",
};

beforeEach(() => sessionStorage.clear());

it("blank values are not sent", () => {
  expect(setupBody("segredo", typed)).toEqual({
    token: "segredo",
    full_name: "Ana",
    email: "ana@rede.example",
    password: "uma senha comprida",
    company: { name: "Nova Rede" },
    contact: { business_hours: "Segunda a sexta, 08:00–18:00\nSábado, 08:00–12:00" },
    remove_demo: true,
  });
});

it("default business hours equal the server's default", () => {
  expect(BLANK.contact.business_hours).toBe(settings.contact.business_hours);
});

it("cleared business hours are sent as blank", () => {
  const contact = { ...BLANK.contact, business_hours: " " };
  expect(setupBody("segredo", { ...typed, contact }).contact).toEqual({ business_hours: "" });
});

it("phone is sent as the WhatsApp number if the box is checked", () => {
  const contact = { ...BLANK.contact, phone: "(81) 98765-4321", whatsapp: "(81) 3333-4444" };
  const sent = (whatsapp_is_phone: boolean) =>
    setupBody("segredo", { ...typed, contact, whatsapp_is_phone }).contact;
  expect(sent(true)["whatsapp"]).toBe("(81) 98765-4321");
  expect(sent(false)["whatsapp"]).toBe("(81) 3333-4444");
});

it("draft is stored without the password, for this tab only", () => {
  expect(readDraft()).toBeNull();
  const draft = { step: "contact", logo: "logo.png", logo_dark: "logo-escura.png" };
  saveDraft({ ...draft, values: typed });
  expect(JSON.stringify(sessionStorage)).not.toContain("uma senha comprida");
  expect(readDraft()).toEqual({ ...draft, values: { ...typed, password: "" } });
  removeDraft();
  expect(readDraft()).toBeNull();
  sessionStorage.setItem("vitrine-setup", '{"step":"contact","values":{"company":3},"logo":null}');
  expect(readDraft()).toBeNull();
});

it("only the administrator is required", () => {
  expect(setupSchema.safeParse({ ...BLANK, ...typed }).success).toBe(true);
});

it("invalid values are refused", () => {
  const wrong = setupSchema.safeParse({
    ...typed,
    company: { ...typed.company, founded: "14", accent_color: "azul" },
    contact: { ...typed.contact, phone: "123", email: "ana" },
    password: "curta",
  });
  expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "company.founded",
    "company.accent_color",
    "contact.phone",
    "contact.email",
    "password",
  ]);
});

it("founding year has the same limits as on the server", () => {
  const isValid = (founded: string) =>
    setupSchema.safeParse({ ...typed, company: { ...typed.company, founded } }).success;
  expect(["", "1800", "1999", "2014", "2100"].filter((year) => !isValid(year))).toEqual([]);
  expect(["1799", "2101", "3099", "014", "20140"].filter(isValid)).toEqual([]);
});
