import { beforeEach, expect, it, vi } from "vitest";

import { applyAccentColor } from "./accent-colors";

const hrefs = () => [...document.querySelectorAll("link")].map((link) => link.getAttribute("href"));

beforeEach(() => document.head.replaceChildren());

it("stylesheet of a color is loaded once and replaces the old one after loading", () => {
  applyAccentColor("#1D4FB8");
  applyAccentColor("1d4fb8");
  expect(hrefs()).toEqual(["/assets/colors/1d4fb8.css"]);
  const loading = vi.spyOn(HTMLLinkElement.prototype, "dispatchEvent").mockReturnValue(true);
  applyAccentColor("#00693f");
  expect(hrefs()).toEqual(["/assets/colors/1d4fb8.css", "/assets/colors/00693f.css"]);
  loading.mockRestore();
  document.querySelector("link#colors")?.dispatchEvent(new Event("load"));
  expect(hrefs()).toEqual(["/assets/colors/00693f.css"]);
  applyAccentColor("");
  expect(hrefs()).toEqual([]);
});

it("stylesheet in the panel's document stays if it has the same color", () => {
  document.head.innerHTML = '<link id="colors" rel="stylesheet" href="/assets/colors/1d4fb8.css?v=1">';
  applyAccentColor("#1d4fb8");
  expect(hrefs()).toEqual(["/assets/colors/1d4fb8.css?v=1"]);
});
