/** The users manager: who may sign in, as what, and since when. */
import { useQuery } from "@tanstack/react-query";
import { MailPlus, UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { Link, Navigate, Outlet, useMatch } from "react-router";

import type { UserRecord } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { Pager } from "@/panel/list/pager";
import { Screen } from "@/panel/screen";
import { useRowKeys } from "@/panel/list/use-row-keys";
import { DeleteUserDialog } from "./delete-user-dialog";
import { useUserList } from "./use-user-list";
import { invitePath, newUserPath, usersPath } from "./user-filter";
import { PAGE_SIZE, userPage } from "./user-queries";
import { UserResults } from "./user-results";
import { UserToolbar } from "./user-toolbar";

export function UsersScreen() {
  const list = useUserList();
  const { filter, state } = list;
  const search = useRef<HTMLInputElement>(null);
  const page = useQuery(userPage(filter));
  const [doomed, setDoomed] = useState<UserRecord | null>(null);
  const isAlone = useMatch(paths.admin.users) !== null && doomed === null;
  useRowKeys(search, isAlone);

  return (
    <Screen title="Gerenciamento de Usuários" actions={<Actions />}>
      <UserToolbar list={list} searchRef={search} held={!isAlone} />
      <UserResults page={page} list={list} onDelete={setDoomed} />
      {page.data && (
        <Pager
          cursor={filter.cursor}
          next={page.data.next}
          shown={page.data.users.length}
          size={PAGE_SIZE}
          total={page.data.total}
          isStale={page.isPlaceholderData}
          state={state}
          linkTo={(cursor, state) => <Link to={usersPath({ ...filter, cursor })} state={state} />}
          redirectTo={(cursor, state) => (
            <Navigate replace to={usersPath({ ...filter, cursor })} state={state} />
          )}
        />
      )}
      <Outlet />
      {doomed && <DeleteUserDialog user={doomed} onClose={() => setDoomed(null)} />}
    </Screen>
  );
}

function Actions() {
  const { filter, state } = useUserList();
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <Link to={invitePath(filter)} state={state} data-invite>
          <MailPlus aria-hidden />
          Convidar
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link to={newUserPath(filter)} state={state} data-new-user>
          <UserPlus aria-hidden />
          Novo Usuário
        </Link>
      </Button>
    </div>
  );
}
