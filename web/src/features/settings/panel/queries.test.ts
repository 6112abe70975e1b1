import { beforeEach, expect, it } from "vitest";

import { readSeo, saveSeo } from "./queries";

beforeEach(() => localStorage.clear());

it("SEO settings are undefined before they are stored", () => {
  expect(readSeo()).toBeUndefined();
});

it("storing SEO settings merges them, and missing fields are empty", () => {
  saveSeo({ page_title: "Um" });
  saveSeo({ keywords: "dois" });
  expect(JSON.parse(localStorage.getItem("seoSettings") ?? "")).toMatchObject({
    page_title: "Um",
    keywords: "dois",
  });
  expect(readSeo()).toMatchObject({ page_title: "Um", keywords: "dois", favicon: "" });
});

it("invalid stored SEO settings are ignored", () => {
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
