import "@/panel/list/record-table.css";
import "./user-table.css";
import type { UserRecord } from "@/api/types";
import { cn } from "@/panel/cn";
import type { UserList } from "./use-user-list";
import { UserRow } from "./user-row";

interface UserTableProps {
  users: UserRecord[];
  list: UserList;
  /** The rows belong to the filter before, until those of this one come. */
  isStale: boolean;
  onDelete: (user: UserRecord) => void;
}

const COLUMNS = ["Usuário", "Perfil", "Status", "Último acesso", "Criado em", "Ações"] as const;

export function UserTable({ users, list, isStale, onDelete }: UserTableProps) {
  return (
    <table className={cn("record-table user-table", isStale && "opacity-60")} aria-busy={isStale}>
      <caption className="sr-only">Usuários, do mais recente ao mais antigo</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} list={list} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  );
}
