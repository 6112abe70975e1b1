import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import content from "../../../../../server/content/pages/contact.json";
import type { LayoutCompany } from "@/api/types";
import { ReachLinks } from "./reach-links";
import { SentPanel } from "./sent-panel";

const text = content.form;
const company = { phone: "", phone_url: "", whatsapp_url: "", email: "oi@exemplo.com.br" } as LayoutCompany;
const sent = {
  name: "Ana",
  company: "ACME",
  email: "a@acme.com",
  phone: "(11) 3333-4444",
  service: "Soluções em Nuvem",
  message: "Oi",
  deadline: "terça-feira, 24/11, às 18h",
};

afterEach(cleanup);

it("sent message names the chosen service", () => {
  const { rerender } = render(
    <SentPanel text={text} company={company} sent={sent} onAgain={() => undefined} />,
  );
  expect(screen.getByText("Soluções em Nuvem")).toBeTruthy();
  rerender(
    <SentPanel text={text} company={company} sent={{ ...sent, service: "" }} onAgain={() => undefined} />,
  );
  expect(screen.queryByText(/Serviço de interesse/)).toBeNull();
});

it("e-mail address is offered where there is neither phone nor WhatsApp", () => {
  render(<ReachLinks text={text.after} company={company} mail />);
  expect(screen.getByRole("link").getAttribute("href")).toBe("mailto:oi@exemplo.com.br");
});
