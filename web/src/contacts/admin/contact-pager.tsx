import { Link } from "react-router";

import { Pager } from "../../ui/panel/pager";
import { contactsPath } from "./contact-filter";
import { type ContactPage, PAGE_SIZE } from "./contact-queries";
import type { ContactList } from "./use-contact-list";

interface ContactPagerProps {
  page: ContactPage;
  list: ContactList;
}

export function ContactPager({ page, list: { filter, state } }: ContactPagerProps) {
  return (
    <Pager
      cursor={filter.cursor}
      next={page.next}
      shown={page.contacts.length}
      size={PAGE_SIZE}
      total={page.total}
      reach={page.reach}
      state={state}
      linkTo={(cursor, state) => <Link to={contactsPath({ ...filter, cursor })} state={state} />}
    />
  );
}
