import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { Contact, ContactStage } from "@/api/types";
import { focusCardAfter, focusMoved, focusRefused } from "./focus";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Board({ columns }: { columns: Partial<Record<ContactStage, string[]>> }) {
  return (
    <main>
      <input type="search" />
      <div data-board>
        {Object.entries(columns).map(([stage, ids]) => (
          <ul key={stage} data-stage={stage}>
            {ids.map((id) => (
              <li key={id}>
                <a href={`#${id}`} data-row-link data-record={id}>
                  {id}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </main>
  );
}

/** Hides the only card of a column, as a narrow screen does. */
const hide = (name: string) => Object.defineProperty(screen.getByText(name), "offsetParent", { value: null });
const focused = () => document.activeElement?.textContent;
const leave = (id: string, stage: ContactStage) => focusCardAfter({ id, stage } as Contact);

it("focus moves from a leaving card to the next one of its column, else to the one before", () => {
  render(<Board columns={{ new: ["a", "b", "c"], talking: ["d"] }} />);
  leave("b", "new");
  expect(focused()).toBe("c");
  leave("c", "new");
  expect(focused()).toBe("b");
});

it("focus moves from the last card of a column to a visible card of another one, else to the search field", () => {
  render(<Board columns={{ new: ["a"], talking: ["b"], proposal: ["c"] }} />);
  hide("a");
  leave("b", "talking");
  expect(focused()).toBe("c");
  hide("b");
  leave("c", "proposal");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

/** Moves a card, and draws the board with it in its new column, which is hidden if `isNarrow`. */
function move(
  id: string,
  from: ContactStage,
  isNarrow: boolean,
  after: Partial<Record<ContactStage, string[]>>,
) {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  focusMoved({ id, stage: from });
  return (rerender: (board: React.ReactElement) => void) => {
    rerender(<Board columns={after} />);
    if (isNarrow) hide(id);
    while (frames.length > 0) frames.shift()?.();
  };
}

it("focus follows a moved card into a visible column", () => {
  const { rerender } = render(<Board columns={{ new: ["a", "b"], won: [] }} />);
  move("a", "new", false, { new: ["b"], won: ["a"] })(rerender);
  expect(focused()).toBe("a");
});

it("focus moves to the next card when one was moved to a hidden column, else to the search field", () => {
  const { rerender } = render(<Board columns={{ new: ["a", "b", "c"], won: [] }} />);
  move("b", "new", true, { new: ["a", "c"], won: ["b"] })(rerender);
  expect(focused()).toBe("c");
  (document.activeElement as HTMLElement).blur();
  move("c", "new", true, { new: ["a"], won: ["b", "c"] })(rerender);
  expect(focused()).toBe("a");
  (document.activeElement as HTMLElement).blur();
  move("a", "new", true, { new: [], won: ["b", "c", "a"] })(rerender);
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

it("focus stays where it is when another card was moved to a hidden column, such as by an undo", () => {
  const { rerender } = render(<Board columns={{ new: ["a", "b"], won: [] }} />);
  screen.getByRole("searchbox").focus();
  move("a", "new", true, { new: ["b"], won: ["a"] })(rerender);
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
});

it.each([
  ["on the card", "a", "a"],
  ["nowhere, as after a drag,", null, "a"],
  ["on another card", "b", "b"],
])("focus that is %s follows a refused move or stays", (_, focusedId, expected) => {
  const frames: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
  const { rerender } = render(<Board columns={{ new: ["b"], won: ["a"] }} />);
  if (focusedId) screen.getByText(focusedId).focus();
  focusRefused({ id: "a", stage: "new" } as Contact);
  rerender(<Board columns={{ new: ["b"], talking: ["a"] }} />);
  while (frames.length > 0) frames.shift()?.();
  expect(focused()).toBe(expected);
});
