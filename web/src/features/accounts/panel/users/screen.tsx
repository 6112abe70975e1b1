/** The list of users, and the dialogs over it. */
import { MailPlus, UserPlus, UserSearch } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import type { UserRecord } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { ErasureCertificate } from "@/panel/dialog/erasure-certificate";
import { focusRow } from "@/panel/list/focus-row";
import { ListPage } from "@/panel/list/list-page";
import { FilterSelect } from "@/panel/list/list-toolbar";
import { useListState } from "@/panel/list/use-list-state";
import { Screen } from "@/panel/screen";
import { useDeleteUser } from "./changes";
import { CARDS, columnsOf } from "./list";
import { userPage, USERS } from "./queries";
import { ROLES } from "./role";

const NO_USER = { icon: UserSearch, title: "Nenhum usuário encontrado" };

export function UsersScreen() {
  const list = useListState(USERS);
  const [deleting, setDeleting] = useState<UserRecord | null>(null);
  return (
    <Screen title="Gerenciamento de Usuários" actions={<Actions />}>
      <ListPage
        list={list}
        query={userPage}
        search="Buscar por email ou nome..."
        tools={
          <FilterSelect
            label="Filtrar por perfil"
            all="Todos os perfis"
            options={ROLES}
            value={list.filter.role}
            onChange={(role) => list.show({ role })}
          />
        }
        texts={{ one: "usuário", many: "usuários", saysFound: true }}
        caption="Usuários, do mais recente ao mais antigo"
        columns={columnsOf(setDeleting)}
        cards={CARDS}
        hasKeys
        empty={{ ...NO_USER, text: "Comece criando um novo usuário." }}
        nothingFound={{ ...NO_USER, text: "Tente ajustar os filtros de busca." }}
      />
      {deleting && <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />}
    </Screen>
  );
}

function Actions() {
  const { linkTo } = useListState(USERS);
  return (
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <Link {...linkTo(panelPaths.inviteUser)} data-invite>
          <MailPlus aria-hidden />
          Convidar
        </Link>
      </Button>
      <Button asChild variant="primary">
        <Link {...linkTo(panelPaths.newUser)} data-new-user>
          <UserPlus aria-hidden />
          Novo Usuário
        </Link>
      </Button>
    </div>
  );
}

interface DeleteUserDialogProps {
  user: UserRecord;
  onClose: () => void;
}

function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const remove = useDeleteUser();
  if (remove.data) {
    return (
      <ErasureCertificate
        certificate={remove.data.certificate}
        title="Conta excluída"
        remaining="Os outros registros sobre a pessoa continuam guardados. Em Pessoas, você apaga o que a lei permite:"
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      question="Tem certeza que deseja excluir este usuário?"
      action="Excluir"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(user, { onError: onClose })}
      onClose={onClose}
      onClosed={() => focusRow(user.id)}
    >
      <strong className="font-medium">{user.full_name}</strong> ({user.email}) perde o acesso na hora.{" "}
      {user.role === "user"
        ? "Os contatos que enviou continuam no painel."
        : "Os contatos pelos quais é responsável ficam sem responsável."}{" "}
      Não há como desfazer.
    </ConfirmDialog>
  );
}
