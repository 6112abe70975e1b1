import { describe, expect, it } from "vitest";

import { filterQuery, readFilter, serverFilter, subscriptionsPath } from "./subscription-filter";

const everything = { search: "joão & maria", status: "unsubscribed", cursor: "AbC-_" } as const;
const nothing = { search: "", status: null, cursor: "" };

describe("the filter in the address", () => {
  it("comes back as it went", () => {
    for (const filter of [everything, nothing]) {
      expect(readFilter(new URLSearchParams(filterQuery(filter)))).toEqual(filter);
    }
  });

  it("leaves out what is as usual", () => {
    expect(subscriptionsPath(nothing)).toBe("/admin/newsletter");
    expect(serverFilter(nothing)).toEqual({});
    expect(serverFilter(everything)).toEqual({ search: "joão & maria", status: "unsubscribed" });
  });

  it("ignores what it doesn't know", () => {
    expect(readFilter(new URLSearchParams("status=lost&x=1"))).toEqual(nothing);
  });
});
