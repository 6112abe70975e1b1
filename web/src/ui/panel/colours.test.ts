import { beforeEach, expect, it } from "vitest";

import { showColours } from "./colours";

const hrefs = () => [...document.querySelectorAll("link")].map((link) => link.getAttribute("href"));

beforeEach(() => document.head.replaceChildren());

it("asks for the colours once, and lets the former go when the new ones are there", () => {
  showColours("#1D4FB8");
  showColours("1d4fb8");
  expect(hrefs()).toEqual(["/assets/colours/1d4fb8.css"]);
  showColours("#00693f");
  expect(hrefs()).toEqual(["/assets/colours/1d4fb8.css", "/assets/colours/00693f.css"]);
  document.querySelector("link#colours")?.dispatchEvent(new Event("load"));
  expect(hrefs()).toEqual(["/assets/colours/00693f.css"]);
  showColours("");
  expect(hrefs()).toEqual([]);
});

it("leaves what the server named, whichever version that was", () => {
  document.head.innerHTML = '<link id="colours" rel="stylesheet" href="/assets/colours/1d4fb8.css?v=1">';
  showColours("#1d4fb8");
  expect(hrefs()).toEqual(["/assets/colours/1d4fb8.css?v=1"]);
});
