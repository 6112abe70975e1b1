import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

import type { AboutPillars, HomeFeatures, HomeReasons, HomeServices } from "@/api/types";
import about from "../../../../../server/content/pages/about.json";
import home from "../../../../../server/content/pages/home.json";
import { Pillars } from "./about-page";
import { Features, Reasons, Services } from "./home-page";

const features = { ...home.features, items: [] } as HomeFeatures;
const services = { ...home.services, items: [] } as HomeServices;
const reasons = { ...home.reasons, items: [] } as HomeReasons;
const pillars = { ...about.pillars, items: [] } as AboutPillars;

it.each<[string, ReactElement]>([
  ["features", <Features features={features} />],
  ["services", <Services services={services} />],
  ["reasons", <Reasons reasons={reasons} />],
  ["pillars", <Pillars pillars={pillars} />],
])("section without %s is omitted", (_, section) => {
  expect(renderToStaticMarkup(section)).toBe("");
});
