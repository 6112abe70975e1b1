import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { focusWhenDrawn } from "./focus-when-drawn";

const find = () => document.querySelector<HTMLElement>("#row");
const fallback = () => document.querySelector<HTMLElement>("#add");

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button id="add"></button><button id="other"></button>';
});
afterEach(() => vi.useRealTimers());

function draw(): void {
  document.body.insertAdjacentHTML("beforeend", '<button id="row"></button>');
}

it("row that is drawn some frames later gets the focus", () => {
  focusWhenDrawn(find, fallback);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(document.body);
  draw();
  vi.advanceTimersToNextFrame();
  expect(document.activeElement).toBe(find());
});

it("fallback element gets the focus if the row is never drawn", () => {
  focusWhenDrawn(find, fallback);
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(fallback());
});

it("element that has the focus keeps it if the row is never drawn", () => {
  const other = document.querySelector<HTMLElement>("#other");
  other?.focus();
  focusWhenDrawn(find, fallback);
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(other);
});

it("focus stays where the user has moved it in the meantime", () => {
  focusWhenDrawn(find, fallback);
  vi.advanceTimersToNextFrame();
  const other = document.querySelector<HTMLElement>("#other");
  other?.focus();
  draw();
  vi.advanceTimersByTime(1_000);
  expect(document.activeElement).toBe(other);
});
