import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import about from "../../../../../server/content/pages/about.json";
import home from "../../../../../server/content/pages/home.json";
import type { AboutPillars, HomeFeatures, HomeReasons, HomeServices } from "@/api/types";
import { Pillars } from "./about-pillars";
import { Features } from "./home-hero";
import { Reasons } from "./home-reasons";
import { Services } from "./home-services";

const features = { ...home.features, items: [] } as HomeFeatures;
const services = { ...home.services, items: [] } as HomeServices;
const reasons = { ...home.reasons, items: [] } as HomeReasons;
const pillars = { ...about.pillars, items: [] } as AboutPillars;

it.each<[string, ReactElement]>([
  ["features", <Features features={features} />],
  ["services", <Services services={services} />],
  ["reasons", <Reasons reasons={reasons} />],
  ["pillars", <Pillars pillars={pillars} />],
])("section without %s is left out", (_, section) => {
  expect(renderToStaticMarkup(section)).toBe("");
});
