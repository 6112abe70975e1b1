import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { focusNeighborRow, focusRow, neighborRow, useFocusHandover } from "./focus-row";

function Row({ id }: { id: string }) {
  return (
    <tr ref={useFocusHandover<HTMLTableRowElement>(() => focusNeighborRow(id))}>
      <td>
        <a href={`#${id}`} data-record={id}>
          {id}
        </a>
      </td>
    </tr>
  );
}

function List({ ids }: { ids: readonly string[] }) {
  return (
    <>
      <main>
        <input type="search" />
      </main>
      {ids.length > 0 && (
        <table>
          <tbody>
            {ids.map((id) => (
              <Row key={id} id={id} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

const link = (name: string) => screen.getByRole("link", { name });
const search = () => screen.getByRole("searchbox");
const focused = () => document.activeElement;

it("focus moves from a removed row to the next row, else to the previous one, else to the search field", async () => {
  const { rerender } = render(<List ids={["a", "b", "c", "d"]} />);
  const show = async (...ids: string[]) => {
    rerender(<List ids={ids} />);
    await Promise.resolve();
  };
  link("b").focus();
  await show("a", "d");
  expect(focused()).toBe(link("d"));
  await show("a");
  expect(focused()).toBe(link("a"));
  await show();
  expect(focused()).toBe(search());
});

it("focus moves to the first row if all rows are replaced", async () => {
  const { rerender } = render(<List ids={["a", "b"]} />);
  link("a").focus();
  rerender(<List ids={["c", "d"]} />);
  await Promise.resolve();
  expect(focused()).toBe(link("c"));
});

it("focus isn't moved when the whole screen is removed with the focused row", async () => {
  const { unmount } = render(<List ids={["a"]} />);
  link("a").focus();
  unmount();
  render(<List ids={["b"]} />);
  await Promise.resolve();
  expect(focused()).toBe(document.body);
});

it("focus stays when another row is removed", () => {
  const { rerender } = render(<List ids={["a", "b"]} />);
  search().focus();
  rerender(<List ids={["a"]} />);
  expect(focused()).toBe(search());
});

it("neighbor of rows that are about to be removed is the row after them, else before them", () => {
  render(<List ids={["a", "b", "c", "d"]} />);
  expect(neighborRow(["b", "c"])).toBe("d");
  expect(neighborRow(["c", "d"])).toBe("b");
  expect(neighborRow(["a", "b", "c", "d"])).toBeUndefined();
});

it("first row gets the focus for a record that isn't listed", () => {
  render(<List ids={["a", "b"]} />);
  focusRow("b");
  expect(focused()).toBe(link("b"));
  focusRow("c");
  expect(focused()).toBe(link("a"));
});
