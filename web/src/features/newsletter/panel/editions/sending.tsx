/** Buttons and dialogs that test, schedule, send and cancel an edition. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, MailCheck, Send } from "lucide-react";
import { useState } from "react";

import { fieldMessageOf, messageOf } from "@/api/api-error";
import { api, body } from "@/api/client";
import { readSession } from "@/api/session";
import type { Edition } from "@/api/types";
import { ifMatch } from "@/api/versioned";
import { subscriptionSummary } from "@/features/newsletter/panel/queries";
import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { Modal } from "@/panel/dialog/modal";
import { Field } from "@/panel/form/field";
import { formatDateTime, formatNumber } from "@/panel/format";
import { useChange } from "@/panel/use-change";
import { EDITION } from "./record";
import { Section } from "./section";

const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: ["newsletter"] });

type Dialog = "send" | "schedule" | null;

interface SendingSectionProps {
  edition: Edition;
  /** Whether the form has unsaved input, which would not be sent. */
  isDirty: boolean;
}

export function SendingSection({ edition, isDirty }: SendingSectionProps) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const email = readSession()?.user.email ?? "";
  const test = useChange("Erro ao enviar o teste", () => undefined, {
    mutationFn: () =>
      body(api.POST("/api/newsletter/editions/{id}/test", { params: { path: { id: edition.id } } })),
    onSuccess: () => notify.success("Teste a caminho", `Em instantes chega em ${email}.`),
  });
  return (
    <Section title="Envio">
      <p className="text-muted text-sm" role="status">
        {isDirty
          ? "Salve para testar ou enviar o que está na tela."
          : "Mande um teste para você antes de enviar. Depois do envio, o conteúdo não muda mais."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={MailCheck} once disabled={isDirty} busy={test.isPending} onClick={() => test.mutate()}>
          Enviar teste para mim
        </Button>
        <Button icon={CalendarClock} disabled={isDirty} onClick={() => setDialog("schedule")}>
          {edition.state === "scheduled" ? "Mudar a data" : "Agendar"}
        </Button>
        <Button icon={Send} disabled={isDirty} onClick={() => setDialog("send")}>
          Enviar agora
        </Button>
      </div>
      {dialog === "send" && <SendDialog edition={edition} onClose={close} />}
      {dialog === "schedule" && <ScheduleDialog edition={edition} onClose={close} />}
    </Section>
  );
}

/** Sends or schedules the newest version of an edition. Fails if another person saves it at the same moment. */
function useSend(edition: Edition, onDone: (sent: Edition) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (send_at: string | null) => {
      const { etag } = await EDITION.find(edition.id);
      return body(
        api.POST("/api/newsletter/editions/{id}/send", {
          params: { path: { id: edition.id }, ...ifMatch(etag) },
          body: { send_at },
        }),
      );
    },
    onSuccess: onDone,
    onSettled: () => refresh(cache),
  });
}

function SendDialog({ edition, onClose }: { edition: Edition; onClose: () => void }) {
  const { data: summary } = useQuery({ ...subscriptionSummary, staleTime: 0 });
  const send = useSend(edition, ({ subject }) => {
    notify.success("Envio iniciado", subject);
    onClose();
  });
  const isSegment = edition.interests.length > 0;
  const count = summary?.confirmed;
  const recipients = count === undefined ? "…" : count === 1 ? "1 pessoa" : `${formatNumber(count)} pessoas`;
  return (
    <ConfirmDialog
      question={isSegment ? "Enviar para quem escolheu os assuntos?" : `Enviar para ${recipients}?`}
      action="Enviar agora"
      busy={send.isPending}
      onConfirm={() =>
        send.mutate(null, {
          onError: (error) => {
            notify.error("Erro ao enviar", messageOf(error));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <strong className="text-ink font-medium wrap-anywhere">{edition.subject}</strong> vai para{" "}
      {isSegment
        ? "as inscrições confirmadas que escolheram um dos assuntos da edição, ou nenhum"
        : "todas as inscrições confirmadas"}
      {paceText(edition)}. O que já saiu não volta.
    </ConfirmDialog>
  );
}

const paceText = ({ pace }: Edition) => (pace === null ? "" : `, até ${formatNumber(pace)} por hora`);

function ScheduleDialog({ edition, onClose }: { edition: Edition; onClose: () => void }) {
  const [time, setTime] = useState("");
  const send = useSend(edition, ({ send_at }) => {
    notify.success("Envio agendado", send_at ? formatDateTime(send_at) : "");
    onClose();
  });
  const error = send.error ? fieldMessageOf(send.error, "send_at") : undefined;
  return (
    <Modal size="small" title="Agendar o envio" onClose={onClose}>
      <form
        className="grid gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          // Brasília has had no daylight saving time since 2019.
          if (time) send.mutate(`${time}:00-03:00`);
        }}
      >
        <Field
          type="datetime-local"
          max="9999-12-31T23:59"
          label="Enviar em"
          hint="No horário de Brasília. Até lá, você ainda pode editar ou cancelar."
          required
          data-autofocus
          value={time}
          error={error}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button type="submit" variant="primary" className="justify-self-start" busy={send.isPending}>
          Agendar
        </Button>
      </form>
    </Modal>
  );
}

/** A button that cancels the schedule, or the rest of the sending. */
export function CancelSending({ edition }: { edition: Edition }) {
  const [isAsking, setAsking] = useState(false);
  const isScheduled = edition.state === "scheduled";
  const cancel = useChange("Erro ao cancelar", refresh, {
    mutationFn: () =>
      body(api.POST("/api/newsletter/editions/{id}/cancel", { params: { path: { id: edition.id } } })),
    onSuccess: () =>
      notify.success(isScheduled ? "Agendamento cancelado" : "Envio cancelado", edition.subject),
  });
  return (
    <>
      <Button size="sm" once onClick={() => setAsking(true)}>
        {isScheduled ? "Cancelar agendamento" : "Cancelar envio"}
      </Button>
      {isAsking && (
        <ConfirmDialog
          question={isScheduled ? "Cancelar o agendamento?" : "Cancelar o envio?"}
          action={isScheduled ? "Cancelar agendamento" : "Cancelar envio"}
          dismiss="Voltar"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {isScheduled
            ? "A edição volta a ser um rascunho."
            : "Quem ainda não recebeu não recebe mais. O que já saiu não volta, e o envio não pode ser retomado."}
        </ConfirmDialog>
      )}
    </>
  );
}
