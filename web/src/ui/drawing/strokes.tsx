/** The strokes of each drawing. Rendered by the server; browsers load this only for drawings that its HTML lacks. */
import type { ReactNode } from "react";

import { covers } from "./covers";
import type { DrawingName } from "./drawing";
import { Growth } from "./growth";
import { Landscape } from "./landscape";
import { services } from "./services";
import { Unplugged } from "./unplugged";

export const strokes: Record<DrawingName, () => ReactNode> = {
  landscape: Landscape,
  growth: Growth,
  unplugged: Unplugged,
  cover_cloud: covers.cloud,
  cover_security: covers.security,
  cover_ai: covers.ai,
  cover_automation: covers.automation,
  cover_backup: covers.backup,
  cover_monitoring: covers.monitoring,
  service_support: services.support,
  service_security: services.security,
  service_cloud: services.cloud,
  service_development: services.development,
  service_erp: services.erp,
  service_database: services.database,
};
