import { expect, test } from "vitest";

import type { Media } from "@/api/types";
import { acceptOf, limitsText, problemOf, uploadKindOf } from "./upload-kind";

function file(name: string, bytes = 10): File {
  return new File([new Uint8Array(bytes)], name);
}

test("upload kind accepts only its own formats", () => {
  expect(problemOf(file("Logo.SVG"), "logo")).toBeNull();
  expect(problemOf(file("a.webp"), "logo")).toBe("Formato não aceito. Envie um arquivo JPEG, PNG ou SVG.");
  expect(problemOf(file("favicon.ico"), "favicon")).toBeNull();
  expect(problemOf(file("a.ico"), "picture")).toContain("Formato não aceito.");
  expect(problemOf(file("sem-extensao"), "picture")).toContain("Formato não aceito.");
  expect(acceptOf("favicon")).toBe(".png,.ico,.svg");
  expect(limitsText("share_image")).toBe("JPEG, PNG ou WebP, até 5 MB");
});

test("file of more than 5 MB is refused", () => {
  const max = 5 * 1024 * 1024;
  expect(problemOf(file("a.png", max), "picture")).toBeNull();
  expect(problemOf(file("a.png", max + 1), "picture")).toBe("Arquivo muito grande. Tamanho máximo: 5MB");
});

test.each([
  ["company", "image/png", "logo"],
  ["seo", "image/svg+xml", "favicon"],
  ["seo", "image/png", "share_image"],
  ["blog", "image/svg+xml", "picture"],
] as const)("picture of the folder %s with the format %s is replaced as %s", (folder, content_type, kind) => {
  expect(uploadKindOf({ folder, content_type } as Media)).toBe(kind);
});
