import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import services from "../../../../../server/content/pages/services.json";
import { OtherServices } from "./service-page";
import { ServiceProcess } from "./services-page";

it("section without steps is left out", () => {
  const process = { ...services.process, steps: [] };
  expect(renderToStaticMarkup(<ServiceProcess process={process} />)).toBe("");
});

it("section without other services is left out", () => {
  expect(renderToStaticMarkup(<OtherServices title="Outras especialidades" others={[]} />)).toBe("");
});
