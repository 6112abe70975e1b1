/** What the list of contacts and the open contact share: the layout, the selection, and which composer is requested. */
import { createContext, useContext } from "react";

import type { Contact, ContactReply } from "@/api/types";
import type { Layout } from "@/features/contacts/panel/record";

/** The ways to answer a contact or to write about it. */
export type ComposerMode = "email" | "whatsapp" | "note";

/** A request to show the composer of a contact and to focus it. */
export interface ComposerRequest {
  id: string;
  mode: ComposerMode;
  /** Whether the composer reads its draft again, because a canceled reply or note was added to it. */
  isRestored?: boolean;
}

/** A reply that the user cancels. `name` is that of the contact. */
export type CanceledReply = Pick<ContactReply, "id" | "contact_id"> & Pick<Contact, "name">;

/** The selected contacts, on which the keys act. */
export interface Selection {
  ids: readonly string[];
  clear: () => void;
}

export interface Triage {
  layout: Layout;
  request: ComposerRequest | null;
  /** Called when the composer has the focus. */
  onRequestTaken: () => void;
  /** Opens a contact with a composer. */
  compose: (request: ComposerRequest) => void;
  archive: (ids: readonly string[]) => void;
  /** Asks for the assignee of contacts. */
  askAssignee: (ids: readonly string[]) => void;
  /** Cancels a reply that was just sent, and gives its text back to the composer. */
  cancelReply: (reply: CanceledReply) => void;
  setSelection: (selection: Selection | null) => void;
}

/** Without a screen around it, a contact has no list to act on. */
export const WITHOUT_LIST: Triage = {
  layout: "tabela",
  request: null,
  onRequestTaken: () => undefined,
  compose: () => undefined,
  archive: () => undefined,
  askAssignee: () => undefined,
  cancelReply: () => undefined,
  setSelection: () => undefined,
};

export const TriageContext = createContext<Triage>(WITHOUT_LIST);
export const useTriage = () => useContext(TriageContext);
