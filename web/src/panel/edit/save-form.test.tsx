import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { Button } from "@/panel/controls/button";
import { TextArea } from "@/panel/form/field";
import { submitByKey } from "@/panel/form/submit-by-key";
import { SaveForm } from "./save-form";

const save = vi.fn<() => void>();
const keyboard = (keys: string) => userEvent.setup().keyboard(keys);

afterEach(() => {
  cleanup();
  save.mockClear();
});

function show({ busy = false, hasButton = true } = {}) {
  render(
    <SaveForm onSave={save}>
      <TextArea label="Texto" onKeyDown={submitByKey} />
      {hasButton && (
        <Button type="submit" busy={busy}>
          Salvar
        </Button>
      )}
    </SaveForm>,
  );
  screen.getByLabelText("Texto").focus();
}

it("Ctrl+S and Ctrl+Enter save the form", async () => {
  show();
  await keyboard("{Control>}s{/Control}");
  expect(save).toHaveBeenCalledTimes(1);
  await keyboard("{Control>}{Enter}{/Control}");
  expect(save).toHaveBeenCalledTimes(2);
});

it("keys don't save a form that is being saved or has no button", async () => {
  for (const state of [{ busy: true }, { hasButton: false }]) {
    show(state);
    await keyboard("{Control>}s{Enter}{/Control}");
    cleanup();
  }
  expect(save).not.toHaveBeenCalled();
});
