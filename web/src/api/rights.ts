import type { Role, User } from "./types";

/** The other roles whose rights a role has. */
const INCLUDED_ROLES: Readonly<Record<Role, readonly Role[]>> = {
  admin: ["editor", "support", "writer", "user"],
  editor: ["support", "writer", "user"],
  support: ["user"],
  writer: ["user"],
  user: [],
};

/** Returns whether a user may do everything that a role may do. */
export function hasRightsOf(user: Pick<User, "role"> | undefined, role: Role): boolean {
  return user !== undefined && (user.role === role || INCLUDED_ROLES[user.role].includes(role));
}
