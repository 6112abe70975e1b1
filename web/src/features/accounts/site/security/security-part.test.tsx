import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { LayoutLabels } from "@/api/types";
import type { Account } from "@/features/accounts/site/own-account/use-account";
import content from "../../../../../../server/content/pages/account.json";
import { SecurityPart } from "./security-part";

vi.mock(import("@/ui/toast"), async (original) => ({ ...(await original()), showToast: vi.fn() }));

afterEach(() => vi.unstubAllGlobals());

const ACCOUNT = {
  profile: { email: "ana@exemplo.com" },
  sessions: [],
  factor: { totp_since: "2026-11-20T12:00:00Z", passkeys: [], recovery_codes_left: 1 },
} as unknown as Account;

it("new recovery codes are shown even if reloading the factors fails", async () => {
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit) =>
    Promise.resolve(
      method === "POST"
        ? Response.json({ codes: ["abcd-efgh"] })
        : Response.json({ code: "internal", message: "Erro" }, { status: 500 }),
    ),
  );
  const labels = { request_failed: "Erro na requisição" } as LayoutLabels;
  render(<SecurityPart content={content} labels={labels} account={ACCOUNT} change={vi.fn()} />);
  const user = userEvent.setup();
  const text = content.security.codes;
  await user.click(await screen.findByRole("button", { name: text.replace }));
  await user.click(await screen.findByRole("button", { name: text.replace_submit }));
  expect(await screen.findByText("abcd-efgh")).toBeTruthy();
});
