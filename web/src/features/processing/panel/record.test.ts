import { expect, it } from "vitest";

import type { OwnActivity } from "@/api/types";
import { changesBetween, withNote } from "./record";

const payroll: OwnActivity = { name: "Folha", purpose: "Pagar salários", legal_basis: "Contrato" };
const ACTIVITIES = [{ key: "contacts", name: "Pedidos de contato" }];

it("changed note is listed by the name of its activity", () => {
  const [change] = changesBetween(ACTIVITIES, {}, { notes: [{ key: "contacts", text: "Guardar 1 ano" }] });
  expect(change).toMatchObject({ field: "Anotação: Pedidos de contato", before: "", after: "Guardar 1 ano" });
});

it("changed note of an activity that no longer applies is listed without its key", () => {
  const [change] = changesBetween(ACTIVITIES, {}, { notes: [{ key: "measurement", text: "Medir" }] });
  expect(change?.field).toBe("Anotação de atividade fora do registro atual");
});

it("two activities of the same name are compared separately", () => {
  const older = { activities: [payroll, { ...payroll, purpose: "Pagar férias" }] };
  const newer = {
    activities: [
      { ...payroll, purpose: "Pagar bônus" },
      { ...payroll, purpose: "Pagar férias" },
    ],
  };
  expect(changesBetween(ACTIVITIES, older, newer)).toEqual([
    {
      path: expect.anything() as string,
      field: "Folha",
      before: "Pagar salários\nContrato",
      after: "Pagar bônus\nContrato",
    },
  ]);
});

it("note that another person has changed since it was opened is not overwritten", () => {
  const opened = { key: "contacts", note: "Guardar 1 ano" };
  const additions = (text: string) => ({ notes: [{ key: "contacts", text }] });
  expect(withNote(additions("Guardar 1 ano"), opened, "Guardar 2 anos")).toEqual(additions("Guardar 2 anos"));
  expect(() => withNote(additions("Guardar 3 anos"), opened, "Guardar 2 anos")).toThrow(/^Outra pessoa/);
});
