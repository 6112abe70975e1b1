import { expect, it } from "vitest";

import { parseServiceHours, problemOf, withServiceHours } from "./service-hours";

it("hours follow the last colon of a line", () => {
  expect([...parseServiceHours("Nuvem: 72\nERP: fiscal: 4\n")]).toEqual([
    ["Nuvem", "72"],
    ["ERP: fiscal", "4"],
  ]);
});

it("line of a service is added, changed and removed", () => {
  const added = withServiceHours("Nuvem: 72", "ERP: fiscal", "4");
  expect(added).toBe("Nuvem: 72\nERP: fiscal: 4");
  const changed = withServiceHours(added, "Nuvem", "4:8 horas");
  expect(changed).toBe("Nuvem: 48 horas\nERP: fiscal: 4");
  expect(withServiceHours(changed, "Nuvem", " ")).toBe("ERP: fiscal: 4");
});

it("error belongs to the service that it names", () => {
  const error = "ERP: fiscal: Informe de 1 a 240 horas.";
  expect(problemOf("ERP: fiscal", error)).toBe("Informe de 1 a 240 horas.");
  expect(problemOf("ERP", error)).toBeUndefined();
});
