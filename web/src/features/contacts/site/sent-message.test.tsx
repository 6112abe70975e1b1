import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { LayoutCompany } from "@/api/types";
import content from "../../../../../server/content/pages/contact.json";
import { SentMessage } from "./sent-message";

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

it("sent message names the chosen service", () => {
  const { rerender } = render(
    <SentMessage text={text} company={company} sent={sent} onNewMessage={() => undefined} />,
  );
  expect(screen.getByText("Soluções em Nuvem")).toBeTruthy();
  rerender(
    <SentMessage
      text={text}
      company={company}
      sent={{ ...sent, service: "" }}
      onNewMessage={() => undefined}
    />,
  );
  expect(screen.queryByText(/Serviço de interesse/)).toBeNull();
});
