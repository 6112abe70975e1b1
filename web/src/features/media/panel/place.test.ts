import { expect, test } from "vitest";

import { accepted, limitsText, problemOf } from "./place";

function file(name: string, bytes = 10): File {
  return new File([new Uint8Array(bytes)], name);
}

test("a place takes its own formats", () => {
  expect(problemOf(file("Logo.SVG"), "logo")).toBeNull();
  expect(problemOf(file("a.webp"), "logo")).toBe("Formato não aceito. Envie um arquivo JPEG, PNG ou SVG.");
  expect(problemOf(file("favicon.ico"), "favicon")).toBeNull();
  expect(problemOf(file("a.ico"), "picture")).toContain("Formato não aceito.");
  expect(problemOf(file("sem-extensao"), "picture")).toContain("Formato não aceito.");
  expect(accepted("favicon")).toBe(".png,.ico,.svg");
  expect(limitsText("share_image")).toBe("JPEG, PNG ou WebP, até 5 MB");
});

test("five megabytes are the most", () => {
  const most = 5 * 1024 * 1024;
  expect(problemOf(file("a.png", most), "picture")).toBeNull();
  expect(problemOf(file("a.png", most + 1), "picture")).toBe("Arquivo muito grande. Tamanho máximo: 5MB");
});
