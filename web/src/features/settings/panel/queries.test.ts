import { beforeEach, expect, it } from "vitest";

import { readSeo, saveSeo } from "./queries";

beforeEach(() => localStorage.clear());

it("browser's copy of the SEO settings is undefined before it is stored", () => {
  expect(readSeo()).toBeUndefined();
});

it("changes are merged into the browser's copy of the SEO settings, whose missing fields are empty", () => {
  saveSeo({ page_title: "Um" });
  saveSeo({ keywords: "dois" });
  expect(JSON.parse(localStorage.getItem("seoSettings") ?? "")).toMatchObject({
    page_title: "Um",
    keywords: "dois",
  });
  expect(readSeo()).toMatchObject({ page_title: "Um", keywords: "dois", favicon: "" });
});

it("invalid fields in the browser's copy of the SEO settings are empty, and an unparsable copy is undefined", () => {
  localStorage.setItem("seoSettings", '{"page_title": 1, "__proto__": {"x": "y"}, "other": "z"}');
  expect(readSeo()).toEqual({
    page_title: "",
    site_title: "",
    site_description: "",
    keywords: "",
    og_image: "",
    favicon: "",
  });
  localStorage.setItem("seoSettings", "{");
  expect(readSeo()).toBeUndefined();
});
