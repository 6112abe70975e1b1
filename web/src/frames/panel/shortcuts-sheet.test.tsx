import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { ShortcutsSheet } from "./shortcuts-sheet";

afterEach(cleanup);

it.each([
  ["support", ["Em todo o painel", "Nas listas", "Nos contatos"]],
  ["writer", ["Em todo o painel", "Nas listas", "Ao escrever um post"]],
])("sheet for %s has only shortcuts that the role can use", (role, titles) => {
  const user = { id: "u1", username: "ana", full_name: "Ana", email: "ana@exemplo.com.br", role };
  localStorage.setItem("auth_token", "t");
  localStorage.setItem("auth_user", JSON.stringify(user));
  render(<ShortcutsSheet onClose={() => undefined} />);
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual(titles);
  localStorage.clear();
});

it.each([
  ["without check boxes", "", false],
  ["with check boxes", "<td data-area='select'><input type='checkbox'></td>", true],
])("key that selects rows in a list %s", (_, box, isListed) => {
  const list = document.body.appendChild(document.createElement("table"));
  list.innerHTML = `<tr>${box}<td><a data-row-link href="/">Ana</a></td></tr>`;
  render(<ShortcutsSheet onClose={() => undefined} />);
  expect(screen.queryByText("Marcar a linha") !== null).toBe(isListed);
  list.remove();
});
