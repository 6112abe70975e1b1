import { afterEach, expect, it } from "vitest";

import { ApiError } from "@/api/api-error";
import { clearSession, saveSession } from "@/api/session";
import type { User } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { type RecordKind, recordOf } from "./record-fields";
import { savedBy, saveRecord } from "./versioned-record";

afterEach(clearSession);

const now = new Date("2026-11-21T02:30:00Z"); // the evening of the 20th in São Paulo

it("saver is shown with name and time, and with the day unless it is today", () => {
  expect(savedBy({ saved_by: "Ana", saved_at: "2026-11-20T16:05:00Z" }, now)).toBe("Ana às 13:05");
  expect(savedBy({ saved_by: "Ana", saved_at: "2026-11-19T16:05:00Z" }, now)).toBe(
    "Ana em 19/11/2026, 13:05",
  );
});

it("unknown saver is shown as another person", () => {
  expect(savedBy({ saved_by: null, saved_at: "2026-11-20T16:05:00Z" }, now)).toBe("outra pessoa às 13:05");
  expect(savedBy({ saved_by: null, saved_at: null }, now)).toBe("outra pessoa");
});

interface Thing {
  id: string;
  name: string;
  note: string;
}

type ThingFields = Omit<Thing, "id">;

const THING: Omit<RecordKind<Thing, ThingFields>, "find" | "update"> = {
  key: "things",
  thisOne: "esta coisa",
  labels: { name: "Nome", note: "Nota" },
  textOf: (fields, name) => fields[name],
  fieldsOf: ({ name, note }) => ({ name, note }),
  lastSaver: () => Promise.resolve(undefined),
};

/** Returns a record whose stored version may differ from the one that an editor started from. */
function thingRecord(stored: Thing) {
  const current: Versioned<Thing> = { value: stored, etag: '"2"' };
  return recordOf({
    ...THING,
    find: () => Promise.resolve(current),
    update: (_, change, etag) =>
      etag === current.etag
        ? Promise.resolve({ value: { ...stored, ...change }, etag: '"3"' })
        : Promise.reject(new ApiError(412, "stale", "")),
  });
}

const opened: Versioned<Thing> = { value: { id: "1", name: "a", note: "b" }, etag: '"1"' };
const mine = { name: "mine", note: "b" };

it("save is merged if another person has changed another field", async () => {
  const record = thingRecord({ ...opened.value, note: "theirs" });
  expect(await saveRecord(record, { base: opened, mine })).toMatchObject({
    saved: { value: { name: "mine", note: "theirs" } },
    isMerged: true,
  });
});

it("repeated save whose first answer was lost is not reported as merged", async () => {
  const record = thingRecord({ ...opened.value, name: "mine" });
  expect(await saveRecord(record, { base: opened, mine })).toMatchObject({ isMerged: false });
});

it("conflict is reported even if the person who saved the other version is unknown", async () => {
  const lastSaver = () => Promise.reject(new ApiError(0, "unreachable", ""));
  const record = { ...thingRecord({ ...opened.value, name: "theirs" }), lastSaver };
  expect(await saveRecord(record, { base: opened, mine })).toMatchObject({
    status: "conflict",
    fields: [{ name: "name", mine: "mine", theirs: "theirs" }],
    savedBy: "outra pessoa",
    isOwn: false,
  });
});

it("conflict with another window of the same account is told apart from one with another person", async () => {
  const user = { id: "1", email: "ana@exemplo.com.br", full_name: "Ana", role: "editor" } as User;
  saveSession({ token: "token", user, expires_at: "" });
  const saveAfter = (saved_by: string) => {
    const lastSaver = () => Promise.resolve({ saved_by, saved_at: null });
    const record = { ...thingRecord({ ...opened.value, name: "theirs" }), lastSaver };
    return saveRecord(record, { base: opened, mine });
  };
  expect(await saveAfter("Ana")).toMatchObject({ status: "conflict", isOwn: true });
  expect(await saveAfter("Bia")).toMatchObject({ status: "conflict", isOwn: false });
});

it("save of a deleted record fails with the message that another person deleted it", async () => {
  const missing = () => Promise.reject(new ApiError(404, "not_found", "Não encontrado."));
  const record = recordOf({ ...THING, find: missing, update: missing });
  await expect(saveRecord(record, { base: opened, mine })).rejects.toThrow(
    "Outra pessoa excluiu esta coisa agora.",
  );
});
