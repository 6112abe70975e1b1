import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { LayoutCompany } from "@/api/types";
import content from "../../../../../server/content/pages/contact.json";
import { ChannelLinks, reasonText, whatsappUrl } from "./channel-links";

const text = content.form.after;
const none = { phone: "", whatsapp_url: "", email: "" };
const withEmail = { ...none, email: "oi@exemplo.com.br" };

it("email address is offered if there is neither phone nor WhatsApp", () => {
  render(<ChannelLinks text={text} company={withEmail as LayoutCompany} mail />);
  expect(screen.getByRole("link").getAttribute("href")).toBe("mailto:oi@exemplo.com.br");
});

it("WhatsApp message is prefilled with the typed text", () => {
  const company = "https://wa.me/551140000000?text=Ol%C3%A1";
  expect(whatsappUrl(company, "Rede fora do ar & urgente\n")).toBe(
    "https://wa.me/551140000000?text=Rede%20fora%20do%20ar%20%26%20urgente",
  );
  expect(whatsappUrl(company, "  ")).toBe(company);
  expect(whatsappUrl("https://wa.me/551140000000", "Oi")).toBe("https://wa.me/551140000000?text=Oi");
});

it("text about a failure is its reason with a period, then the introduction of the channels", () => {
  expect(reasonText("Erro na requisição", text, withEmail)).toBe(`Erro na requisição. ${text.unsent}`);
  expect(reasonText("Tente novamente mais tarde.", text, withEmail)).toBe(
    `Tente novamente mais tarde. ${text.unsent}`,
  );
});

it("text about a failure doesn't introduce channels if there are none", () => {
  expect(reasonText("Sem conexão", text, none)).toBe("Sem conexão.");
});
