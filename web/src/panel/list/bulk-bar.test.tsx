import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { expect, it, vi } from "vitest";

import { BulkButton } from "./bulk-bar";

it("button of the bulk bar keeps the focus while an action runs, and ignores clicks", async () => {
  const run = vi.fn();
  const button = (busy: boolean) => <BulkButton icon={Trash2} label="Excluir" busy={busy} onClick={run} />;
  const { rerender } = render(button(false));
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  rerender(button(true));
  const found = screen.getByRole<HTMLButtonElement>("button", { name: "Excluir" });
  expect(found.disabled).toBe(false);
  expect(found.getAttribute("aria-disabled")).toBe("true");
  await user.click(found);
  expect(run).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(found);
});
