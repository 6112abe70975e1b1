import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { TooltipProvider } from "@/panel/controls/tooltip";
import { ReorderList } from "./reorder-list";

function Fruits({ locked = false }: { locked?: boolean }) {
  const [fruits, setFruits] = useState(["Abacate", "Banana", "Caju"]);
  return (
    <TooltipProvider>
      <ReorderList
        label="Frutas"
        items={fruits}
        keyOf={(fruit) => fruit}
        nameOf={(fruit) => fruit}
        onReorder={setFruits}
        locked={locked}
      >
        {(fruit, controls) => (
          <>
            {controls?.handle}
            <span data-testid="fruit">{fruit}</span>
            {controls?.buttons}
          </>
        )}
      </ReorderList>
    </TooltipProvider>
  );
}

const order = () => screen.getAllByTestId("fruit").map((fruit) => fruit.textContent);
const announced = () => screen.getByRole("status").textContent;
const button = (name: string) => screen.getByRole("button", { name });

it("keyboard moves a row, announces its position, and Esc cancels", async () => {
  const user = userEvent.setup();
  render(<Fruits />);
  button("Mover Abacate").focus();
  await user.keyboard(" {ArrowDown}{ArrowDown}{ArrowDown}");
  expect(order()).toEqual(["Banana", "Caju", "Abacate"]);
  expect(announced()).toBe("Abacate: posição 3 de 3.");
  await user.keyboard("{Escape}");
  expect(order()).toEqual(["Abacate", "Banana", "Caju"]);
  expect(announced()).toContain("voltou à posição 1 de 3");
  await user.keyboard("{Enter}{End}{ArrowUp}{Enter}");
  expect(order()).toEqual(["Banana", "Abacate", "Caju"]);
  expect(announced()).toBe("Abacate ficou na posição 2 de 3.");
  expect(document.activeElement).toBe(button("Mover Abacate"));
});

it("leaving the handle cancels the move", async () => {
  const user = userEvent.setup();
  render(<Fruits />);
  button("Mover Caju").focus();
  await user.keyboard(" {ArrowUp}{Tab}");
  expect(order()).toEqual(["Abacate", "Banana", "Caju"]);
  expect(button("Mover Caju").getAttribute("aria-pressed")).toBe("false");
});

it("buttons move a row up to the ends of the list", async () => {
  const user = userEvent.setup();
  render(<Fruits />);
  await user.click(button("Mover Caju para cima"));
  expect(order()).toEqual(["Abacate", "Caju", "Banana"]);
  await user.click(button("Mover Banana para baixo"));
  await user.click(button("Mover Abacate para cima"));
  expect(order()).toEqual(["Abacate", "Caju", "Banana"]);
  expect(button("Mover Abacate para cima").getAttribute("aria-disabled")).toBe("true");
});

it("locked list has no controls", () => {
  render(<Fruits locked />);
  expect(screen.queryAllByRole("button")).toEqual([]);
  expect(order()).toEqual(["Abacate", "Banana", "Caju"]);
});

it("rows of a table can be moved", async () => {
  const user = userEvent.setup();
  function Table() {
    const [fruits, setFruits] = useState(["Abacate", "Banana"]);
    return (
      <TooltipProvider>
        <ReorderList
          label="Frutas"
          items={fruits}
          keyOf={(fruit) => fruit}
          nameOf={(fruit) => fruit}
          onReorder={setFruits}
          table={(rows) => <table>{rows}</table>}
        >
          {(fruit, controls) => (
            <>
              <td data-testid="fruit">{fruit}</td>
              <td>{controls?.buttons}</td>
            </>
          )}
        </ReorderList>
      </TooltipProvider>
    );
  }
  render(<Table />);
  expect(screen.getAllByRole("row")).toHaveLength(2);
  await user.click(button("Mover Abacate para baixo"));
  expect(order()).toEqual(["Banana", "Abacate"]);
});
