import { Link, Navigate } from "react-router";

import { Pager } from "@/panel/list/pager";
import { contactsPath } from "./contact-filter";
import { type ContactPage, PAGE_SIZE } from "./contact-queries";
import type { ContactList } from "./use-contact-list";

interface ContactPagerProps {
  page: ContactPage;
  isStale: boolean;
  list: ContactList;
}

export function ContactPager({ page, isStale, list: { filter, state } }: ContactPagerProps) {
  return (
    <Pager
      cursor={filter.cursor}
      next={page.next}
      shown={page.contacts.length}
      size={PAGE_SIZE}
      total={page.total}
      reach={page.reach}
      isStale={isStale}
      state={state}
      linkTo={(cursor, state) => <Link to={contactsPath({ ...filter, cursor })} state={state} />}
      redirectTo={(cursor, state) => (
        <Navigate replace to={contactsPath({ ...filter, cursor })} state={state} />
      )}
    />
  );
}
