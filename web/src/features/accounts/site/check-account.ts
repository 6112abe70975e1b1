/**
 * Checks the values of the account forms before they are sent. Each function returns the error messages by field. The server
 * checks the values again.
 */
import type { AuthContent } from "@/api/types";
import type { Values } from "./use-form";

type Messages = AuthContent["errors"];

export function checkSignIn(values: Values, messages: Messages): Values {
  return {
    ...checkEmail(values, messages),
    ...(values["password"] ? {} : { password: messages.password_missing }),
  };
}

export function checkSignUp(values: Values, messages: Messages, min: number): Values {
  const name = values["full_name"] ? {} : { full_name: messages.full_name_missing };
  const password = checkNewPassword(values["password"] ?? "", messages, min);
  return { ...name, ...checkSignIn(values, messages), ...password };
}

export function checkEmail(
  values: Values,
  messages: Pick<Messages, "email_missing" | "email_invalid">,
): Values {
  const email = values["email"] ?? "";
  if (!email) return { email: messages.email_missing };
  return /^[^\s@]+@[^\s@]+$/.test(email) ? {} : { email: messages.email_invalid };
}

export function checkNewPassword(
  password: string,
  messages: Pick<Messages, "password_missing" | "password_short">,
  /** Minimum number of code points. */
  min: number,
): Values {
  if (!password) return { password: messages.password_missing };
  return Array.from(password).length < min ? { password: messages.password_short } : {};
}
