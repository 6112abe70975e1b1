import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { Button } from "./button";

afterEach(cleanup);

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
