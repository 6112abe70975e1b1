import type { AuthContent } from "../../api/types";
import type { Values } from "./use-form";

/** The server decides; this only spares a visitor the way there. */
export const PASSWORD_MIN_LENGTH = 6;

type Errors = AuthContent["errors"];

export function checkSignIn(values: Values, errors: Errors): Values {
  return {
    ...checkEmail(values, errors),
    ...(values["password"] ? {} : { password: errors.password_missing }),
  };
}

export function checkSignUp(values: Values, errors: Errors): Values {
  const name = values["full_name"] ? {} : { full_name: errors.full_name_missing };
  return { ...name, ...checkSignIn(values, errors), ...checkNewPassword(values["password"] ?? "", errors) };
}

export function checkEmail(values: Values, errors: Pick<Errors, "email_missing" | "email_invalid">): Values {
  const email = values["email"] ?? "";
  if (!email) return { email: errors.email_missing };
  return /^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: errors.email_invalid };
}

export function checkNewPassword(
  password: string,
  errors: Pick<Errors, "password_missing" | "password_short">,
): Values {
  if (!password) return { password: errors.password_missing };
  return Array.from(password).length < PASSWORD_MIN_LENGTH ? { password: errors.password_short } : {};
}
