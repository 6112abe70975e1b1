import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { assignees } from "../queries";
import { type AssignmentRecord, assignmentRules, formServices, withPerson } from "./record";
import { AssignmentScreen } from "./screen";

afterEach(cleanup);

const PEOPLE = ["Ana", "Bia", "Caio"].map((name) => ({ id: name, name, has_access: true }));

function show(turns: string[]) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const people = { turns, services: [], without_access: [] };
  const value: AssignmentRecord = { id: "assignment", mode: "round_robin", answerer: false, ...people };
  cache.setQueryData(assignmentRules.queryKey, { value, etag: '"1"' });
  cache.setQueryData(assignees.queryKey, PEOPLE);
  cache.setQueryData(formServices.queryKey, []);
  render(
    <QueryClientProvider client={cache}>
      <TooltipProvider>
        <RouterProvider router={createMemoryRouter([{ path: "/", Component: AssignmentScreen }])} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const select = () => screen.getByLabelText("Adicionar ao rodízio");

it("focus stays in the list of people after one is removed or moved to its end", async () => {
  const user = userEvent.setup();
  show(["Ana", "Bia"]);
  await user.click(button("Mover Ana para baixo"));
  expect(document.activeElement).toBe(button("Mover Ana para baixo"));
  await user.click(button("Tirar Bia do rodízio"));
  expect(document.activeElement).toBe(button("Tirar Ana do rodízio"));
  await user.click(button("Tirar Ana do rodízio"));
  expect(document.activeElement).toBe(select());
});

it("focus stays in the select after the last person is added", async () => {
  const user = userEvent.setup();
  show(["Ana", "Bia"]);
  await user.selectOptions(select(), "Caio");
  expect(document.activeElement).toBe(select());
  expect(select().hasAttribute("disabled")).toBe(false);
  expect(screen.getByText("Caio entrou no rodízio.")).toBeDefined();
});

it("service has its position after its person is changed", () => {
  const services = [
    { service: "Redes", user_id: "Ana" },
    { service: "Nuvem", user_id: "Bia" },
  ];
  expect(withPerson(withPerson(services, "Redes", "Caio"), "Redes", "Ana")).toEqual(services);
  expect(withPerson(services, "Redes", "")).toEqual([{ service: "Nuvem", user_id: "Bia" }]);
});
