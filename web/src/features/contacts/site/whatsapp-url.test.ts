import { expect, it } from "vitest";

import { whatsappUrl } from "./whatsapp-url";

const company = "https://wa.me/551140000000?text=Ol%C3%A1";

it("WhatsApp message is prefilled with the typed text", () => {
  expect(whatsappUrl(company, "Rede fora do ar & urgente\n")).toBe(
    "https://wa.me/551140000000?text=Rede%20fora%20do%20ar%20%26%20urgente",
  );
  expect(whatsappUrl(company, "  ")).toBe(company);
  expect(whatsappUrl("https://wa.me/551140000000", "Oi")).toBe("https://wa.me/551140000000?text=Oi");
});
