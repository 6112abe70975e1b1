import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { Button } from "./button";

it("double click on a button with `once` runs its action once", async () => {
  const user = userEvent.setup();
  const [remove, step] = [vi.fn(), vi.fn()];
  render(
    <>
      <Button once onClick={remove}>
        Excluir
      </Button>
      <Button onClick={step}>Próximo</Button>
    </>,
  );
  await user.dblClick(screen.getByRole("button", { name: "Excluir" }));
  await user.dblClick(screen.getByRole("button", { name: "Próximo" }));
  expect([remove.mock.calls.length, step.mock.calls.length]).toEqual([1, 2]);
  screen.getByRole("button", { name: "Excluir" }).focus();
  await user.keyboard("{Enter}");
  expect(remove).toHaveBeenCalledTimes(2);
});

it("button with `aria-disabled` keeps the focus, ignores clicks and doesn't submit its form", async () => {
  const user = userEvent.setup();
  const [run, submit] = [vi.fn(), vi.fn()];
  render(
    <form onSubmit={submit}>
      <Button type="submit" aria-disabled onClick={run}>
        Salvar
      </Button>
    </form>,
  );
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Salvar" });
  await user.click(button);
  expect([button.disabled, document.activeElement]).toEqual([false, button]);
  expect([run.mock.calls.length, submit.mock.calls.length]).toEqual([0, 0]);
});

it("busy button keeps the focus, ignores clicks and doesn't submit its form", async () => {
  const user = userEvent.setup();
  const [run, submit] = [vi.fn(), vi.fn()];
  const form = (isBusy: boolean) => (
    <form onSubmit={submit}>
      <input aria-label="Nome" />
      <Button type="submit" busy={isBusy} onClick={run}>
        Salvar
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button", { name: "Salvar" });
  button.focus();
  rerender(form(true));
  expect(document.activeElement).toBe(button);
  await user.click(button);
  await user.type(screen.getByLabelText("Nome"), "{Enter}");
  expect([run.mock.calls.length, submit.mock.calls.length]).toEqual([0, 0]);
});
