/** The dialog of one privacy request, which has its own URL: what the person asks for, its progress, and the replies. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserSearch } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Link, useParams } from "react-router";

import { isNotFound } from "@/api/error-checks";
import type { PrivacyRequest } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { Badge, OptionBadge } from "@/panel/controls/badge";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { DialogButtons } from "@/panel/dialog/dialog-buttons";
import { Modal, ModalTitle } from "@/panel/dialog/modal";
import { recordOf } from "@/panel/edit/record-fields";
import { RecordForm } from "@/panel/edit/record-form";
import { type Edit, savedText, saveRecord } from "@/panel/edit/versioned-record";
import { NotFound } from "@/panel/feedback/not-found";
import { Skeletons } from "@/panel/feedback/skeleton";
import { SelectField, TextArea } from "@/panel/form/field";
import { formatDateTime } from "@/panel/format";
import { focusRow } from "@/panel/list/focus-row";
import { useListState } from "@/panel/list/use-list-state";
import { useChange } from "@/panel/use-change";
import {
  AFTER_REPLY,
  closesUnanswered,
  deadlineOf,
  describeDeadline,
  kindLabel,
  personHint,
  PRIVACY_REQUEST,
  type ProgressFields,
  progressSchema,
  requestKeys,
  requestRecord,
  requestReplies,
  REQUESTS,
  STATES,
} from "./record";
import { focusReply, Replies } from "./replies";

export function PrivacyRequestDialog() {
  const { id = "" } = useParams();
  const { close } = useListState(REQUESTS);
  const { data, error } = useQuery(requestRecord(id));
  const title = data
    ? `Pedido ${data.value.protocol}`
    : isNotFound(error)
      ? "Pedido não encontrado"
      : "Pedido";
  return (
    <Modal size="medium" title={title} onClose={close} onClosed={() => focusRow(id)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 overflow-y-auto p-5 sm:px-6">
        {data ? (
          <Details key={id} record={data} />
        ) : error ? (
          <NotFound error={error} back="Voltar para os pedidos" onClose={close} />
        ) : (
          <Skeletons label="Carregando pedido…" parts={["h-6 w-1/2", "h-24", "h-40"]} />
        )}
      </div>
    </Modal>
  );
}

function Details({ record }: { record: Versioned<PrivacyRequest> }) {
  const { value: request } = record;
  const [replied, setReplied] = useState<Versioned<PrivacyRequest> | null>(null);
  return (
    <>
      <Summary request={request} />
      <Facts request={request} />
      {request.message && (
        <section>
          <h3 className="text-muted mb-1.5 text-xs font-medium">Mensagem</h3>
          <p className="bg-sunken rounded-lg p-4 text-sm leading-6 wrap-break-word whitespace-pre-wrap">
            {request.message}
          </p>
        </section>
      )}
      <Replies record={record} onReplied={setReplied} />
      <ProgressForm record={record} replied={replied} />
    </>
  );
}

function Summary({ request }: { request: PrivacyRequest }) {
  const deadline = describeDeadline(request);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="mr-1 text-base font-medium">{kindLabel(request)}</span>
      <OptionBadge options={STATES} value={request.state} />
      {deadline && (
        <Badge tone={deadline.tone}>
          {deadline.text} · até {deadlineOf(request)}
        </Badge>
      )}
    </div>
  );
}

function Facts({ request }: { request: PrivacyRequest }) {
  const { name, email, created_at, confirmed_at, closed_at } = request;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
        <Fact label="Pessoa">{name || <span className="text-muted">Dados apagados</span>}</Fact>
        <Fact label="E-mail">
          {email ? (
            <>
              <span className="wrap-anywhere">{email}</span>
              <CopyButton text={email} label="Copiar e-mail" />
            </>
          ) : (
            <span className="text-muted">Dados apagados</span>
          )}
        </Fact>
        <Fact label="Enviado em">{formatDateTime(created_at)}</Fact>
        <Fact label="E-mail confirmado em">
          {confirmed_at ? (
            formatDateTime(confirmed_at)
          ) : (
            <span className="text-muted">Ainda não confirmado</span>
          )}
        </Fact>
        {closed_at && <Fact label="Encerrado em">{formatDateTime(closed_at)}</Fact>}
      </dl>
      {email && (
        <p className="bg-sunken rounded-lg px-4 py-3 text-sm text-pretty">
          <Link
            to={panelPaths.person(email)}
            className="inline-flex items-center gap-2 font-medium underline underline-offset-4"
          >
            <UserSearch className="size-4" aria-hidden />
            Ver tudo o que há sobre esta pessoa
          </Link>
          <span className="text-muted mt-1 block">{personHint(request)}</span>
        </p>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs font-medium">{label}</dt>
      <dd className="flex min-h-8 items-center gap-1">{children}</dd>
    </div>
  );
}

const refresh = (cache: QueryClient) => void cache.invalidateQueries({ queryKey: requestKeys.all });

function useSaveProgress() {
  const cache = useQueryClient();
  return useChange("Erro ao salvar o pedido", refresh, {
    mutationFn: (edit: Edit<PrivacyRequest, ProgressFields>) => saveRecord(recordOf(PRIVACY_REQUEST), edit),
    onSuccess: (outcome) => {
      if (outcome.status === "conflict") return;
      const { saved, isMerged } = outcome;
      // A reply right after saving is sent with this version.
      cache.setQueryData(requestRecord(saved.value.id).queryKey, saved);
      notify.success("Pedido salvo", savedText(isMerged, saved.value.protocol));
    },
  });
}

interface ProgressFormProps {
  record: Versioned<PrivacyRequest>;
  /** The version that a reply from this dialog has created. */
  replied: Versioned<PrivacyRequest> | null;
}

