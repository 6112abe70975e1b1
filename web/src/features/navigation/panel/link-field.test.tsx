import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { LinkField } from "./link-field";
import type { LinkValue } from "./link-value";

afterEach(cleanup);

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
