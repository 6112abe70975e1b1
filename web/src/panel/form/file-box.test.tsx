import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { FileBox } from "./file-box";

const file = new File(["a"], "a.csv", { type: "text/csv" });

/** Drops a file on a box; returns the calls of `onFiles` and whether the browser's default action, opening it, was prevented. */
function dropOn(disabled: boolean) {
  const onFiles = vi.fn();
  render(<FileBox label="Escolher arquivo" hint="CSV" accept=".csv" disabled={disabled} onFiles={onFiles} />);
  const box = screen.getByRole("presentation");
  fireEvent.dragOver(box);
  const drop = createEvent.drop(box, { dataTransfer: { files: [file] } });
  fireEvent(box, drop);
  return { calls: onFiles.mock.calls, isPrevented: drop.defaultPrevented };
}

it("box takes dropped files", () => {
  expect(dropOn(false)).toEqual({ calls: [[[file]]], isPrevented: true });
});

it("disabled box ignores dropped files, and the browser doesn't open them", () => {
  expect(dropOn(true)).toEqual({ calls: [], isPrevented: true });
});