/** The form for the state, the reason of a refusal and the internal note. */
function ProgressForm({ record, replied }: ProgressFormProps) {
  const save = useSaveProgress();
  const { data: replies } = useQuery(requestReplies(record.value.id));
  /** Saves the input, while the dialog asks whether to close a request without a reply. */
  const [unanswered, setUnanswered] = useState<(() => void) | null>(null);
  const ownChange = useMemo(() => replied && { saved: replied, ...AFTER_REPLY }, [replied]);
  return (
    <section aria-labelledby="andamento" className="border-line grid gap-4 border-t pt-5">
      <h3 id="andamento" className="text-base font-semibold">
        Andamento
      </h3>
      <RecordForm
        layout="inline"
        kind={PRIVACY_REQUEST}
        opened={record}
        ownChange={ownChange}
        resolver={zodResolver(progressSchema)}
        send={save.mutateAsync}
        beforeSave={({ state }, save) => {
          if (closesUnanswered(record.value, state, replies)) setUnanswered(() => save);
          else save();
        }}
      >
        {(form) => <ProgressFormFields form={form} saved={record.value} />}
      </RecordForm>
      {unanswered && (
        <UnansweredDialog
          onSave={() => {
            setUnanswered(null);
            unanswered();
          }}
          onClose={() => setUnanswered(null)}
        />
      )}
    </section>
  );
}

interface UnansweredDialogProps {
  onSave: () => void;
  onClose: () => void;
}

/** Asks before a request is closed although its sender has no reply. */
function UnansweredDialog({ onSave, onClose }: UnansweredDialogProps) {
  const showsReply = useRef(false);
  const showReply = () => {
    showsReply.current = true;
    onClose();
  };
  return (
    <Modal
      size="question"
      onClose={onClose}
      onClosed={(returnFocus) => {
        if (showsReply.current) focusReply();
        else returnFocus();
      }}
    >
      <ModalTitle className="text-base font-semibold">A pessoa ainda não recebeu resposta</ModalTitle>
      <p className="text-muted text-sm">
        Salvar encerra o pedido sem avisar quem o fez. A lei garante à pessoa uma resposta, também quando o
        pedido é recusado.
      </p>
      <DialogButtons className="mt-2" onClose={onClose}>
        <Button variant="primary" onClick={showReply}>
          Ir para a resposta
        </Button>
        <Button onClick={onSave}>Salvar sem responder</Button>
      </DialogButtons>
    </Modal>
  );
}

function ProgressFormFields({ form, saved }: { form: UseFormReturn<ProgressFields>; saved: PrivacyRequest }) {
  const { errors } = form.formState;
  const state = useWatch({ control: form.control, name: "state" });
  const isUnconfirmed = saved.state === "unconfirmed";
  return (
    <div className="grid gap-4">
      <SelectField
        label={PRIVACY_REQUEST.labels.state}
        hint={
          isUnconfirmed
            ? "Se a pessoa provou de outro modo que o pedido é dela, mude para Aberto e anote como."
            : undefined
        }
        error={errors.state?.message}
        {...form.register("state")}
      >
        {STATES.filter(({ value }) => value !== "unconfirmed" || isUnconfirmed).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {state === "refused" && (
        <TextArea
          label={PRIVACY_REQUEST.labels.reason}
          hint="Por exemplo: a lei obriga a guardar o dado, ou a identidade não foi comprovada. Conte o motivo também na resposta à pessoa."
          error={errors.reason?.message}
          {...form.register("reason")}
        />
      )}
      <TextArea
        label={PRIVACY_REQUEST.labels.note}
        hint="Só a equipe vê."
        error={errors.note?.message}
        {...form.register("note")}
      />
    </div>
  );
}
