import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import type { BoardColumn } from "@/api/types";
import { type ColumnState, isSearchedInPart } from "./board";
import type { CardControls } from "./board-card";
import { Column } from "./column";

afterEach(cleanup);

/** Returns the text of an empty column. */
function textOf(search: string, totals: Omit<BoardColumn, "stage">) {
  const board = { stage: "new", ...totals } as const;
  const column: ColumnState = {
    stage: "new",
    cards: [],
    isStale: false,
    totals: board,
    isSearchedInPart: isSearchedInPart(search, board),
    hasMore: false,
    isLoadingMore: false,
    loadMore: () => undefined,
    error: null,
    retry: () => undefined,
  };
  render(
    <Column
      column={column}
      isShown
      drag={null}
      help=""
      controls={{} as CardControls}
      showsAllClosed={false}
      onShowAllClosed={undefined}
    />,
  );
  return screen.getByRole("region").textContent;
}

it("column says that a search of two letters looked at its first contacts only", () => {
  const text = textOf("zé", { count: 0, has_more: true, value_cents: null });
  expect(text).toContain("Nenhum entre os primeiros contatos desta etapa.");
  expect(text).not.toContain("0+");
});

it("column says that it is empty if all of its contacts were searched", () => {
  const text = textOf("zé", { count: 0, has_more: false, value_cents: null });
  expect(text).toContain("Nenhum contato nesta etapa.");
});

it("column says why it has no sum of values", () => {
  const text = textOf("", { count: 10_000, has_more: true, value_cents: null });
  expect(text).toContain("Sem soma: contatos demais");
});
