import { expect, it } from "vitest";

import { mailLink, phoneLink } from "./contact-links";

it("dials Brazilian numbers with their country code", () => {
  expect(phoneLink("(11) 98765-4321")).toBe("tel:+5511987654321");
  expect(phoneLink("(11) 3456-7890")).toBe("tel:+551134567890");
  expect(phoneLink("+351 912 345 678")).toBe("tel:+351912345678");
  expect(phoneLink("0800 123 4567 8")).toBe("tel:080012345678");
});

it("keeps an address from adding headers to the mail", () => {
  expect(mailLink("ana@exemplo.com.br")).toBe("mailto:ana@exemplo.com.br");
  expect(mailLink("a?bcc=b@c.d")).toBe("mailto:a%3Fbcc%3Db@c.d");
});
