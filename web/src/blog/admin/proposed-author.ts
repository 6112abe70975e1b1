/** Who a new post is by until its author says otherwise: the name of the account, which is another feature's to know. */
import { createContext, use } from "react";

import { BLANK } from "./post-fields";

const Context = createContext("");
export const ProposedAuthorProvider = Context.Provider;

export function useProposedAuthor(): string {
  return use(Context).trim() || BLANK.author;
}
