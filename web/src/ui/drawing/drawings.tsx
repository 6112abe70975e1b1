/** The drawings that stand on the pictures of shared pages, by name. Read by scripts/drawings.mjs alone. */
import type { ReactNode } from "react";
import { Cover } from "./cover";
import { Growth } from "./growth";
import { Landscape } from "./landscape";
import { ServiceDrawing } from "./service-drawing";

export const drawings: Record<string, ReactNode> = {
  landscape: <Landscape title="" />,
  growth: <Growth title="" />,
  cover_cloud: <Cover name="cloud" />,
  cover_security: <Cover name="security" />,
  cover_ai: <Cover name="ai" />,
  cover_automation: <Cover name="automation" />,
  cover_backup: <Cover name="backup" />,
  cover_monitoring: <Cover name="monitoring" />,
  service_support: <ServiceDrawing name="support" />,
  service_security: <ServiceDrawing name="security" />,
  service_cloud: <ServiceDrawing name="cloud" />,
  service_development: <ServiceDrawing name="development" />,
  service_erp: <ServiceDrawing name="erp" />,
  service_database: <ServiceDrawing name="database" />,
};
