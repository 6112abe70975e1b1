import { afterEach, expect, it, vi } from "vitest";

import { sendForm } from "./send-form";

function answer(status: number, responseText: string): void {
  class Request {
    upload = {};
    status = status;
    responseText = responseText;
    onload?: () => void;
    open() {}
    setRequestHeader() {}
    send() {
      this.onload?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
}

afterEach(() => void vi.unstubAllGlobals());

it("accepted upload with an answer that is not JSON fails", async () => {
  answer(201, "<html>");
  await expect(sendForm("/api/media", new FormData())).rejects.toMatchObject({
    status: 201,
    message: "Erro na requisição",
    isGeneric: true,
  });
});

it("accepted upload resolves with the answer", async () => {
  answer(201, '{"id":"1"}');
  await expect(sendForm("/api/media", new FormData())).resolves.toEqual({ id: "1" });
});

it("upload whose signal is already aborted is never sent", async () => {
  const open = vi.spyOn(XMLHttpRequest.prototype, "open");
  const sent = sendForm("/api/media", new FormData(), { signal: AbortSignal.abort() });
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
  expect(open).not.toHaveBeenCalled();
});
