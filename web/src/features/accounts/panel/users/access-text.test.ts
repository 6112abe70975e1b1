import { expect, it } from "vitest";

import { describeAccess, describeSecurity } from "./access-text";

const now = new Date("2026-11-20T12:00:00Z");
const never = {
  last_login_at: null,
  invitation_expires_at: null,
  invitation_mail: null,
  sessions: 0,
  second_factor: false,
};

it("last sign-in is shown in the time of São Paulo", () => {
  expect(describeAccess({ ...never, last_login_at: "2026-11-19T11:30:00Z" }, now)).toBe("19/11/2026, 08:30");
});

it("user without sign-ins and invitation is shown as 'Nunca entrou'", () => {
  expect(describeAccess(never, now)).toBe("Nunca entrou");
});

it("invitation is shown with its expiry or its failure", () => {
  const until = (invitation_expires_at: string) => describeAccess({ ...never, invitation_expires_at }, now);
  expect(until("2026-11-20T12:30:00Z")).toBe("Convite até 20/11/2026, 09:30");
  expect(until("2026-11-20T12:00:00Z")).toBe("Convite vencido");
  const refused = { state: "failed", error: "Recusado." } as const;
  const open = { ...never, invitation_expires_at: "2026-11-20T12:30:00Z" };
  expect(describeAccess({ ...open, invitation_mail: refused }, now)).toBe("Convite não entregue");
});

it("security text counts sessions and factors", () => {
  expect(describeSecurity(never)).toBe("");
  expect(describeSecurity({ ...never, sessions: 1 })).toBe("1 sessão aberta");
  expect(describeSecurity({ ...never, sessions: 2, second_factor: true })).toBe(
    "2 sessões abertas · 2 fatores",
  );
});
