import { expect, it } from "vitest";

import { accountSchema } from "./editor";

const account = {
  full_name: "Ana",
  email: "ana@exemplo.com.br",
  password: "",
  role: "user",
  email_verified: false,
};

/** Returns the messages about a password. */
const problems = (password: string, { isNew = true, role = "user" } = {}) =>
  accountSchema(isNew)
    .safeParse({ ...account, password, role })
    .error?.issues.map(({ message }) => message) ?? [];

it("password length is counted in code points, as on the server", () => {
  expect(problems("😀😀😀")).toHaveLength(1);
  expect(problems("😀".repeat(6))).toEqual([]);
  expect(problems("😀".repeat(128))).toEqual([]);
  expect(problems("😀".repeat(129))).toEqual(["Use no máximo 128 caracteres."]);
});

it("minimum length of the password depends on the role", () => {
  expect(problems("a".repeat(11))).toEqual([]);
  expect(problems("a".repeat(11), { role: "editor" })).toHaveLength(1);
});

it("password may be blank only for an existing user", () => {
  expect(problems("")).toEqual(["Informe a senha."]);
  expect(problems("", { isNew: false })).toEqual([]);
});
