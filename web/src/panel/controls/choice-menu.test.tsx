import { cleanup, render, screen } from "@testing-library/react";
import user_event from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { ChoiceMenu } from "./choice-menu";
import { runShortcut } from "@/panel/shortcuts";

const FRUITS = ["Abacate", "Banana", "Jaca"].map((label) => ({ value: label.toLowerCase(), label }));

afterEach(cleanup);

function open(busy = false) {
  const choose = vi.fn();
  render(
    <ChoiceMenu label="Trocar fruta" choices={FRUITS} busy={busy} onChoose={choose}>
      Fruta
    </ChoiceMenu>,
  );
  screen.getByRole("button", { name: "Trocar fruta" }).focus();
  return { user: user_event.setup(), choose };
}

it("does nothing until something is chosen, and gives the focus back", async () => {
  const { user, choose } = open();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("menuitem", { name: "Banana" })).toBe(document.activeElement);
  await user.keyboard("{Escape}");
  expect(choose).not.toHaveBeenCalled();
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(choose.mock.calls).toEqual([["banana"]]);
  await vi.waitFor(() =>
    expect(screen.getByRole("button", { name: "Trocar fruta" })).toBe(document.activeElement),
  );
});

it("stays closed while what was chosen before is under way", async () => {
  const { user } = open(true);
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("menu")).toBeNull();
});

it("keeps the letters typed into it from the screen's shortcuts", async () => {
  const { user } = open();
  const shortcut = vi.fn();
  const listener = (event: KeyboardEvent) => runShortcut(event, { j: shortcut });
  document.addEventListener("keydown", listener);
  await user.keyboard("{Enter}j");
  document.removeEventListener("keydown", listener);
  expect(screen.getByRole("menuitem", { name: "Jaca" })).toBe(document.activeElement);
  expect(shortcut).not.toHaveBeenCalled();
});
