import { cleanup, fireEvent, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";

import { EditorFrame } from "./editor-frame";
import { PLAIN_EDITOR } from "./use-versioned-record";

const saved = vi.fn<(name: string) => void>();

afterEach(() => {
  cleanup();
  saved.mockClear();
});

function Editor({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <EditorFrame layout="inline" editor={PLAIN_EDITOR} action="Salvar" onSave={() => saved(name)}>
      <input aria-label={name} />
      {children}
    </EditorFrame>
  );
}

const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
const press = () => userEvent.setup().keyboard("{Control>}s{/Control}");
const names = () => saved.mock.calls.flat();

it("Ctrl+S saves an open editor, wherever the focus is", async () => {
  const { getByLabelText } = render(
    <div role="dialog" tabIndex={-1}>
      <Editor name="a" />
    </div>,
  );
  await press();
  dialog()?.focus();
  await press();
  getByLabelText("a").focus();
  await press();
  expect(names()).toEqual(["a", "a", "a"]);
});

it("Ctrl+S saves the editor in the uppermost dialog only", async () => {
  render(
    <>
      <Editor name="screen" />
      <div role="dialog">
        <Editor name="dialog" />
      </div>
      <div role="dialog" data-side="bottom">
        A list of choices, which isn't a modal dialog
      </div>
    </>,
  );
  await press();
  expect(names()).toEqual(["dialog"]);
});

it("Ctrl+S while a question is open neither saves the editor below nor opens the browser's dialog", () => {
  render(
    <>
      <Editor name="a" />
      <div role="dialog">Sair sem salvar?</div>
    </>,
  );
  const isUnhandled = fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  expect(isUnhandled).toBe(false);
  expect(saved).not.toHaveBeenCalled();
});

it("Ctrl+S saves the focused one of several editors, and ignores editors in hidden tabs", async () => {
  const { getByLabelText, rerender } = render(
    <>
      <Editor name="a" />
      <Editor name="b" />
    </>,
  );
  await press();
  expect(saved).not.toHaveBeenCalled();
  getByLabelText("a").focus();
  await press();
  expect(names()).toEqual(["a"]);
  rerender(
    <>
      <Editor name="c" />
      <div hidden>
        <Editor name="d" />
      </div>
    </>,
  );
  await press();
  expect(names()).toEqual(["a", "c"]);
});

it("holding Ctrl+S saves once", () => {
  render(<Editor name="a" />);
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true });
  fireEvent.keyDown(document.body, { key: "s", ctrlKey: true, repeat: true });
  expect(saved).toHaveBeenCalledOnce();
});
