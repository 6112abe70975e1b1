import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { focusNeighborRow, focusRow, useFocusHandover } from "./focus-row";

function Row({ id }: { id: string }) {
  return (
    <tr ref={useFocusHandover<HTMLTableRowElement>(() => focusNeighborRow([id]))}>
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
      <table>
        <tbody>
          {ids.map((id) => (
            <Row key={id} id={id} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const link = (name: string) => screen.getByRole("link", { name });
const search = () => screen.getByRole("searchbox");
const focused = () => document.activeElement;

it("focus moves from a removed row to the next row, else to the previous one, else to the search field", () => {
  const { rerender } = render(<List ids={["a", "b", "c", "d"]} />);
  link("b").focus();
  rerender(<List ids={["a", "d"]} />);
  expect(focused()).toBe(link("d"));
  rerender(<List ids={["a"]} />);
  expect(focused()).toBe(link("a"));
  rerender(<List ids={[]} />);
  expect(focused()).toBe(search());
});

it("focus stays when another row is removed", () => {
  const { rerender } = render(<List ids={["a", "b"]} />);
  search().focus();
  rerender(<List ids={["a"]} />);
  expect(focused()).toBe(search());
});

it("focus skips all rows that are about to be removed", () => {
  render(<List ids={["a", "b", "c", "d"]} />);
  focusNeighborRow(["b", "c"]);
  expect(focused()).toBe(link("d"));
  focusNeighborRow(["c", "d"]);
  expect(focused()).toBe(link("b"));
  focusNeighborRow(["a", "b", "c", "d"]);
  expect(focused()).toBe(search());
});

it("first row gets the focus for a record that isn't listed", () => {
  render(<List ids={["a", "b"]} />);
  focusRow("b");
  expect(focused()).toBe(link("b"));
  focusRow("c");
  expect(focused()).toBe(link("a"));
});
