/** Buttons and dialogs that test, schedule, send and cancel an edition. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock, MailCheck, Send } from "lucide-react";
import { useRef, useState } from "react";

import { api, body } from "@/api/client";
import { fieldMessageOf } from "@/api/error-checks";
import { readSession } from "@/api/session";
import type { Edition } from "@/api/types";
import { ifMatch, type Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { fromLocal, toLocal } from "@/lib/sao-paulo";
import { Button } from "@/panel/controls/button";
import { ConfirmDialog } from "@/panel/dialog/confirm-dialog";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal } from "@/panel/dialog/modal";
import { isStale } from "@/panel/edit/versioned-record";
import { Field } from "@/panel/form/field";
import { REQUIRED } from "@/panel/form/text-schema";
import { formatCount, formatDateTime, formatNumber } from "@/panel/format";
import { notifyFailure } from "@/panel/notify-failure";
import { useChange } from "@/panel/use-change";
import { editionRecipients } from "./record";
import { Section } from "./section";

const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: ["newsletter"] });

/** The opened dialog, and the version that the user saw when it opened. */
interface Dialog {
  kind: "send" | "schedule";
  edition: Versioned<Edition>;
}

interface SendingSectionProps {
  /** The version in the form. */
  edition: Versioned<Edition>;
  /** Whether the form has unsaved input, which would not be sent. */
  isDirty: boolean;
}

export function SendingSection({ edition, isDirty }: SendingSectionProps) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const close = () => setDialog(null);
  const test = useSendTest(edition.value);
  const hasContent = edition.value.body.trim() !== "" || edition.value.post_ids.length > 0;
  const cannotSend = isDirty || !hasContent;
  return (
    <Section title="Envio">
      <p className="text-muted text-sm" role="status">
        {isDirty
          ? "Salve para testar ou enviar o que está na tela."
          : hasContent
            ? "Mande um teste para você antes de enviar. Depois do envio, o conteúdo não muda mais."
            : "Para agendar ou enviar, escreva um texto ou escolha um artigo."}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={MailCheck} once disabled={isDirty} busy={test.isPending} onClick={() => test.mutate()}>
          Enviar teste para mim
        </Button>
        <Button
          icon={CalendarClock}
          disabled={cannotSend}
          onClick={() => setDialog({ kind: "schedule", edition })}
        >
          {edition.value.state === "scheduled" ? "Mudar a data" : "Agendar"}
        </Button>
        <Button icon={Send} disabled={cannotSend} onClick={() => setDialog({ kind: "send", edition })}>
          Enviar agora
        </Button>
      </div>
      {dialog?.kind === "send" && <SendDialog edition={dialog.edition} onClose={close} />}
      {dialog?.kind === "schedule" && (
        <ScheduleDialog edition={dialog.edition} time={time} onChange={setTime} onClose={close} />
      )}
    </Section>
  );
}

function useSendTest({ id }: Edition) {
  const email = readSession()?.user.email ?? "";
  return useChange("Erro ao enviar o teste", () => undefined, {
    mutationFn: () => body(api.POST("/api/newsletter/editions/{id}/test", { params: { path: { id } } })),
    onSuccess: () => notify.success("Teste a caminho", `Em instantes chega em ${email}.`),
  });
}

interface SendOptions {
  edition: Versioned<Edition>;
  onDone: (sent: Edition) => void;
  onClose: () => void;
}

/**
 * Returns the mutation that sends or schedules a version of an edition. The dialog then closes, also if nothing was sent because
 * another person has saved a newer version.
 */
function useSend({ edition: { value, etag }, onDone, onClose }: SendOptions) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (send_at: string | null) =>
      body(
        api.POST("/api/newsletter/editions/{id}/send", {
          params: { path: { id: value.id }, ...ifMatch(etag) },
          body: { send_at },
        }),
      ),
    onSuccess: (sent) => {
      onDone(sent);
      onClose();
    },
    onError: (error) => {
      if (!isStale(error)) return;
      notify.error(
        "Outra pessoa salvou esta edição",
        "Nada foi enviado nem agendado. Confira a nova versão e tente de novo.",
      );
      onClose();
    },
    onSettled: () => refresh(cache),
  });
}

const NO_RECIPIENTS = "Ainda não há inscrição confirmada.";
const NO_RECIPIENTS_IN_SEGMENT =
  "Nenhuma inscrição confirmada escolheu um dos assuntos de interesse desta edição ou deixou de escolher algum.";

