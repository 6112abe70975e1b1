import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";

import { defineList } from "./list-codec";
import { RowLink } from "./row-link";

const LIST = defineList("/lista", { filters: {} });

it("row is scrolled into view when its record opens", async () => {
  const scrolled: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    scrolled.push(this.textContent);
  });
  const rows = (
    <ul>
      {["a", "b"].map((id) => (
        <li key={id}>
          <RowLink codec={LIST} id={id} path={`/lista/${id}`}>
            {id}
          </RowLink>
        </li>
      ))}
    </ul>
  );
  const router = createMemoryRouter([{ path: "*", element: rows }], { initialEntries: ["/lista"] });
  render(<RouterProvider router={router} />);
  expect(scrolled).toEqual([]);
  await act(() => router.navigate("/lista/b"));
  expect(screen.getByRole("link", { current: true }).textContent).toBe("b");
  expect(scrolled).toEqual(["b"]);
});
