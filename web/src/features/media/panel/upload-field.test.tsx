import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { UploadField } from "./upload-field";

/** A fake XMLHttpRequest, to which the test responds. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  responseText = "";
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  form?: FormData;
  path = "";

  open(_method: string, path: string): void {
    this.path = path;
  }
  setRequestHeader(): void {}
  send(form: FormData): void {
    this.form = form;
    FakeRequest.last = this;
  }
  abort(): void {
    this.onabort?.();
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form({ start = "" }: { start?: string }) {
  const [url, setUrl] = useState(start);
  return (
    <>
      <UploadField label="Logo" kind="logo" value={url} onChange={setUrl} />
      <output>{url}</output>
    </>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>(/^Logo/, { selector: "input" });
const savedUrl = () => screen.getByText((_, element) => element?.tagName === "OUTPUT").textContent;
const picture = (name = "logo.png", bytes = 3) => new File([new Uint8Array(bytes)], name);
const choose = (...files: File[]) => userEvent.upload(input(), files, { applyAccept: false });

test("chosen file is sent with its upload kind, and its address is shown", async () => {
  render(<Form />);
  await choose(picture());
  expect(await screen.findByText("Enviando...")).toBeTruthy();
  expect(FakeRequest.last.path).toBe("/api/media");
  expect(FakeRequest.last.form?.get("kind")).toBe("logo");
  FakeRequest.last.upload.onprogress?.({ loaded: 30, total: 40 });
  expect((await screen.findByRole<HTMLProgressElement>("progressbar")).value).toBe(75);
  FakeRequest.last.answer(201, { url: "/media/company/a.png" });
  expect(await screen.findByText("Upload concluído")).toBeTruthy();
  expect(savedUrl()).toBe("/media/company/a.png");
  expect(screen.getAllByText(/\/media\/company\/a\.png/)).toHaveLength(2);
});

test("failed upload shows the server's reason, and can be repeated after a lost connection", async () => {
  render(<Form start="/media/company/old.png" />);
  await choose(picture());
  FakeRequest.last.answer(422, {
    message: "Verifique os campos.",
    fields: { file: "O SVG não diz o próprio tamanho." },
  });
  expect((await screen.findByRole("alert")).textContent).toBe("O SVG não diz o próprio tamanho.");
  expect(screen.queryByRole("button", { name: "Tentar de novo" })).toBeNull();
  expect(savedUrl()).toBe("/media/company/old.png");

  await choose(picture());
  FakeRequest.last.onerror?.();
  await userEvent.click(await screen.findByRole("button", { name: "Tentar de novo" }));
  FakeRequest.last.answer(201, { url: "/media/company/b.png" });
  expect(await screen.findByText("Upload concluído")).toBeTruthy();
  expect(savedUrl()).toBe("/media/company/b.png");
});

test.each([
  [502, "Erro ao fazer upload do arquivo"],
  [413, "Arquivo grande demais para o proxy do servidor. Quem cuida dele pode aumentar o limite."],
])("upload that a proxy refuses with %i shows '%s'", async (status, text) => {
  render(<Form />);
  await choose(picture());
  FakeRequest.last.answer(status, {});
  expect((await screen.findByRole("alert")).textContent).toBe(text);
});

test("file of another format, file over 5 MB and several files aren't sent", async () => {
  render(<Form />);
  await choose(picture("logo.png", 5 * 1024 * 1024 + 1));
  expect((await screen.findByRole("alert")).textContent).toBe("Arquivo muito grande. Tamanho máximo: 5MB");
  await choose(picture("logo.gif"));
  expect((await screen.findByRole("alert")).textContent).toContain("Formato não aceito.");
  fireEvent.drop(input(), { dataTransfer: { files: [picture("a.png"), picture("b.png")] } });
  expect((await screen.findByRole("alert")).textContent).toBe("Envie um arquivo por vez.");
  expect(screen.queryByText("Enviando...")).toBeNull();
});

test("canceled upload of a dropped file keeps the old picture, and removing it empties the field", async () => {
  render(<Form start="/media/company/old.png" />);
  fireEvent.drop(input(), { dataTransfer: { files: [picture()] } });
  await userEvent.click(await screen.findByRole("button", { name: "Cancelar: Logo" }));
  expect(savedUrl()).toBe("/media/company/old.png");
  await userEvent.click(screen.getByRole("button", { name: "Remover: Logo" }));
  expect(savedUrl()).toBe("");
  expect(screen.queryByRole("button", { name: "Remover: Logo" })).toBeNull();
});
