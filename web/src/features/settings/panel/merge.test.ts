import { describe, expect, it } from "vitest";

import { changedFields, changesBetween, clashes } from "./merge";

const base = { phone: "1", email: "a@x", address: "Rua A" };

describe("two people and one record", () => {
  it("clash only where both have written something else", () => {
    const mine = { ...base, phone: "2", email: "b@x" };
    expect(clashes(base, mine, base)).toEqual([]);
    expect(clashes(base, mine, { ...base, address: "Rua B" })).toEqual([]);
    expect(clashes(base, mine, { ...base, phone: "2" })).toEqual([]);
    expect(clashes(base, mine, { ...base, phone: "3", email: "c@x" })).toEqual(["phone", "email"]);
    expect(clashes(base, mine, { ...base, phone: "3" })).toEqual(["phone"]);
  });

  it("change what they change", () => {
    const after = { ...base, phone: "" };
    expect(changedFields(base, after)).toEqual(["phone"]);
    expect(changesBetween(base, after)).toEqual([
      { path: "phone", field: "Telefone", before: "1", after: "" },
    ]);
    expect(changedFields(base, base)).toEqual([]);
  });
});
