import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import type { LayoutLabels, Passkey } from "@/api/types";
import type { Account } from "@/features/accounts/site/own-account/use-account";
import account from "../../../../../../server/content/pages/account.json";
import { PasskeyPart } from "./passkey-part";

vi.mock(import("@/ui/toast"), async (original) => ({ ...(await original()), showToast: vi.fn() }));

const PASSKEY: Passkey = {
  id: "1",
  name: "Celular",
  created_at: "2026-11-20T12:00:00Z",
  last_used_at: null,
};
const TEXT = account.security;

/** The passkeys of an account. After the first refresh there are none. */
function Part() {
  const [passkeys, setPasskeys] = useState([PASSKEY]);
  const refresh = () => {
    setPasskeys([]);
    return Promise.resolve();
  };
  return (
    <PasskeyPart
      text={TEXT}
      labels={{} as LayoutLabels}
      account={{ factor: { passkeys } } as unknown as Account}
      send={vi.fn()}
      refresh={refresh}
      fail={() => vi.fn()}
      onNewCodes={vi.fn()}
    />
  );
}

it("focus moves to the title of the passkeys when one is removed", async () => {
  render(<Part />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: `${TEXT.passkeys.remove} Celular` }));
  await user.click(await screen.findByRole("button", { name: TEXT.passkeys.remove_submit }));
  await vi.waitFor(() => expect(screen.queryByText("Celular")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: TEXT.passkeys.title }));
});
