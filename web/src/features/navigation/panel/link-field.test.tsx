import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { LinkField } from "./link-field";
import { type LinkValue, ownAddress } from "./link-value";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form({ initial }: { initial: LinkValue }) {
  const [value, setValue] = useState(initial);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <LinkField label="URL/Link" value={value} onChange={setValue} />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

it("address of a linked page is read-only until it is unlinked", async () => {
  const user = userEvent.setup();
  render(<Form initial={{ url: "/sobre", target: { kind: "page", id: "about" } }} />);
  const box = screen.getByRole("textbox", { name: "URL/Link" });
  await user.type(box, "x");
  expect(box).toHaveProperty("value", "/sobre");
  await user.click(screen.getByRole("button", { name: "Desvincular URL/Link" }));
  await user.type(box, "#historia");
  expect(box).toHaveProperty("value", "/sobre#historia");
  expect(screen.queryByRole("button", { name: "Desvincular URL/Link" })).toBeNull();
});

it("address on this site without a page causes a warning", async () => {
  const user = userEvent.setup();
  const traced: (string | null)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const address = new URL(request.url, "http://localhost").searchParams.get("address");
    traced.push(address);
    const outcome = address === "/sobre" ? "page" : "missing";
    return Promise.resolve(Response.json([{ address, outcome }]));
  });
  const page = "/sobre#historia";
  render(<Form initial={{ url: page, target: null }} />);
  await vi.waitFor(() => expect(traced).toEqual(["/sobre"]));
  const box = screen.getByRole("textbox", { name: "URL/Link" });
  await user.clear(box);
  await user.type(box, "/nada");
  expect(await screen.findByText("Não há página em /nada. Confira o endereço.")).toBeTruthy();
  await user.clear(box);
  await user.type(box, "https://outro.com.br/nada");
  expect(screen.queryByText(/^Não há página/)).toBeNull();
});

it("links to records and to other sites aren't checked", () => {
  const origin = "https://www.exemplo.com.br";
  const page = { kind: "page", id: "about" } as const;
  expect(ownAddress({ url: "/sobre", target: page }, origin)).toBe("");
  expect(ownAddress({ url: "mailto:a@b.com.br", target: null }, origin)).toBe("");
  expect(ownAddress({ url: `${origin}/nada?x=1#y`, target: null }, origin)).toBe("/nada?x=1");
});
