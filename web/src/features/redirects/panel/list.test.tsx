import { fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";

import { FULL_COVERAGE } from "@/api/list-page";
import type { ListedRedirect } from "@/api/types";
import { TooltipProvider } from "@/panel/controls/tooltip";
import { RecordList } from "@/panel/list/record-list";
import { useListState } from "@/panel/list/use-list-state";
import { CARDS, redirectColumns } from "./list";
import { REDIRECTS } from "./record";

const REASON = "Neste endereço já existe uma página do site.";
const TIME = "2026-11-20T12:00:00Z";
const active: ListedRedirect = {
  id: "1",
  from_path: "/antiga",
  to_url: "/sobre",
  is_permanent: true,
  hits: 1,
  last_hit_at: null,
  created_at: TIME,
  updated_at: TIME,
  deleted_at: null,
  inactive_because: null,
};
const inactive = { ...active, id: "2", from_path: "/blog/nova", inactive_because: REASON };

const edit = vi.fn<(redirect: { id: string }) => void>();

function List() {
  const ignore = () => undefined;
  return (
    <RecordList
      list={useListState(REDIRECTS)}
      records={{
        items: [active, inactive],
        total: 2,
        coverage: FULL_COVERAGE,
        next: null,
        isStale: false,
        failure: null,
        isFetching: false,
        retry: ignore,
      }}
      texts={{ one: "redirecionamento", many: "redirecionamentos" }}
      caption="Redirecionamentos"
      columns={redirectColumns({ onTrace: ignore, onEdit: edit, onDelete: ignore })}
      cards={CARDS}
      idOf={({ id }) => id}
      empty={null}
    />
  );
}

function show() {
  const router = createMemoryRouter([{ path: "/", Component: List }]);
  render(<RouterProvider router={router} />, { wrapper: TooltipProvider });
}

it("redirect without effect is marked with the reason", () => {
  show();
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows[1]).toContain("Permanente1 acesso");
  expect(rows[1]).not.toContain("Sem efeito");
  expect(rows[2]).toContain(`/sobre${REASON}Sem efeito`);
});

it("click on a row opens the redirect's editor", () => {
  show();
  const rows = [...document.querySelectorAll<HTMLElement>("[data-record]")];
  expect(rows.map(({ dataset }) => dataset["record"])).toEqual(["1", "2"]);
  const [row] = rows;
  if (row) fireEvent.click(row);
  expect(row?.matches("[data-row-link]")).toBe(true);
  expect(edit.mock.calls.map(([{ id }]) => id)).toEqual(["1"]);
});
