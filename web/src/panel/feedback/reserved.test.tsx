import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { Reserved } from "./reserved";

class ImmediateObserver {
  readonly observe: () => void;
  readonly disconnect = () => undefined;
  constructor(changed: () => void) {
    this.observe = changed;
  }
}

test("content that loads again has the height of the last visit until it is loaded", () => {
  vi.stubGlobal("ResizeObserver", ImmediateObserver);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(44);
  const draw = (isLoaded: boolean) => (
    <Reserved name="filters" isLoaded={isLoaded}>
      <p>Filtros</p>
    </Reserved>
  );
  const heightOf = (container: Element) => (container.firstElementChild as HTMLElement).style.minHeight;

  const first = render(draw(false));
  expect(heightOf(first.container)).toBe("");
  first.rerender(draw(true));
  first.unmount();

  const second = render(draw(false));
  expect(heightOf(second.container)).toBe("44px");
  second.rerender(draw(true));
  expect(heightOf(second.container)).toBe("");
});
