import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { Edition } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { EditionResults } from "./results";

afterEach(() => vi.unstubAllGlobals());

const NO_RESULTS = { delivered: 0, bounced: 0, failed: 0, canceled: 0, unsubscribed: 0, leads: 0 };

/** Shows the results of an edition that is being sent. */
function show(recipients: number, queued: number) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ...NO_RESULTS, recipients, queued })));
  const edition = { id: "1", state: "sending", queued_at: null, is_archived: true } as Edition;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <EditionResults edition={edition} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

it.each([
  [0, 0, "Preparando o envio…"],
  [200, 150, "50 de 200 enviados até agora; os demais entram na fila aos poucos."],
])("progress of %d recipients with %d queued mails is shown", async (recipients, queued, text) => {
  show(recipients, queued);
  expect(await screen.findByText(text)).toBeTruthy();
});
