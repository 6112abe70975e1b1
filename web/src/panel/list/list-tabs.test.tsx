import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";

import { ListTabs } from "./list-tabs";

afterEach(cleanup);

const WIDTH = 100;

/** Renders ten tabs of 100 pixels in 300 pixels. Returns how far they are scrolled. */
function scrolledTo(current: number): number {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (this.tagName === "NAV") return new DOMRect(0, 0, 3 * WIDTH, 40);
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(index * WIDTH, 0, WIDTH, 40);
  });
  const tabs = Array.from({ length: 10 }, (_, index) => ({
    label: `Parte ${index}`,
    to: `/?part=${index}`,
    isCurrent: index === current,
  }));
  const router = createMemoryRouter([{ path: "/", element: <ListTabs label="Partes" tabs={tabs} /> }]);
  render(<RouterProvider router={router} />);
  return screen.getByRole("navigation").scrollLeft;
}

it("current tab outside of the frame is scrolled to its center", () => {
  expect(scrolledTo(6)).toBe(500);
});

it("visible current tab isn't scrolled", () => {
  expect(scrolledTo(2)).toBe(0);
});
