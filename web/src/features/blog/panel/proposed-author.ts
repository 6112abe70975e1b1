/** The default author of a new post: the account's name, provided by another feature. */
import { createContext, use } from "react";

import { BLANK } from "./post-fields";

const Context = createContext("");
export const ProposedAuthorProvider = Context.Provider;

export function useProposedAuthor(): string {
  return use(Context).trim() || BLANK.author;
}
