/** Checks the values of the account forms, to show errors early. The server checks them again. */
import type { AuthContent } from "@/api/types";
import type { Values } from "./use-form";

type Errors = AuthContent["errors"];

export function checkSignIn(values: Values, errors: Errors): Values {
  return {
    ...checkEmail(values, errors),
    ...(values["password"] ? {} : { password: errors.password_missing }),
  };
}

export function checkSignUp(values: Values, errors: Errors, min: number): Values {
  const name = values["full_name"] ? {} : { full_name: errors.full_name_missing };
  const password = checkNewPassword(values["password"] ?? "", errors, min);
  return { ...name, ...checkSignIn(values, errors), ...password };
}

export function checkEmail(values: Values, errors: Pick<Errors, "email_missing" | "email_invalid">): Values {
  const email = values["email"] ?? "";
  if (!email) return { email: errors.email_missing };
  return /^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: errors.email_invalid };
}

export function checkNewPassword(
  password: string,
  errors: Pick<Errors, "password_missing" | "password_short">,
  /** Minimum number of characters. */
  min: number,
): Values {
  if (!password) return { password: errors.password_missing };
  return Array.from(password).length < min ? { password: errors.password_short } : {};
}
