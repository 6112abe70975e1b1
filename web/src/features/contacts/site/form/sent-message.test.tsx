import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import content from "@/../../server/content/pages/contact.json";
import type { LayoutCompany } from "@/api/types";
import { SentMessage } from "./sent-message";

const text = content.form;
const company = { phone: "", phone_url: "", whatsapp_url: "", email: "oi@exemplo.com.br" } as LayoutCompany;
const sent = {
  id: "01",
  upload_token: "",
  file_names: ["planta.pdf", "grande.zip"],
  name: "Ana",
  company: "ACME",
  email: "a@acme.com",
  phone: "(11) 3333-4444",
  service: "Soluções em Nuvem",
  message: "Oi",
  deadline: "terça-feira, 24/11, às 18h",
  sent_text: "Nossa equipe entrará em contato em até 4 horas.",
};

it("sent message names the chosen service", () => {
  const { rerender } = render(
    <SentMessage text={text} company={company} sent={sent} unsentFiles={[]} onNewMessage={() => undefined} />,
  );
  expect(screen.getByText("Soluções em Nuvem")).toBeTruthy();
  rerender(
    <SentMessage
      text={text}
      company={company}
      sent={{ ...sent, service: "" }}
      unsentFiles={[]}
      onNewMessage={() => undefined}
    />,
  );
  expect(screen.queryByText(/Serviço de interesse/)).toBeNull();
});

it("sent message names the files that were sent", () => {
  render(
    <SentMessage
      text={text}
      company={company}
      sent={sent}
      unsentFiles={[{ name: "grande.zip", reason: "O arquivo é grande demais." }]}
      onNewMessage={() => undefined}
    />,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "grande.zip: O arquivo é grande demais.",
    "planta.pdf",
  ]);
});
