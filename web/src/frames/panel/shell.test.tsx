import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBrowserRouter, Outlet, RouterProvider } from "react-router";
import { expect, it } from "vitest";

import { useDialog } from "@/panel/dialog/use-dialog";
import { EditorDialog, useLeaving } from "@/panel/edit/editor-dialog";
import { LeaveGuard } from "./shell";

function Fields() {
  const { leave } = useLeaving(true);
  return <button onClick={leave}>Cancelar</button>;
}

function List() {
  const { opened, open, close } = useDialog<true>("editor");
  return (
    <>
      <button onClick={() => open(true)}>Abrir</button>
      {opened && (
        <EditorDialog title="Editor" onClose={close}>
          <Fields />
        </EditorDialog>
      )}
    </>
  );
}

async function openEditor() {
  const Layout = () => (
    <>
      <LeaveGuard />
      <Outlet />
    </>
  );
  const router = createBrowserRouter([{ Component: Layout, children: [{ path: "/", Component: List }] }]);
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  return { router, user };
}

const questions = () => screen.queryAllByText("Sair sem salvar?");

it("link to the screen behind an editor asks before unsaved input is lost", async () => {
  const { router, user } = await openEditor();
  await act(() => router.navigate("/"));
  await user.click(await screen.findByRole("button", { name: "Continuar editando" }));
  expect(screen.getByText("Editor")).toBeTruthy();
  await act(() => router.navigate("/"));
  await user.click(await screen.findByRole("button", { name: "Sair sem salvar" }));
  await waitFor(() => expect(screen.queryByText("Editor")).toBeNull());
});

it("Back button asks no second question while an editor asks about its input", async () => {
  const { router, user } = await openEditor();
  const editor = router.state.location.key;
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  await act(async () => {
    const left = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
    window.history.back();
    await left;
  });
  // The router returns to the entry.
  await waitFor(() => expect(window.history.state).toMatchObject({ key: editor }));
  expect(questions()).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Continuar editando" }));
  expect(questions()).toHaveLength(0);
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  await user.click(screen.getByRole("button", { name: "Sair sem salvar" }));
  await waitFor(() => expect(screen.queryByText("Editor")).toBeNull());
  expect(questions()).toHaveLength(0);
});
