import { expect, it } from "vitest";

import { tab } from "@/lib/storage";
import { startPage } from "./start-page";

it.each([
  ["contact_thanks", null],
  ["contact", "{}"],
])("after the page '%s' the draft of the contact form is %j", (page, draft) => {
  tab.write("contact_draft", "{}");
  const site = document.createElement("div");
  site.dataset["page"] = page;
  startPage(site);
  expect(tab.read("contact_draft")).toBe(draft);
});
