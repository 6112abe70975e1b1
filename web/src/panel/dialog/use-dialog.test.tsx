import { act, render, waitFor } from "@testing-library/react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";

import { type DialogState, useDialog } from "./use-dialog";

it("closing a dialog twice goes back once, to the entry that it was opened from", async () => {
  let dialog: DialogState<string> | undefined;
  const Screen = () => {
    dialog = useDialog<string>("editor");
    return dialog.opened;
  };
  const router = createBrowserRouter(["/", "/list"].map((path) => ({ path, Component: Screen })));
  render(<RouterProvider router={router} />);
  await act(() => router.navigate("/list"));
  const list = router.state.location.key;
  for (const value of ["a", "b"]) {
    act(() => dialog?.open(value));
    await waitFor(() => expect(dialog?.opened).toBe(value));
    const { close } = dialog ?? {};
    close?.();
    close?.();
    await waitFor(() => expect(dialog?.opened).toBeNull());
    close?.();
    expect(router.state.location.key).toBe(list);
  }
  act(() => window.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
});
