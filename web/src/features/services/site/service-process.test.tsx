import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import services from "../../../../../server/content/pages/services.json";
import { ServiceProcess } from "./service-process";

it("section without steps is left out", () => {
  const process = { ...services.process, steps: [] };
  expect(renderToStaticMarkup(<ServiceProcess process={process} />)).toBe("");
});
