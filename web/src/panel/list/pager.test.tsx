import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import type { ListState } from "./list-state";
import { Pager } from "./pager";

afterEach(cleanup);

const LAST = { cursor: "c", next: null, shown: 1, size: 50, total: 101, state: { trail: ["", "b"] } };
const name = (cursor: string, { trail }: ListState) => `${cursor || "first"} after ${trail.length}`;

function show(page: Partial<Parameters<typeof Pager>[0]>) {
  return render(
    <Pager
      {...LAST}
      {...page}
      linkTo={(cursor) => <a href={`#${cursor}`}>there</a>}
      redirectTo={(cursor, state) => <p>to {name(cursor, state)}</p>}
    />,
  ).container.textContent;
}

it("says which rows are shown, of how many", () => {
  expect(show({})).toContain("101–101 de 101");
  expect(screen.getByRole("link", { name: "Anteriores" }).getAttribute("href")).toBe("#b");
});

it("leads from a last page without rows to the one before", () => {
  expect(show({ shown: 0 })).toBe("to b after 1");
  cleanup();
  expect(show({ shown: 0, state: { trail: [] } })).toBe("to first after 0");
});

it("stays on a page that is about to have rows, and on the first", () => {
  expect(show({ shown: 0, isStale: true })).toContain("Anteriores");
  cleanup();
  expect(show({ shown: 0, next: "d" })).toContain("Próximos");
  cleanup();
  expect(show({ shown: 0, cursor: "", state: { trail: [] } })).toBe("");
});
