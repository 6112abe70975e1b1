import { expect, it } from "vitest";

import type { ContactListView } from "@/api/types";
import { CONTACTS } from "@/features/contacts/panel/record";
import { captionOf } from "./texts";

it.each<[ContactListView, RegExp]>([
  ["all", /atrasados primeiro/],
  ["late", /prazo mais próximo/],
  ["next_steps", /próximos passos, o mais próximo primeiro/],
  ["spam", /^Contatos, do mais recente/],
  ["trash", /^Contatos, do mais recente/],
])("caption of the view %s states its order when late contacts come first", (view, caption) => {
  expect(captionOf({ ...CONTACTS.defaults, view, order: "late_first" })).toMatch(caption);
});
