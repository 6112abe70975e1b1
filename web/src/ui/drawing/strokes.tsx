/** The strokes of each drawing. Rendered by the server; browsers load this only for drawings that the HTML lacks. */
import type { ReactNode } from "react";

import { covers } from "./covers";
import type { DrawingName } from "./drawing";
import { Growth } from "./growth";
import { Box, line, route } from "./iso";
import { Landscape } from "./landscape";
import { services } from "./services";

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

/** Two ends of a cable that are not connected. */
function Unplugged() {
  return (
    <>
      <Cord along="-72 128, -72 98, 20 98" />
      <Box at={[10, 76, 0]} size={[56, 44, 28]} />
      <Box at={[66, 82, 8]} size={[18, 10, 12]} tone="accent" />
      <Box at={[66, 104, 8]} size={[18, 10, 12]} tone="accent" />
      <path
        className="stroke-control fill-none"
        strokeDasharray="2 5"
        strokeLinecap="round"
        d={line([90, 87, 14], [128, 87, 14]) + line([90, 109, 14], [128, 109, 14])}
      />
      <Cord along="190 98, 282 98, 282 62" />
      <Box at={[132, 70, -4]} size={[64, 56, 36]} tone="night" />
    </>
  );
}

function Cord({ along }: { along: string }) {
  const d = line(...route(along, 14));
  return (
    <g className="fill-none" strokeLinecap="round">
      <path className="stroke-ink" strokeWidth="13" d={d} />
      <path className="stroke-signal" strokeWidth="9" d={d} />
    </g>
  );
}
