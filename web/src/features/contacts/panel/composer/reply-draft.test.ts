import { beforeEach, expect, it } from "vitest";

import {
  hasReplyDraft,
  readReplyDraft,
  removeReplyDraft,
  restoreReplyDraft,
  SUBJECT,
  writeReplyDraft,
} from "./reply-draft";

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

const ana = { id: "a", name: "Ana Souza" };
const discarded = {
  subject: SUBJECT,
  text: "Olá, Ana,\n\nTemos.\n\nBia",
  cc: "c@exemplo.com.br",
  attachments: [],
};

it("restored reply replaces a later draft that has only the greeting and the signature", () => {
  const later = { subject: SUBJECT, text: "Olá, Ana,\n\n\n\nBia", cc: "", key: "k", attachments: [] };
  writeReplyDraft(ana.id, later);
  restoreReplyDraft(ana, discarded, "Bia");
  expect(readReplyDraft(ana.id)?.text).toBe(discarded.text);
});

it("restored reply has the copies, the subject and the text of a later draft, too", () => {
  const later = { subject: "Visita", text: "E amanhã?", cc: "d@exemplo.com.br,c@exemplo.com.br", key: "k" };
  writeReplyDraft(ana.id, { ...later, attachments: [] });
  restoreReplyDraft(ana, discarded, "Bia");
  expect(readReplyDraft(ana.id)).toMatchObject({
    subject: "Visita",
    text: `${discarded.text}\n\nE amanhã?`,
    cc: "c@exemplo.com.br, d@exemplo.com.br",
  });
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
