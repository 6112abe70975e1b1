import { afterEach, expect, it, vi } from "vitest";

import type { ContactFilesText } from "@/api/types";
import { checkFiles, sendFiles } from "./chosen-files";

afterEach(() => vi.unstubAllGlobals());

const text = new Proxy({}, { get: (_, name) => name }) as ContactFilesText;
const file = (name: string, bytes: number) => {
  const made = new File(["x"], name);
  Object.defineProperty(made, "size", { value: bytes });
  return made;
};
const MB = 1024 * 1024;

it("files are refused before sending, each with its reason", () => {
  const problems = (...files: File[]) => checkFiles(files, text).map(({ problem }) => problem);
  expect(problems(file("a.PDF", 5 * MB), file("b.jpeg", 5 * MB))).toEqual(["", ""]);
  expect(problems(file("a.svg", 1), file("b.pdf", 5 * MB + 1), file("c.png", 0))).toEqual([
    "wrong_type",
    "too_large",
    "unreadable",
  ]);
  expect(problems(file("a.pdf", 4 * MB), file("b.pdf", 4 * MB), file("c.pdf", 4 * MB))).toEqual([
    "",
    "",
    "too_large",
  ]);
  expect(problems(...["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map((name) => file(name, 1)))[3]).toBe("too_many");
});

it("file that is chosen again counts once", () => {
  const files = [file("a.pdf", 3 * MB), file("b.pdf", MB), file("a.pdf", 3 * MB), file("a.pdf", 2 * MB)];
  const chosen = checkFiles(files, text);
  expect(chosen.map(({ file }) => file)).toEqual([files[0], files[1], files[3]]);
  expect(chosen.every(({ problem }) => problem === "")).toBe(true);
});

it("file is sent again after a failure, and a refused one is reported with the server's reason", async () => {
  const answers = [
    () => Promise.reject(new TypeError("offline")),
    () => Promise.resolve(Response.json({ name: "a.pdf" }, { status: 201 })),
    () =>
      Promise.resolve(
        Response.json(
          { code: "invalid_fields", message: "", fields: { file: "Não abre." } },
          { status: 422 },
        ),
      ),
  ];
  const slots: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: FormData }) => {
    slots.push(body.get("slot"));
    return answers.shift()?.();
  });
  const files = checkFiles([file("a.pdf", 1), file("b.pdf", 1)], text);
  const unsent = await sendFiles({ id: "01", upload_token: "t" }, files, text);
  expect(slots).toEqual(["0", "0", "1"]);
  expect(unsent).toEqual([{ name: "b.pdf", reason: "Não abre." }]);
});
