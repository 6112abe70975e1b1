import { Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";

import type { UserRecord } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { formatDate } from "@/panel/format";
import { Tooltip } from "@/panel/controls/tooltip";
import { describeAccess, describeSecurity } from "./access-words";
import { ROLES } from "./role";
import { useSession } from "./session";
import type { UserList } from "./use-user-list";
import { userPath } from "./user-filter";

interface UserRowProps {
  user: UserRecord;
  list: UserList;
  onDelete: (user: UserRecord) => void;
}

export function UserRow({ user, list: { filter, state }, onDelete }: UserRowProps) {
  const link = { to: userPath(user.id, filter), state, preventScrollReset: true };
  const role = ROLES.find(({ value }) => value === user.role);
  return (
    <tr data-disabled={user.disabled_at === null ? undefined : ""}>
      <td data-area="name">
        <Link data-row-link data-user={user.id} {...link}>
          {user.full_name}
        </Link>
        <span className="block truncate" title={user.email}>
          {user.email}
        </span>
      </td>
      <td data-area="role">
        <Badge tone={role?.tone ?? "neutral"}>{role?.label ?? user.role}</Badge>
      </td>
      <td data-area="status">
        <StatusBadges user={user} />
      </td>
      <td data-area="access">
        <span data-seen={user.last_login_at === null ? undefined : ""}>{describeAccess(user)}</span>
        <span className="block text-xs">{describeSecurity(user)}</span>
      </td>
      <td data-area="date">
        <time dateTime={user.created_at}>{formatDate(user.created_at)}</time>
      </td>
      <td data-area="actions">
        <Tooltip label="Editar">
          <Button asChild variant="ghost" size="icon">
            <Link {...link} aria-label={`Editar ${user.full_name}`}>
              <Pencil aria-hidden />
            </Link>
          </Button>
        </Tooltip>
        <Delete user={user} onDelete={onDelete} />
      </td>
    </tr>
  );
}

function StatusBadges({ user }: { user: UserRecord }) {
  return (
    <span className="flex flex-wrap gap-1">
      {user.email_verified ? <Badge tone="success">Verificado</Badge> : <Badge>Não verificado</Badge>}
      {user.disabled_at !== null && <Badge tone="warning">Desativado</Badge>}
    </span>
  );
}

function Delete({ user, onDelete }: Pick<UserRowProps, "user" | "onDelete">) {
  const { state } = useSession();
  const isOwn = state.phase === "signed_in" && state.user.id === user.id;
  const label = isOwn ? "Você não pode excluir a própria conta" : "Excluir";
  return (
    <Tooltip label={label}>
      <Button
        variant="danger"
        size="icon"
        aria-label={isOwn ? label : `Excluir ${user.full_name}`}
        aria-disabled={isOwn}
        data-delete-user={user.id}
        onClick={() => !isOwn && onDelete(user)}
      >
        <Trash2 aria-hidden />
      </Button>
    </Tooltip>
  );
}