function SendDialog({ edition, onClose }: Pick<SendOptions, "edition" | "onClose">) {
  const { subject, interests } = edition.value;
  const { data: count, isPending } = useQuery(editionRecipients(edition.value));
  const onDone = () => notify.success("Envio iniciado", subject);
  const send = useSend({ edition, onDone, onClose });
  const isSegment = interests.length > 0;
  return (
    <ConfirmDialog
      question={questionOf(count, isPending)}
      action="Enviar agora"
      busy={send.isPending}
      disabled={isPending || count === 0}
      onConfirm={() =>
        send.mutate(null, {
          onError: (error) => {
            if (isStale(error)) return;
            notifyFailure("Erro ao enviar", error);
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {count === 0 && (isSegment ? NO_RECIPIENTS_IN_SEGMENT : NO_RECIPIENTS)}
      {count !== 0 && (
        <>
          <strong className="text-ink font-medium wrap-anywhere">{subject}</strong> vai para{" "}
          {isSegment
            ? "as inscrições confirmadas que escolheram um dos assuntos de interesse da edição, ou nenhum"
            : "todas as inscrições confirmadas"}
          {paceText(edition.value)}. O que já saiu não volta.
        </>
      )}
    </ConfirmDialog>
  );
}

/** Returns the question before sending. If counting failed, the server still refuses an edition without recipients. */
function questionOf(count: number | undefined, isPending: boolean): string {
  if (isPending) return "Contando quem recebe…";
  if (count === undefined) return "Enviar agora?";
  if (count === 0) return "Não há a quem enviar";
  return `Enviar para ${formatCount(count, "pessoa", "pessoas")}?`;
}

/** Says how many people would receive a scheduled edition. The number can change until then. */
function recipientsText({ interests }: Edition, count: number): string {
  if (count === 0) return interests.length > 0 ? NO_RECIPIENTS_IN_SEGMENT : NO_RECIPIENTS;
  return `Hoje, iria para ${formatCount(count, "pessoa", "pessoas")}. Recebe quem estiver na lista na hora do envio.`;
}

const paceText = ({ pace }: Edition) => (pace === null ? "" : `, até ${formatNumber(pace)} por hora`);

interface ScheduleDialogProps extends Pick<SendOptions, "edition" | "onClose"> {
  /** The typed time, which remains if the dialog closes without scheduling. Null until the user types one. */
  time: string | null;
  onChange: (time: string | null) => void;
}

function ScheduleDialog({ edition, time, onChange, onClose }: ScheduleDialogProps) {
  const value = time ?? toLocal(edition.value.send_at);
  const onDone = ({ send_at }: Edition) => {
    notify.success("Envio agendado", send_at ? formatDateTime(send_at) : "");
    onChange(null);
  };
  const send = useSend({ edition, onDone, onClose });
  const [isMissing, setMissing] = useState(false);
  const refused = send.error ? fieldMessageOf(send.error, "send_at") : undefined;
  const field = useRef<HTMLInputElement>(null);
  const { data: count } = useQuery(editionRecipients(edition.value));
  return (
    <Modal size="small" title="Agendar o envio" onClose={onClose}>
      <form
        className="grid gap-4 p-5"
        // Browsers show their messages in their own language.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          const sendAt = fromLocal(value);
          setMissing(sendAt === null);
          if (sendAt === null) field.current?.focus();
          else send.mutate(sendAt);
        }}
      >
        <Field
          ref={field}
          type="datetime-local"
          max="9999-12-31T23:59"
          label="Enviar em"
          hint="No horário de Brasília. Até lá, você ainda pode editar ou cancelar."
          required
          data-autofocus
          value={value}
          error={isMissing ? REQUIRED : refused}
          onChange={({ target }) => {
            setMissing(false);
            onChange(target.value);
          }}
        />
        {/* Takes its space from the start, so that the buttons don't move. */}
        <p role="status" className="min-h-5 text-sm">
          {count !== undefined && recipientsText(edition.value, count)}
        </p>
        <DialogButtons onClose={onClose}>
          <Button type="submit" variant="primary" busy={send.isPending}>
            Agendar
          </Button>
        </DialogButtons>
      </form>
    </Modal>
  );
}

/** A button that cancels the schedule, or the rest of the sending. */
export function CancelSending({ edition }: { edition: Versioned<Edition> }) {
  // The version that the user saw when the dialog opened. If its sending has started since, canceling could not be undone.
  const [asked, setAsked] = useState<Versioned<Edition> | null>(null);
  const close = () => setAsked(null);
  const cache = useQueryClient();
  const cancel = useMutation({
    mutationFn: ({ value: { id }, etag }: Versioned<Edition>) =>
      body(api.POST("/api/newsletter/editions/{id}/cancel", { params: { path: { id }, ...ifMatch(etag) } })),
    onSuccess: ({ state, subject }) =>
      notify.success(state === "draft" ? "Agendamento cancelado" : "Envio cancelado", subject),
    onError: (error) =>
      isStale(error)
        ? notify.error("Nada foi cancelado", "A edição mudou, ou o envio começou. Confira e tente de novo.")
        : notifyFailure("Erro ao cancelar", error),
    onSettled: () => refresh(cache),
  });
  return (
    <>
      <Button size="sm" once onClick={() => setAsked(edition)}>
        {cancelLabel(edition)}
      </Button>
      {asked && (
        <ConfirmDialog
          question={asked.value.state === "scheduled" ? "Cancelar o agendamento?" : "Cancelar o envio?"}
          action={cancelLabel(asked)}
          dismiss="Voltar"
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(asked, { onSettled: close })}
          onClose={close}
        >
          {asked.value.state === "scheduled"
            ? "A edição volta a ser um rascunho."
            : "Quem ainda não recebeu não recebe mais. O que já saiu não volta, e o envio não pode ser retomado."}
        </ConfirmDialog>
      )}
    </>
  );
}

const cancelLabel = ({ value }: Versioned<Edition>) =>
  value.state === "scheduled" ? "Cancelar agendamento" : "Cancelar envio";
