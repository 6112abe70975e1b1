import { expect, it } from "vitest";

import type { ContactStats } from "@/api/types";
import { serviceItems, statusItems } from "./breakdown";

const stats: ContactStats = {
  total: 9,
  has_more: false,
  waiting: {
    count: 0,
    late: 0,
    undelivered: 0,
    promised_hours: 24,
    most_urgent: null,
    promises: { due: 0, met: 0 },
  },
  by_status: [{ status: "replied", count: 2, has_more: false }],
  by_day: [
    { day: "2026-11-19", count: 3 },
    { day: "2026-11-20", count: 4 },
  ],
  by_service: [
    { service: "Soluções em Nuvem", count: 3 },
    { service: "Não informado", count: 2 },
  ],
};

it("status without contacts is listed with zero", () => {
  expect(statusItems(stats).map(({ label, count }) => [label, count])).toEqual([
    ["Novo", 0],
    ["Lido", 0],
    ["Respondido", 2],
    ["Arquivado", 0],
  ]);
  expect(statusItems(stats)[2]?.path).toBe("/admin/contacts?status=replied");
});

it("service links to its contacts, and contacts of other services are added up", () => {
  const items = serviceItems(stats);
  expect(items.map(({ label, count }) => [label, count])).toEqual([
    ["Soluções em Nuvem", 3],
    ["Não informado", 2],
    ["Demais serviços", 2],
  ]);
  const query = new URL(items[0]?.path ?? "", "http://x").searchParams;
  expect(query.get("service")).toBe("Soluções em Nuvem");
  expect(items[2]?.path).toBeNull();
});

it("sum of other services is missing if all contacts belong to the listed services", () => {
  const by_day = [{ day: "2026-11-20", count: 5 }];
  expect(serviceItems({ ...stats, by_day })).toHaveLength(2);
});
