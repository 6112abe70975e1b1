import { expect, it } from "vitest";

import { panelPaths } from "@/lib/paths";
import { AUDIT } from "./queries";

it("audit filter round-trips through the URL", () => {
  const filter = {
    ...AUDIT.defaults,
    search: "joão & cia",
    group: "contact",
    from: "2026-11-20",
    cursor: "51",
  } as const;
  const [, query] = AUDIT.url(filter).split("?");
  expect(AUDIT.read(new URLSearchParams(query))).toEqual(filter);
  expect(AUDIT.url({})).toBe("/admin/audit");
  expect(AUDIT.url({ group: "post" }, panelPaths.auditEvent(7))).toBe("/admin/audit/7?group=post");
});

it("audit filter ignores invalid days and groups", () => {
  expect(AUDIT.read(new URLSearchParams("from=ontem&group=x&to=1"))).toEqual(AUDIT.defaults);
});
