import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { expect, it } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { RowAction } from "./row-actions";
import { ShortcutsHint, useRowKeys } from "./row-keys";

/** A link outside of the lists, a hidden list, and a list whose rows have only buttons. */
function Rows() {
  useRowKeys(true);
  return (
    <>
      <a href="#new" data-record="new">
        Adicionar
      </a>
      <ul hidden>
        <li>
          <button data-record="hidden">Editar</button>
        </li>
      </ul>
      <ul>
        {["a", "b"].map((id) => (
          <li key={id}>
            <button data-record={id}>Editar</button>
            <button>Excluir</button>
          </li>
        ))}
      </ul>
    </>
  );
}

it("j and k move between the visible rows, even if these have no link", async () => {
  render(<Rows />);
  const user = userEvent.setup();
  const focused = () => (document.activeElement as HTMLElement).dataset["record"];
  await user.keyboard("j");
  expect(focused()).toBe("a");
  await user.tab();
  await user.keyboard("j");
  expect(focused()).toBe("b");
  await user.keyboard("k");
  expect(focused()).toBe("a");
});

function Deletable() {
  useRowKeys(true);
  return (
    <ul>
      <li>
        <RowAction
          icon={Trash2}
          label="Apagar"
          name="Apagar a"
          record="a"
          isDanger
          onClick={() => undefined}
        />
      </li>
    </ul>
  );
}

it("j doesn't move to a row whose only action is dangerous", async () => {
  render(<Deletable />, { wrapper: TooltipProvider });
  await userEvent.setup().keyboard("j");
  expect(document.activeElement).toBe(document.body);
});

it("hint names Enter only for rows that open", () => {
  const { rerender } = render(<ShortcutsHint rowsOpen />);
  expect(screen.queryByText("abrir")).not.toBeNull();
  rerender(<ShortcutsHint rowsOpen={false} />);
  expect(screen.queryByText("abrir")).toBeNull();
});
