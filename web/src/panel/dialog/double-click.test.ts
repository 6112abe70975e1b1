import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it } from "vitest";

import { dropStrayClicks } from "./double-click";

let clicked: string[] = [];
beforeAll(() => dropStrayClicks(document));
afterEach(() => {
  clicked = [];
  document.body.replaceChildren();
});

function button(name: string, onClick: (self: HTMLElement) => void = () => undefined): HTMLElement {
  const element = document.createElement("button");
  element.innerHTML = `<span>${name}</span>`;
  element.addEventListener("click", () => {
    clicked.push(name);
    onClick(element);
  });
  document.body.append(element);
  return element;
}

it("second click of a double click is dropped if the first click has removed the button", async () => {
  const user = userEvent.setup();
  const first = button("first", (self) => self.remove());
  const second = button("second");
  await user.pointer([
    { keys: "[MouseLeft]", target: first },
    { keys: "[MouseLeft]", target: second },
  ]);
  expect(clicked).toEqual(["first"]);
});

it("all quick clicks on a button that remains have an effect", async () => {
  const user = userEvent.setup();
  const next = button("next", (self) => (self.innerHTML = "<span>next</span>"));
  await user.dblClick(next);
  await user.tripleClick(next);
  expect(clicked).toEqual(["next", "next", "next", "next", "next"]);
});

it("click by a script has an effect after a button was removed", async () => {
  const user = userEvent.setup();
  const first = button("first", (self) => self.remove());
  const second = button("second");
  await user.click(first);
  second.click();
  expect(clicked).toEqual(["first", "second"]);
});
