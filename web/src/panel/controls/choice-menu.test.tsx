import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { runShortcut } from "@/panel/shortcuts";
import { ChoiceMenu } from "./choice-menu";

const FRUITS = ["Abacate", "Banana", "Jaca"].map((label) => ({ value: label.toLowerCase(), label }));

function open(busy = false) {
  const choose = vi.fn();
  render(
    <ChoiceMenu label="Trocar fruta" choices={FRUITS} busy={busy} onChoose={choose}>
      Fruta
    </ChoiceMenu>,
  );
  screen.getByRole("button", { name: "Trocar fruta" }).focus();
  return { user: userEvent.setup(), choose };
}

it("only choosing an item has an effect, and the focus returns to the button", async () => {
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

it("busy menu stays closed", async () => {
  const { user } = open(true);
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("menu")).toBeNull();
});

it("letters typed in the menu run no shortcuts of the screen", async () => {
  const { user } = open();
  const shortcut = vi.fn();
  const listener = (event: KeyboardEvent) => runShortcut(event, { j: shortcut });
  document.addEventListener("keydown", listener);
  await user.keyboard("{Enter}j");
  document.removeEventListener("keydown", listener);
  expect(screen.getByRole("menuitem", { name: "Jaca" })).toBe(document.activeElement);
  expect(shortcut).not.toHaveBeenCalled();
});
