import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import type { BoardCard, ContactStage } from "@/api/types";
import { focusCardAfter } from "./focus";

afterEach(cleanup);

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
const leave = (id: string, stage: ContactStage) => focusCardAfter({ id, stage } as BoardCard);

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
