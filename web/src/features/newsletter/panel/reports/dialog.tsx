/** The dialog with the secret address to which a mail provider posts bounces and complaints. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { REPORTER_LABELS } from "@/api/labels";
import type { ReportAddress } from "@/api/types";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { CopyLink } from "@/panel/controls/copy-button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Modal } from "@/panel/dialog/modal";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { formatDateTime } from "@/panel/format";
import { useChange } from "@/panel/use-change";

const reportAddress = queryOptions({
  queryKey: ["newsletter", "report-address"],
  queryFn: ({ signal }) => body(api.GET("/api/newsletter/report-address", { signal })),
});

export function ReportsDialog({ onClose }: { onClose: () => void }) {
  const address = useQuery(reportAddress);
  const [isReplacing, setReplacing] = useState(false);
  return (
    <Modal size="small" title="Devoluções e reclamações" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 overflow-y-auto p-5 text-sm">
        <p className="text-muted">
          Cadastre este endereço como webhook no serviço que envia os e-mails do site: Amazon SES (pelo SNS),
          Mailgun, SendGrid, Postmark ou Brevo. Com um aviso de devolução permanente ou reclamação, a
          inscrição é recusada. Ela é pausada se o servidor do destinatário adiou um e-mail até a última
          tentativa, ou depois de cinco outras falhas temporárias em 30 dias.
        </p>
        {address.error && (
          <LoadingFailed
            title="Erro ao carregar o endereço"
            reason={messageOf(address.error)}
            busy={address.isFetching}
            onRetry={() => void address.refetch()}
          />
        )}
        {address.data && <Address {...address.data} />}
      </div>
      <div className="border-line border-t px-5 py-3">
        <Button disabled={!address.data} onClick={() => setReplacing(true)}>
          Trocar o endereço
        </Button>
      </div>
      {isReplacing && <ReplaceDialog onClose={() => setReplacing(false)} />}
    </Modal>
  );
}

function Address({ url, confirmation_url, last_reporter, last_report_at }: ReportAddress) {
  return (
    <>
      <CopyLink url={url} label="Copiar endereço" />
      <p className="text-muted text-xs">
        É um segredo: quem o conhece pode encerrar inscrições, mas não ver nenhuma.
      </p>
      {confirmation_url && (
        <p className="bg-warning-soft text-warning rounded-md p-3">
          A Amazon pede uma confirmação antes de enviar avisos a este endereço. Se foi você que o cadastrou no
          SNS,{" "}
          <a href={confirmation_url} target="_blank" rel="noreferrer" className="font-semibold underline">
            confirme na Amazon
          </a>
          .
        </p>
      )}
      <p>
        {last_reporter && last_report_at
          ? `Último aviso: ${REPORTER_LABELS[last_reporter]}, ${formatDateTime(last_report_at)}.`
          : "Nenhum aviso chegou ainda."}
      </p>
    </>
  );
}

/** Asks before replacing the address, because the old one stops working at once. */
function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const replace = useChange("Erro ao trocar o endereço", () => undefined, {
    mutationFn: () => body(api.POST("/api/newsletter/report-address/replace")),
    onSuccess: (address) => {
      cache.setQueryData(reportAddress.queryKey, address);
      notify.success("Endereço trocado", "Cadastre o novo no serviço de e-mail.");
    },
  });
  return (
    <ConfirmDialog
      question="Trocar o endereço dos avisos?"
      action="Trocar"
      busy={replace.isPending}
      onConfirm={() => replace.mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    >
      O endereço atual deixa de valer na hora. Até o novo ser cadastrado no serviço de e-mail, devoluções e
      reclamações não chegam.
    </ConfirmDialog>
  );
}
