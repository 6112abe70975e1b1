import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import content from "../../../../../server/content/pages/contact.json";
import type { LayoutCompany } from "@/api/types";
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
