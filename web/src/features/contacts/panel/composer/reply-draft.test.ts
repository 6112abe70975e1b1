import { beforeEach, expect, it } from "vitest";

import { hasReplyDraft, readReplyDraft, removeReplyDraft, writeReplyDraft } from "./reply-draft";

beforeEach(() => localStorage.clear());

it("draft of a reply is stored per contact until it is removed", () => {
  const file = { id: "1", name: "proposta.pdf", bytes: 7 };
  const draft = {
    subject: "Re: pedido",
    text: "Olá",
    cc: "bia@exemplo.com.br",
    key: "0f",
    attachments: [file],
  };
  writeReplyDraft("a", draft);
  expect(readReplyDraft("a")).toEqual(draft);
  expect(hasReplyDraft("b")).toBe(false);
  removeReplyDraft("a");
  expect(hasReplyDraft("a")).toBe(false);
});

it("invalid stored value isn't read as a draft", () => {
  for (const stored of [
    "",
    "{}",
    "[1]",
    '{"subject":"a","text":1,"key":"k","kept_at":"2026-11-21T10:00:00Z"}',
  ]) {
    localStorage.setItem("kept::reply:a", stored);
    expect(readReplyDraft("a")).toBeNull();
  }
});
