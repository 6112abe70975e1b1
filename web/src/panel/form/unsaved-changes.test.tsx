import { renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import {
  discardChanges,
  forgetChanges,
  hasUnsavedChanges,
  mayLeave,
  onLeaving,
  useUnsavedChanges,
} from "./unsaved-changes";

function closing(): Event {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event;
}

describe("unsaved changes", () => {
  it("prevent closing the tab until they are saved", () => {
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

  it("are forgotten without another render", () => {
    const { result, unmount } = renderHook(() => useUnsavedChanges(true));
    expect(hasUnsavedChanges()).toBe(true);
    result.current.forget();
    expect(hasUnsavedChanges()).toBe(false);
    unmount();
  });

  it("of one form remain after another form is closed", () => {
    const first = renderHook(() => useUnsavedChanges(true));
    const second = renderHook(() => useUnsavedChanges(true));
    first.unmount();
    expect(hasUnsavedChanges()).toBe(true);
    second.unmount();
    expect(hasUnsavedChanges()).toBe(false);
  });

  it("are discarded in each unsaved form if the user leaves", () => {
    const [dirty, clean] = [vi.fn(), vi.fn()];
    const first = renderHook(() => useUnsavedChanges(true, dirty));
    const second = renderHook(() => useUnsavedChanges(false, clean));
    discardChanges();
    expect([dirty.mock.calls.length, clean.mock.calls.length]).toEqual([1, 0]);
    first.unmount();
    second.unmount();
  });

  it("are forgotten in all forms without being discarded", () => {
    const discard = vi.fn();
    const first = renderHook(() => useUnsavedChanges(true, discard));
    const second = renderHook(() => useUnsavedChanges(true, discard));
    forgetChanges();
    expect(hasUnsavedChanges()).toBe(false);
    expect(discard).not.toHaveBeenCalled();
    first.unmount();
    second.unmount();
  });

  it("are asked about before signing out", async () => {
    const ask = vi.fn(() => Promise.resolve(false));
    const stopListening = onLeaving(ask);
    expect(await mayLeave()).toBe(true);
    expect(ask).not.toHaveBeenCalled();
    const { unmount } = renderHook(() => useUnsavedChanges(true));
    expect(await mayLeave()).toBe(false);
    stopListening();
    expect(await mayLeave()).toBe(true);
    unmount();
  });
});
