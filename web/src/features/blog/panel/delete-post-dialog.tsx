import { useRef } from "react";

import type { Post } from "@/api/types";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { focusPost, neighborOf } from "./focus-post";
import { useDeletePost } from "./post-changes";

export function DeletePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const remove = useDeletePost();
  const focusOn = useRef<string | undefined>(post.id);
  function confirm(): void {
    const neighbor = neighborOf(post.id);
    remove.mutate(post, {
      onSuccess: () => (focusOn.current = neighbor),
      onSettled: onClose,
    });
  }
  return (
    <ConfirmDialog
      question="Tem certeza que deseja excluir este post?"
      action="Excluir"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => focusPost(focusOn.current)}
    >
      <strong className="font-medium">{post.title}</strong> sai do site na hora e fica na lixeira por 30 dias.
    </ConfirmDialog>
  );
}
