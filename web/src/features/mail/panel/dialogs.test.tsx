import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { OutboxMessage } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { LinkDialog } from "./dialogs";

afterEach(() => vi.unstubAllGlobals());

it("link of a message is requested once, although the list behind its dialog is drawn again", async () => {
  const url = "https://exemplo.com/auth/convite#x";
  const fetch = vi.fn(() => Promise.resolve(Response.json({ url })));
  vi.stubGlobal("fetch", fetch);
  const cache = new QueryClient();
  const message = { id: "1", to_email: "ana@exemplo.com" } as OutboxMessage;
  const dialog = () => (
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <LinkDialog message={message} onClose={() => undefined} />
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(dialog());
  await screen.findByTitle(url);
  rerender(dialog());
  await vi.waitFor(() => expect(cache.isMutating()).toBe(0));
  expect(fetch).toHaveBeenCalledOnce();
  expect(screen.getByTitle(url)).toBeTruthy();
});
