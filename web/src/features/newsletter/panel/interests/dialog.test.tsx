import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Interests } from "@/api/types";
import { InterestsDialog } from "./dialog";
import { INTERESTS } from "./record";

const answer: Interests = {
  available: [
    { slug: "redes", name: "Redes" },
    { slug: "nuvem", name: "Nuvem" },
  ],
  offered: [{ slug: "redes", name: "Redes" }],
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("dialog of the interests asks before it closes if they were changed", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  const close = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InterestsDialog onClose={close} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText("Nuvem"));
  await user.keyboard("{Escape}");
  expect(close).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Continuar editando" }));
  await user.click(screen.getByLabelText("Nuvem"));
  await user.keyboard("{Escape}");
  expect(close).toHaveBeenCalledOnce();
});

it("interests that another person has chosen meanwhile are offered, too", async () => {
  const offered = [{ slug: "backup", name: "Backup" }];
  const sent: unknown[] = [];
  let isRead = false;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PUT") {
      const current = isRead ? { ...answer, offered } : answer;
      isRead = true;
      return Response.json(current);
    }
    sent.push(await request.json());
    const refusal = Response.json({ code: "precondition_failed", message: "Mudou." }, { status: 412 });
    return sent.length === 1 ? refusal : Response.json(answer);
  });
  const close = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InterestsDialog onClose={close} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText("Nuvem"));
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  // The other person has removed 'redes' and added 'backup'.
  expect(sent).toEqual([
    { slugs: ["redes", "nuvem"], seen: ["redes"] },
    { slugs: ["backup", "nuvem"], seen: ["backup"] },
  ]);
});

it("interests of two people conflict only if there are too many", () => {
  const many = (prefix: string) => Array.from({ length: 11 }, (_, index) => `${prefix}${index}`);
  const [mine, theirs] = [many("a"), many("b")];
  const merged = INTERESTS.merge([], mine, theirs);
  expect(merged.draft).toEqual(mine);
  expect(merged.conflicts.map(({ name }) => name)).toEqual(["slugs"]);
  expect(INTERESTS.take(merged.draft, theirs, ["slugs"])).toEqual(theirs);
  expect(INTERESTS.merge([], mine, theirs.slice(0, 9)).conflicts).toEqual([]);
});
