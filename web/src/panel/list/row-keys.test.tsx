import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { RowAction } from "./row-actions";
import { ShortcutsHint, useRowKeys } from "./row-keys";
import { SearchField } from "./search-field";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Hides a row, as the column of a narrow board. */
const hide = (row: HTMLElement | null): void => {
  if (row) Object.defineProperty(row, "offsetParent", { value: null });
};

/** A link outside of the lists, a hidden list, and a list whose rows have only buttons. */
function Rows() {
  useRowKeys(true);
  return (
    <>
      <a href="#new" data-record="new">
        Adicionar
      </a>
      <ul>
        <li>
          <button data-record="hidden" ref={hide}>
            Editar
          </button>
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

/** A list whose results load when `load` is clicked. */
function Searchable() {
  const [search, setSearch] = useState("");
  const [loaded, setLoaded] = useState("");
  useRowKeys(true, { search, areLoaded: loaded === search });
  return (
    <main>
      <SearchField search={search} onSearch={setSearch} label="Buscar" placeholder="" />
      <ul>
        {["a", "b"].map((id) => (
          <li key={id}>
            <a href={`#${id}`} data-row-link aria-current={id === "b" || undefined}>
              {loaded + id}
            </a>
          </li>
        ))}
      </ul>
      <button tabIndex={-1} onPointerDown={() => setLoaded(search)}>
        load
      </button>
    </main>
  );
}

it.each(["Enter", "ArrowDown"])(
  "%s in the search focuses the first result once it is loaded",
  async (key) => {
    Element.prototype.scrollIntoView = () => undefined;
    render(<Searchable />);
    const user = userEvent.setup();
    const field = screen.getByRole("searchbox");
    await user.type(field, `{${key}}`);
    expect(document.activeElement?.textContent).toBe("a");
    await user.type(field, `jo{${key}}`);
    expect(document.activeElement).toBe(field);
    fireEvent.pointerDown(screen.getByText("load"));
    expect(document.activeElement?.textContent).toBe("joa");
  },
);

it("focus stays in the search if the user types on before the results are loaded", async () => {
  render(<Searchable />);
  const user = userEvent.setup();
  const field = screen.getByRole("searchbox");
  await user.type(field, "jo{Enter}{Backspace}");
  fireEvent.pointerDown(screen.getByText("load"));
  expect(document.activeElement).toBe(field);
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

it.each([
  [true, "open row"],
  [false, "search"],
])(
  "focus moves to the list when the button of the keys gets hidden, with an open row: %s",
  (isOpen, name) => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    render(
      <main>
        <input type="search" aria-label="search" />
        {isOpen && (
          <a href="#row" data-row-link aria-current aria-label="open row">
            Ana
          </a>
        )}
        <ShortcutsHint rowsOpen />
      </main>,
    );
    const button = screen.getByRole("button", { name: /Desligar atalhos de uma tecla/ });
    Object.defineProperty(button, "offsetParent", { value: document.body, configurable: true });
    button.focus();
    fireEvent.click(button);
    expect(document.activeElement).toBe(button);
    Object.defineProperty(button, "offsetParent", { value: null });
    fireEvent.click(screen.getByRole("button", { name: "Ligar atalhos de uma tecla" }));
    expect(document.activeElement).toBe(screen.getByLabelText(name));
  },
);
