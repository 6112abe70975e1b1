import { afterEach, expect, it } from "vitest";

import { passwordMin } from "./password-rules";

afterEach(() => document.head.replaceChildren());

function setServerMinimum(min: number): void {
  const element = document.createElement("meta");
  element.name = "password-min";
  element.content = String(min);
  document.head.append(element);
}

it("minimum length is six characters, and twelve for staff, unless the server requires more", () => {
  const both = () => [passwordMin("user"), passwordMin("editor"), passwordMin("admin")];
  expect(both()).toEqual([6, 12, 12]);
  setServerMinimum(8);
  expect(both()).toEqual([8, 12, 12]);
  document.head.replaceChildren();
  setServerMinimum(20);
  expect(both()).toEqual([20, 20, 20]);
});
