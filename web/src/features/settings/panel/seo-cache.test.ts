import { beforeEach, expect, it } from "vitest";

import { readSeo, saveSeo } from "./seo-cache";

beforeEach(() => localStorage.clear());

it("knows nothing at first", () => {
  expect(readSeo()).toBeUndefined();
});

it("merges what it is told, over defaults", () => {
  saveSeo({ page_title: "Um" });
  saveSeo({ keywords: "dois" });
  expect(JSON.parse(localStorage.getItem("seoSettings") ?? "")).toMatchObject({
    page_title: "Um",
    keywords: "dois",
  });
  expect(readSeo()).toMatchObject({ page_title: "Um", keywords: "dois", favicon: "" });
});

it("takes nothing from what somebody else left there", () => {
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
