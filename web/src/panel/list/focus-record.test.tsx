import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { focusRecord, focusNeighbor, useFocusHandover } from "./focus-record";

afterEach(cleanup);

function Row({ id }: { id: string }) {
  return (
    <tr ref={useFocusHandover(id)}>
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

it("goes to the next row when its own goes, then to the one before, then to the search", () => {
  const { rerender } = render(<List ids={["a", "b", "c", "d"]} />);
  link("b").focus();
  rerender(<List ids={["a", "d"]} />);
  expect(focused()).toBe(link("d"));
  rerender(<List ids={["a"]} />);
  expect(focused()).toBe(link("a"));
  rerender(<List ids={[]} />);
  expect(focused()).toBe(search());
});

it("stays where it is when another row goes", () => {
  const { rerender } = render(<List ids={["a", "b"]} />);
  search().focus();
  rerender(<List ids={["a"]} />);
  expect(focused()).toBe(search());
});

it("passes over all that are leaving", () => {
  render(<List ids={["a", "b", "c", "d"]} />);
  focusNeighbor(["b", "c"]);
  expect(focused()).toBe(link("d"));
  focusNeighbor(["c", "d"]);
  expect(focused()).toBe(link("b"));
  focusNeighbor(["a", "b", "c", "d"]);
  expect(focused()).toBe(search());
});

it("goes to the first row for a contact that isn't listed", () => {
  render(<List ids={["a", "b"]} />);
  focusRecord("b");
  expect(focused()).toBe(link("b"));
  focusRecord("c");
  expect(focused()).toBe(link("a"));
});
