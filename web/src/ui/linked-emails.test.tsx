import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import { LinkedEmails } from "./linked-emails";

it("email address is a link without the punctuation around it", () => {
  const html = renderToStaticMarkup(<LinkedEmails text="Fale com Ana: dpo.ana@exemplo.com.br. Ou ligue." />);
  expect(html.replaceAll(/ class="[^"]*"/g, "")).toBe(
    '<span>Fale com Ana: </span><a href="mailto:dpo.ana@exemplo.com.br">dpo.ana@exemplo.com.br</a><span>. Ou ligue.</span>',
  );
});
