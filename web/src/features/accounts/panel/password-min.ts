import type { Role } from "@/api/types";
import { isStaff } from "@/lib/session";

const STAFF = 12;
const VISITORS = 6;

/** How many characters the password of somebody with this role needs. */
export function passwordMin(role: Role): number {
  const visitors = visitorsMin();
  return isStaff({ role }) ? Math.max(visitors, STAFF) : visitors;
}

/** Whoever runs the server may ask visitors for more; it stands in the shell document. */
function visitorsMin(): number {
  const element = document.querySelector<HTMLMetaElement>('meta[name="password-min"]');
  return Number(element?.content) || VISITORS;
}
