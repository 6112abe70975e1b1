/** The audit log: who did what, and when. For administrators; nobody changes it. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "react-router";

import { Pager } from "@/panel/list/pager";
import { Screen } from "@/panel/screen";
import { auditPath } from "./audit-filter";
import { auditPage, PAGE_SIZE } from "./audit-queries";
import { AuditResults } from "./audit-results";
import { AuditToolbar } from "./audit-toolbar";
import { ExportButton } from "./export-button";
import { useAuditList } from "./use-audit-list";

export function AuditScreen() {
  const list = useAuditList();
  const page = useQuery(auditPage(list.filter));
  return (
    <Screen title="Registro de Auditoria" actions={<ExportButton filter={list.filter} />}>
      <AuditToolbar list={list} />
      <AuditResults page={page} list={list} />
      {page.data && (
        <Pager
          cursor={list.filter.cursor}
          next={page.data.next}
          shown={page.data.events.length}
          size={PAGE_SIZE}
          total={page.data.total}
          state={list.state}
          linkTo={(cursor, state) => <Link to={auditPath({ ...list.filter, cursor })} state={state} />}
        />
      )}
      <Outlet />
    </Screen>
  );
}
