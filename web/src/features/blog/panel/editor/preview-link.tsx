/** A button with a dialog that creates and revokes the preview link of a draft. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useRef, useState } from "react";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { postKeys, postLink } from "@/features/blog/panel/queries";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { Modal } from "@/panel/dialog/modal";
import { formatDateTime } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";

interface PreviewLinkDialogProps {
  id: string;
  onClose: () => void;
  onClosed: () => void;
}

export function PreviewLinkButton({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Link2 aria-hidden />
        Link de prévia
      </Button>
      {isOpen && (
        <PreviewLinkDialog id={id} onClose={() => setOpen(false)} onClosed={() => button.current?.focus()} />
      )}
    </>
  );
}

function PreviewLinkDialog({ id, onClose, onClosed }: PreviewLinkDialogProps) {
  const { data, error } = useQuery(postLink(id));
  const cache = useQueryClient();
  const params = { path: { id } };
  const refresh = () => void cache.invalidateQueries({ queryKey: postKeys.link(id) });
  const create = useMutation({
    mutationFn: () => body(api.POST("/api/blog/{id}/preview-link", { params })),
    onError: (failure) => notifyFailure("Erro ao criar o link de prévia", failure),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: () => body(api.DELETE("/api/blog/{id}/preview-link", { params })),
    onSuccess: () => {
      create.reset();
      notify.success("Link de prévia revogado", "Quem o tinha não vê mais o post.");
    },
    onError: (failure) => notifyFailure("Erro ao revogar o link de prévia", failure),
    onSettled: refresh,
  });
  const created = create.data;
  const expires_at = created?.expires_at ?? data?.expires_at ?? null;
  return (
    <Modal onClose={onClose} onClosed={onClosed} size="small" title="Link de prévia">
      <div className="grid gap-4 p-5">
        <p className="text-muted text-sm">
          Quem tiver o link vê o post como foi salvo por último, sem precisar de conta, por 7 dias. Buscadores
          não o encontram.
        </p>
        {created && (
          <div className="border-line bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
            <output className="min-w-0 grow text-sm break-all" aria-label="Link de prévia">
              {created.url}
            </output>
            <CopyButton text={created.url} label="Copiar link" />
          </div>
        )}
        <p role="status" className="text-sm empty:hidden">
          {error && messageOf(error)}
          {expires_at &&
            (created
              ? `Copie agora: o link não é mostrado de novo. Vale até ${formatDateTime(expires_at)}.`
              : `Há um link que vale até ${formatDateTime(expires_at)}. Por segurança ele não é mostrado de novo: se o perdeu, crie outro, e o anterior deixa de valer.`)}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
            {expires_at ? "Criar outro link" : "Criar link"}
          </Button>
          {expires_at && (
            <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
              Revogar link
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
