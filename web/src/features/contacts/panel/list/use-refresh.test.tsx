import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { contactKeys } from "../queries";
import { useRefresh } from "./use-refresh";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function List({ openId }: { openId: string }) {
  useRefresh(true, openId);
  return (
    <>
      <section aria-label="Responder">
        <textarea aria-label="Resposta" />
      </section>
      <button>Linha</button>
    </>
  );
}

/** Shows the list. Returns the keys that were fetched again since the last call, and the function that opens a contact. */
function show() {
  const cache = new QueryClient();
  const refreshed = vi.spyOn(cache, "invalidateQueries").mockResolvedValue();
  const list = (openId: string) => (
    <QueryClientProvider client={cache}>
      <List openId={openId} />
    </QueryClientProvider>
  );
  const { rerender } = render(list("a"));
  const keys = () => refreshed.mock.calls.splice(0).map(([filters]) => filters?.queryKey);
  return { keys, open: (id: string) => rerender(list(id)) };
}

const ALL = [contactKeys.lists, contactKeys.board, contactKeys.summary];
const wait = () => vi.advanceTimersByTime(10_000);
const type = () => screen.getByLabelText("Resposta").focus();

it("rows and counts are fetched again at an interval", () => {
  const { keys, open } = show();
  wait();
  expect(keys()).toEqual(ALL);
  open("b");
  expect(keys()).toEqual([]);
});

it("rows that are due while the user types are fetched once another contact is open", () => {
  const { keys, open } = show();
  type();
  wait();
  fireEvent.keyUp(screen.getByLabelText("Resposta"));
  expect(keys()).toEqual([]);
  open("b");
  expect(keys()).toEqual(ALL);
});

it("rows that are due while the user types are fetched once a click has moved the focus", () => {
  const { keys } = show();
  type();
  wait();
  screen.getByText("Linha").focus();
  expect(keys()).toEqual([]);
  fireEvent.click(screen.getByText("Linha"));
  expect(keys()).toEqual(ALL);
  fireEvent.click(screen.getByText("Linha"));
  expect(keys()).toEqual([]);
});
