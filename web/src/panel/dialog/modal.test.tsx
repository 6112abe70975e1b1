import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { SaveForm } from "@/panel/edit/save-form";
import { Modal } from "./modal";

function Opener({ leaves = false }: { leaves?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Lista</h1>
      {!(leaves && isOpen) && <button onClick={() => setOpen(true)}>Abrir</button>}
      {isOpen && (
        <Modal title="Janela" onClose={() => setOpen(false)}>
          texto
        </Modal>
      )}
    </main>
  );
}

it("focus returns to the opener by default", async () => {
  render(<Opener />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Abrir"));
});

it("heading gets the focus if the opener was removed", async () => {
  render(<Opener leaves />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  screen.getByText("Lista").removeAttribute("aria-hidden");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Lista"), { timeout: 2000 });
});

function Field() {
  useLeaving(true);
  return <input aria-label="Nome" />;
}

it("focus returns to the field if the user chooses to continue editing", async () => {
  render(
    <EditorDialog title="Editor" onClose={() => undefined}>
      <Field />
    </EditorDialog>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText("Nome");
  await user.click(field);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("button", { name: "Continuar editando" }));
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it("form in a dialog doesn't submit the form that renders the dialog", async () => {
  const save = vi.fn<() => void>();
  const send = vi.fn<() => void>();
  render(
    <SaveForm onSave={send}>
      <Modal title="Assinatura" onClose={() => undefined}>
        <SaveForm onSave={save}>
          <button>Salvar</button>
        </SaveForm>
      </Modal>
    </SaveForm>,
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Salvar" }));
  expect(save).toHaveBeenCalledTimes(1);
  expect(send).not.toHaveBeenCalled();
});
