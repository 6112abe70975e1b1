/** Rules for the length of passwords. */
import { z } from "zod";

import { REGISTRATION_PASSWORD } from "@/api/limits";
import { isStaff } from "@/api/session";
import type { Role } from "@/api/types";
import { tooLong } from "@/panel/form/text-schema";

const STAFF_MIN = 12;
const DEFAULT_MIN = 6;

/** Returns the minimum length of passwords of a role. */
export function passwordMin(role: Role): number {
  const min = configuredMin();
  return isStaff({ role }) ? Math.max(min, STAFF_MIN) : min;
}

/** Returns the minimum for users who aren't staff, from the panel's HTML. */
function configuredMin(): number {
  const element = document.querySelector<HTMLMetaElement>('meta[name="password-min"]');
  return Number(element?.content) || DEFAULT_MIN;
}

/** Returns the rule for a new password of at least `min` characters. Zod counts code points, as the server does. */
export const passwordSchema = (min: number) =>
  z
    .string()
    .min(min, `A senha precisa ter pelo menos ${min} caracteres.`)
    .max(REGISTRATION_PASSWORD, tooLong(REGISTRATION_PASSWORD));
