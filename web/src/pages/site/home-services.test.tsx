import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import home from "../../../../server/content/pages/home.json";
import type { HomeServices } from "../../api/types";
import { Services } from "./home-services";

it("section without services is left out", () => {
  const services = { ...home.services, items: [] } as HomeServices;
  expect(renderToStaticMarkup(<Services services={services} />)).toBe("");
});
