import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { type SearchBox, useSearchBox } from "./search-field";

const ask = vi.fn<(text: string) => void>();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  ask.mockReset();
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

const box = () => renderHook(({ asked }) => useSearchBox(asked, ask), { initialProps: { asked: "" } });

it("search runs after a pause, without surrounding spaces", () => {
  const { result } = box();
  type(result, "jo");
  wait(200);
  type(result, "joão ");
  wait(249);
  expect(ask).not.toHaveBeenCalled();
  wait(1);
  expect(ask.mock.calls).toEqual([["joão"]]);
});

it("typed text stays when the URL gets its search", () => {
  const { result, rerender } = box();
  type(result, "joão ");
  wait(250);
  rerender({ asked: "joão" });
  expect(result.current.text).toBe("joão ");
});

it("text typed after the search started stays", () => {
  const { result, rerender } = box();
  type(result, "jo");
  wait(250);
  type(result, "joã");
  rerender({ asked: "jo" });
  expect(result.current.text).toBe("joã");
});

it("going back in history restores the earlier search", () => {
  const { result, rerender } = box();
  type(result, "jo");
  wait(250);
  rerender({ asked: "jo" });
  rerender({ asked: "" });
  expect(result.current.text).toBe("");
  rerender({ asked: "jo" });
  expect(result.current.text).toBe("jo");
});

it("search waits while held", () => {
  const { result, rerender } = renderHook(({ isHeld }) => useSearchBox("", ask, isHeld), {
    initialProps: { isHeld: false },
  });
  type(result, "joão");
  rerender({ isHeld: true });
  wait(1000);
  expect(ask).not.toHaveBeenCalled();
  rerender({ isHeld: false });
  wait(250);
  expect(ask.mock.calls).toEqual([["joão"]]);
});

it("text of the field follows a change of the URL", () => {
  const { result, rerender } = box();
  rerender({ asked: "maria" });
  expect(result.current.text).toBe("maria");
  wait(1000);
  expect(ask).not.toHaveBeenCalled();
});
