import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { type SearchBox, useSearchBox } from "./search-field";

const search = vi.fn<(text: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  search.mockReset();
});

function type(result: { current: SearchBox }, text: string): void {
  act(() => {
    result.current.setText(text);
  });
}

function wait(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const box = () =>
  renderHook(({ current }) => useSearchBox(current, search), { initialProps: { current: "" } });

it("search runs after a pause, without surrounding spaces", () => {
  const { result } = box();
  type(result, "jo");
  wait(200);
  type(result, "joão ");
  wait(249);
  expect(search).not.toHaveBeenCalled();
  wait(1);
  expect(search.mock.calls).toEqual([["joão"]]);
});

it("typed text is unchanged when the URL gets the search", () => {
  const { result, rerender } = box();
  type(result, "joão ");
  wait(250);
  rerender({ current: "joão" });
  expect(result.current.text).toBe("joão ");
});

it("text that was typed after the search started is unchanged when the URL changes", () => {
  const { result, rerender } = box();
  type(result, "jo");
  wait(250);
  type(result, "joã");
  rerender({ current: "jo" });
  expect(result.current.text).toBe("joã");
});

it("going back in history restores the earlier search", () => {
  const { result, rerender } = box();
  type(result, "jo");
  wait(250);
  rerender({ current: "jo" });
  rerender({ current: "" });
  expect(result.current.text).toBe("");
  rerender({ current: "jo" });
  expect(result.current.text).toBe("jo");
});

it("search doesn't start while it is held", () => {
  const { result, rerender } = renderHook(({ isHeld }) => useSearchBox("", search, isHeld), {
    initialProps: { isHeld: false },
  });
  type(result, "joão");
  rerender({ isHeld: true });
  wait(1000);
  expect(search).not.toHaveBeenCalled();
  rerender({ isHeld: false });
  wait(250);
  expect(search.mock.calls).toEqual([["joão"]]);
});

it("leaving the field restarts the pause, so that a row can open first", () => {
  const { result, rerender } = renderHook(({ isHeld }) => useSearchBox("", search, isHeld), {
    initialProps: { isHeld: false },
  });
  type(result, "joão");
  wait(200);
  act(() => result.current.restartPause());
  wait(200);
  expect(search).not.toHaveBeenCalled();
  rerender({ isHeld: true });
  wait(1000);
  expect(search).not.toHaveBeenCalled();
});

it("text of the field follows a change of the URL", () => {
  const { result, rerender } = box();
  rerender({ current: "maria" });
  expect(result.current.text).toBe("maria");
  wait(1000);
  expect(search).not.toHaveBeenCalled();
});
