import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { hasUnsavedChanges, useUnsavedChanges } from "./unsaved-changes";

function closing(): Event {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

describe("unsaved changes", () => {
  it("keep the tab from closing until they are saved", () => {
    const { rerender, unmount } = renderHook(({ isDirty }) => useUnsavedChanges(isDirty), {
      initialProps: { isDirty: false },
    });
    expect([hasUnsavedChanges(), closing().defaultPrevented]).toEqual([false, false]);
    rerender({ isDirty: true });
    expect([hasUnsavedChanges(), closing().defaultPrevented]).toEqual([true, true]);
    rerender({ isDirty: false });
    expect([hasUnsavedChanges(), closing().defaultPrevented]).toEqual([false, false]);
    rerender({ isDirty: true });
    unmount();
    expect([hasUnsavedChanges(), closing().defaultPrevented]).toEqual([false, false]);
  });

  it("are forgotten at once by whoever saves and leaves", () => {
    const { result, unmount } = renderHook(() => useUnsavedChanges(true));
    expect(hasUnsavedChanges()).toBe(true);
    result.current.forget();
    expect(hasUnsavedChanges()).toBe(false);
    unmount();
  });

  it("of one form stay when another has none", () => {
    const first = renderHook(() => useUnsavedChanges(true));
    const second = renderHook(() => useUnsavedChanges(true));
    first.unmount();
    expect(hasUnsavedChanges()).toBe(true);
    second.unmount();
    expect(hasUnsavedChanges()).toBe(false);
  });
});
