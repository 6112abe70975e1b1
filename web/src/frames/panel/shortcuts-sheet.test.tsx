import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { ShortcutsSheet } from "./shortcuts-sheet";

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
