import { beforeEach, expect, it, vi } from "vitest";

import { recordVisit } from "./visit";

const stored = () => JSON.parse(sessionStorage.getItem("visit_source") ?? "null") as object | null;

function openPage(address: string, referrer = ""): void {
  history.replaceState(null, "", address);
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  recordVisit();
}

beforeEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset["role"];
});

it("source of a visit is stored once", () => {
  openPage("/blog?utm_source=boletim&utm_campaign=7&q=ana", "https://www.google.com/search?q=ana");
  const source = {
    source_page: "/blog",
    source_referrer: "www.google.com",
    utm_source: "boletim",
    utm_campaign: "7",
  };
  expect(stored()).toEqual(source);
  openPage("/contato?utm_source=outra", `${location.origin}/blog`);
  expect(stored()).toEqual(source);
});

it("this site and a direct visit have no referrer", () => {
  openPage("/sobre", `${location.origin}/blog`);
  expect(stored()).toEqual({ source_page: "/sobre" });
});

it.each([
  ["Do Not Track", { doNotTrack: "1" }, ""],
  ["Global Privacy Control", { globalPrivacyControl: true }, ""],
  ["a signed-in administrator", {}, "admin"],
  ["a signed-in editor", {}, "editor"],
])("nothing is stored with %s", (_, signals, role) => {
  vi.stubGlobal("navigator", { ...signals });
  document.documentElement.dataset["role"] = role;
  openPage("/");
  expect(stored()).toBeNull();
});
