import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { BarChart } from "./bar-chart";

const bars = [
  { id: "a", name: "quinta-feira", shortName: "19/11", value: 0 },
  { id: "b", name: "sexta-feira", shortName: "20/11", value: 3 },
];

function show() {
  const { container } = render(
    <BarChart label="Dia" bars={bars} labelEvery={7} describe={(value) => `${value} contatos`} />,
  );
  return { chart: screen.getByRole("slider", { name: "Dia" }), container };
}

it("arrow keys move between bars and announce their values", async () => {
  const { chart } = show();
  const keys = userEvent.setup();
  await keys.tab();
  expect(document.activeElement).toBe(chart);
  expect(chart.getAttribute("aria-valuetext")).toBe("sexta-feira: 3 contatos");
  await keys.keyboard("{ArrowLeft}");
  expect(chart.getAttribute("aria-valuetext")).toBe("quinta-feira: 0 contatos");
  expect(chart.getAttribute("aria-valuenow")).toBe("1");
  expect(chart.textContent).toContain("quinta-feira0 contatos");
  await keys.tab();
  expect(chart.textContent).not.toContain("quinta-feira");
});

it("bar under the pointer is shown until the pointer leaves", () => {
  const { chart } = show();
  chart.getBoundingClientRect = () => new DOMRect(100, 0, 200, 200);
  fireEvent.pointerMove(chart, { clientX: 150 });
  expect(chart.textContent).toContain("quinta-feira");
  fireEvent.pointerLeave(chart);
  expect(chart.textContent).not.toContain("quinta-feira");
});

it("bar of value zero has no height, and the highest bar fills the chart", () => {
  const { container } = show();
  const heights = [...container.querySelectorAll("rect")].map((bar) => Number(bar.getAttribute("height")));
  expect(heights).toEqual([0, 180]);
});
