import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import services from "../../../../../server/content/pages/services.json";
import { OtherServices } from "./service-page";
import { ServiceProcess } from "./services-page";

it("services page omits a process without steps", () => {
  const process = { ...services.process, steps: [] };
  expect(renderToStaticMarkup(<ServiceProcess process={process} />)).toBe("");
});

it("service page omits an empty list of other services", () => {
  expect(renderToStaticMarkup(<OtherServices title="Outras especialidades" others={[]} />)).toBe("");
});
