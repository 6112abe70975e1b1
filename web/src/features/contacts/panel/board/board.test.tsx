import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";

import { type ContactFilter, CONTACTS } from "@/features/contacts/panel/record";
import { ArchivedHint } from "./board";

afterEach(cleanup);

function hint(change: Partial<ContactFilter>) {
  render(<ArchivedHint filter={{ ...CONTACTS.defaults, ...change }} />, { wrapper: MemoryRouter });
  return screen.queryByRole("link", { name: "Ver na tabela" });
}

it("board of all contacts links to the archived ones, which it leaves out", () => {
  const link = hint({ search: "sol", visao: "quadro", closed: "all" });
  expect(link?.getAttribute("href")).toBe("/admin/contacts?search=sol&status=archived&visao=tabela");
});

it.each([{ view: "waiting" }, { status: "archived" }] as const)(
  "board with %j says nothing about archived contacts",
  (change) => expect(hint(change)).toBeNull(),
);
