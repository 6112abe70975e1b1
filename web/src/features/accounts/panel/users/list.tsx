/** Columns of the list of users. */
import { Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";

import type { UserRecord } from "@/api/types";
import { useIsOwnAccount } from "@/features/accounts/panel/session";
import { panelPaths } from "@/lib/paths";
import { Badge, OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { Tooltip } from "@/panel/controls/tooltip";
import { formatDate } from "@/panel/format";
import { type Cards, column, type RecordColumn } from "@/panel/list/record-list";
import { RowAction } from "@/panel/list/row-actions";
import { RowLink } from "@/panel/list/row-link";
import { useListState } from "@/panel/list/use-list-state";
import { describeAccess, describeSecurity } from "./access-text";
import { USERS } from "./queries";
import { ROLES } from "./role";

export const CARDS: Cards = {
  narrow: '"name actions" "role status" "access access" "date date" / minmax(0, 1fr) auto',
  medium: '"name role access actions" "name status date actions" / minmax(0, 1.2fr) 8rem minmax(0, 1fr) auto',
};

export const columnsOf = (onDelete: (user: UserRecord) => void): RecordColumn<UserRecord>[] => [
  column("name", "Usuário", (user) => <Name user={user} />, {
    width: "minmax(0, 1.6fr)",
    className: "overflow-visible",
  }),
  column("role", "Perfil", ({ role }) => <OptionBadge options={ROLES} value={role} />, {
    width: "7.5rem",
    className: "@max-lines:py-1 @lines:@max-table:self-end",
  }),
  column("status", "Status", (user) => <Status user={user} />, {
    width: "9rem",
    className: "@lines:@max-table:self-start",
  }),
  column("access", "Última entrada", (user) => <Access user={user} />, {
    width: "12.5rem",
    className: "whitespace-normal @lines:@max-table:self-end",
  }),
  column("date", "Criado em", (user) => <Created user={user} />, {
    width: "6rem",
    className: "text-[0.8125rem] @lines:@max-table:self-start",
  }),
  column("actions", "Ações", (user) => <Actions user={user} onDelete={onDelete} />, {
    width: "4.5rem",
    className: "@max-lines:self-start",
  }),
];

function Name({ user }: { user: UserRecord }) {
  return (
    <>
      <RowLink
        codec={USERS}
        id={user.id}
        path={panelPaths.user(user.id)}
        {...(user.disabled_at !== null && { className: "text-muted line-through" })}
      >
        {user.full_name}
      </RowLink>
      <span className="block truncate" title={user.email}>
        {user.email}
      </span>
    </>
  );
}

function Status({ user }: { user: UserRecord }) {
  return (
    <span className="flex flex-wrap gap-1">
      {user.email_verified ? <Badge tone="success">Verificado</Badge> : <Badge>Não verificado</Badge>}
      {user.disabled_at !== null && <Badge tone="warning">Desativado</Badge>}
    </span>
  );
}

function Access({ user }: { user: UserRecord }) {
  return (
    <>
      {user.last_login_at !== null && <span className="@table:hidden">Entrada em </span>}
      {describeAccess(user)}
      <span className="block text-xs">{describeSecurity(user)}</span>
    </>
  );
}

function Created({ user: { created_at } }: { user: UserRecord }) {
  return (
    <>
      <span className="@table:hidden">Criado em </span>
      <time dateTime={created_at}>{formatDate(created_at)}</time>
    </>
  );
}

function Actions({ user, onDelete }: { user: UserRecord; onDelete: (user: UserRecord) => void }) {
  const { linkTo } = useListState(USERS);
  const isOwn = useIsOwnAccount(user.id);
  const label = isOwn ? "Você não pode excluir a própria conta" : "Excluir";
  return (
    <span className="flex">
      <Tooltip label="Editar">
        <Button asChild variant="ghost" size="icon">
          <Link {...linkTo(panelPaths.user(user.id))} aria-label={`Editar ${user.full_name}`}>
            <Pencil aria-hidden />
          </Link>
        </Button>
      </Tooltip>
      <RowAction
        icon={Trash2}
        label={label}
        name={isOwn ? label : `Excluir ${user.full_name}`}
        isDanger
        disabled={isOwn}
        onClick={() => onDelete(user)}
      />
    </span>
  );
}
