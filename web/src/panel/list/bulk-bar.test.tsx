import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { afterEach, expect, it, vi } from "vitest";

import { BulkBar, BulkButton } from "./bulk-bar";

afterEach(cleanup);

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

it.each([
  ["in the bar", ["b"], "Limpar seleção", "c"],
  ["in the bar, with all rows selected,", ["a", "b", "c"], "Limpar seleção", "a"],
  ["nowhere, as after a dialog,", ["b"], null, "c"],
  ["elsewhere", ["b"], "a", "a"],
])("focus that is %s is on a row, or unmoved, after an action", (_, ids, focused, expected) => {
  const run = vi.fn<(clear: () => void) => null>(() => null);
  const selection = { ids, isAll: false, selectAll: () => undefined, clear: () => undefined };
  render(
    <>
      {["a", "b", "c"].map((id) => (
        <button key={id} data-record={id}>
          {id}
        </button>
      ))}
      <BulkBar
        bulk={{
          label: "Ações",
          selected: ["selecionado", "selecionados"],
          actions: (_, clear) => run(clear),
        }}
        selection={selection}
      />
    </>,
  );
  if (focused) screen.getByRole("button", { name: focused }).focus();
  run.mock.lastCall?.[0]();
  expect(document.activeElement?.textContent).toBe(expected);
});
