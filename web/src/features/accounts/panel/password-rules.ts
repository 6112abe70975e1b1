/** Rules for the length of passwords. */
import { z } from "zod";

import type { Role } from "@/api/types";
import { isStaff } from "@/lib/session";

const STAFF = 12;
const VISITORS = 6;

/** Returns the minimum length of passwords of a role. */
export function passwordMin(role: Role): number {
  const visitors = visitorsMin();
  return isStaff({ role }) ? Math.max(visitors, STAFF) : visitors;
}

/** Returns the configured minimum for visitors, which the panel's HTML names. */
function visitorsMin(): number {
  const element = document.querySelector<HTMLMetaElement>('meta[name="password-min"]');
  return Number(element?.content) || VISITORS;
}

/** Returns the rule for a new password of at least `min` characters. */
export const passwordSchema = (min: number) =>
  z
    .string()
    .min(min, `A senha precisa ter pelo menos ${min} caracteres.`)
    .max(128, "Use no máximo 128 caracteres.");
