import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it } from "vitest";

import { dropStrayClicks } from "./double-click";

let done: string[] = [];
beforeAll(() => dropStrayClicks(document));
afterEach(() => {
  done = [];
  document.body.replaceChildren();
});

function button(name: string, onClick: (self: HTMLElement) => void = () => undefined): HTMLElement {
  const element = document.createElement("button");
  element.innerHTML = `<span>${name}</span>`;
  element.addEventListener("click", () => {
    done.push(name);
    onClick(element);
  });
  document.body.append(element);
  return element;
}

it("second click of a double click is dropped if the first has removed its button", async () => {
  const user = userEvent.setup();
  const first = button("first", (self) => self.remove());
  const second = button("second");
  await user.pointer([
    { keys: "[MouseLeft]", target: first },
    { keys: "[MouseLeft]", target: second },
  ]);
  expect(done).toEqual(["first"]);
});

it("quick clicks on a button that stays are counted", async () => {
  const user = userEvent.setup();
  const next = button("next", (self) => (self.innerHTML = "<span>next</span>"));
  await user.dblClick(next);
  await user.tripleClick(next);
  expect(done).toEqual(["next", "next", "next", "next", "next"]);
});

it("click by script is counted", async () => {
  const user = userEvent.setup();
  const first = button("first", (self) => self.remove());
  const second = button("second");
  await user.click(first);
  second.click();
  expect(done).toEqual(["first", "second"]);
});
