import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { DayField, FilterColumn } from "./list-toolbar";

afterEach(cleanup);

const field = (value: string) => (
  <DayField label="Até" value={value} min="2026-11-27" onChange={() => undefined} />
);
const input = () => screen.getByLabelText<HTMLInputElement>("Até");

it.each([
  ["a row", field("2026-11-26")],
  ["a column", <FilterColumn key="">{field("2026-11-26")}</FilterColumn>],
])("day before the first one is invalid in %s, and remains as it was typed", (_, shown) => {
  render(shown);
  expect(input().getAttribute("aria-invalid")).toBe("true");
  const { id } = screen.getByText("Antes da data inicial.");
  expect(input().getAttribute("aria-describedby")).toBe(id);
  expect(input().value).toBe("2026-11-26");
});

it.each(["", "2026-11-27"])("last day %j is valid", (value) => {
  render(field(value));
  expect(input().getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText("Antes da data inicial.")).toBeNull();
});
