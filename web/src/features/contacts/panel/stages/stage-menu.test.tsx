import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { StageMenu } from "./stage-menu";

afterEach(cleanup);

it.each([
  [1, "Marcar 1 contato como perdido", "Marcar como perdido"],
  [5, "Marcar 5 contatos como perdidos", "Marcar como perdidos"],
])(
  "dialog for the loss of %s contacts names their number, and returns the focus",
  async (count, title, action) => {
    const choose = vi.fn();
    render(<StageMenu count={count} busy={false} onChoose={choose} />);
    const user = userEvent.setup();
    const button = screen.getByRole("button", { name: "Mudar etapa dos selecionados" });
    const open = async () => {
      await user.click(button);
      await user.click(screen.getByRole("menuitem", { name: "Perdido" }));
      expect(screen.getByRole("dialog", { name: title })).toBeTruthy();
    };
    await open();
    await user.click(screen.getByRole("button", { name: "Cancelar" }));
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
    await open();
    await user.click(screen.getByRole("radio", { name: "Preço" }));
    await user.click(screen.getByRole("button", { name: action }));
    expect(choose).toHaveBeenCalledWith({ stage: "lost", lost_reason: "price", lost_text: "" });
    await vi.waitFor(() => expect(document.activeElement).toBe(button));
  },
);
