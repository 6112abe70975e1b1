import { expect, it } from "vitest";

import content from "../../../../../server/content/pages/auth.json";
import { checkNewPassword, checkSignIn, checkSignUp } from "./check-account";

const { errors } = content;

it("sign-in needs an email and a password of any length", () => {
  expect(checkSignIn({ email: "", password: "" }, errors)).toEqual({
    email: errors.email_missing,
    password: errors.password_missing,
  });
  expect(checkSignIn({ email: "ana@exemplo.com", password: "x" }, errors)).toEqual({});
});

it("sign-up needs a name, a valid email and a password of the minimum length", () => {
  expect(checkSignUp({ full_name: "", email: "ana", password: "1234567" }, errors, 8)).toEqual({
    full_name: errors.full_name_missing,
    email: errors.email_invalid,
    password: errors.password_short,
  });
  const ana = { full_name: "Ana", email: "ana@exemplo.com", password: "12345678" };
  expect(checkSignUp(ana, errors, 8)).toEqual({});
});

it("password length is counted in code points", () => {
  expect(checkNewPassword("😀😀😀", errors, 6)).toEqual({ password: errors.password_short });
});
