import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Interests } from "@/api/types";
import { InterestsDialog } from "./dialog";

const answer: Interests = {
  available: [
    { slug: "redes", name: "Redes" },
    { slug: "nuvem", name: "Nuvem" },
  ],
  offered: [{ slug: "redes", name: "Redes" }],
};

afterEach(() => vi.unstubAllGlobals());

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
