import type { UserRecord } from "@/api/types";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { focusRecord } from "@/panel/list/focus-record";
import { useDeleteUser } from "./user-changes";

interface DeleteUserDialogProps {
  user: UserRecord;
  onClose: () => void;
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const remove = useDeleteUser();
  return (
    <ConfirmDialog
      question="Tem certeza que deseja excluir este usuário?"
      action="Excluir"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(user, { onSettled: onClose })}
      onClose={onClose}
      onClosed={() => focusRecord(user.id)}
    >
      <strong className="font-medium">{user.full_name}</strong> ({user.email}) perde o acesso na hora. Os
      contatos que enviou continuam no painel.
    </ConfirmDialog>
  );
}
