import { describe, expect, it } from "vitest";

import { formRecord, type Part, storedRecords } from "./form-record";
import { changesBetween } from "./records";

const PARTS: readonly Part[] = [{ name: "contact", fields: ["phone", "email", "address"] }];
const base = { phone: "1", email: "a@x", address: "Rua A" };

describe("changes of two people to a record", () => {
  const { merge } = formRecord(PARTS);
  const conflicts = (mine: typeof base, theirs: typeof base) =>
    merge(base, mine, theirs).conflicts.map(({ name }) => name);

  it("conflict only in fields that both changed differently", () => {
    const mine = { ...base, phone: "2", email: "b@x" };
    expect(conflicts(mine, base)).toEqual([]);
    expect(conflicts(mine, { ...base, address: "Rua B" })).toEqual([]);
    expect(conflicts(mine, { ...base, phone: "2" })).toEqual([]);
    expect(conflicts(mine, { ...base, phone: "3", email: "c@x" })).toEqual(["phone", "email"]);
    expect(conflicts(mine, { ...base, phone: "3" })).toEqual(["phone"]);
  });
});

it("differences between versions have a label and both values", () => {
  expect(changesBetween(base, { ...base, phone: "" })).toEqual([
    { path: "phone", field: "Telefone", before: "1", after: "" },
  ]);
  expect(changesBetween(base, base)).toEqual([]);
});

it("local drafts of earlier releases are readable, invalid ones are refused", () => {
  const records = { contact: { value: base, etag: '"3"' } };
  expect(storedRecords(PARTS, { value: records, etag: null })).toEqual(records);
  expect(storedRecords(PARTS, { contact: { document: base, etag: '"3"' } })).toEqual(records);
  for (const wrong of [undefined, null, {}, { contact: {} }, { contact: { document: 3 } }]) {
    expect(storedRecords(PARTS, wrong)).toBeNull();
  }
});
