/** The period of the stats, in the address of the dashboard. */
import { panelPaths } from "@/lib/paths";

export const PERIODS = [30, 90] as const;
export type Period = (typeof PERIODS)[number];

/** Parameter of the address; missing for the default period. */
const NAME = "days";

export function readPeriod(query: URLSearchParams): Period {
  return PERIODS.find((days) => String(days) === query.get(NAME)) ?? PERIODS[0];
}

export function periodPath(days: Period): string {
  return days === PERIODS[0] ? panelPaths.dashboard : `${panelPaths.dashboard}?${NAME}=${days}`;
}
