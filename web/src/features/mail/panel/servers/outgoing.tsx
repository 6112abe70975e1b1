/** The settings of outgoing mail: the server, the sender and the test message. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { UseFormReturn } from "react-hook-form";

import type { Versioned } from "@/api/versioned";
import { Card } from "@/panel/controls/card";
import { RecordForm } from "@/panel/edit/record-form";
import { FormField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { ConnectionFields, connectionForm } from "./connection-fields";
import { OfEnvironment, Problem, SourceBadge, TurnOff } from "./frame";
import { useSaveOutgoing, useTestOutgoing, useTurnOffOutgoing } from "./queries";
import { ENCRYPTIONS, OUTGOING, type OutgoingFields, type OutgoingRecord, outgoingSchema } from "./record";
import { Trial } from "./trial";

const { labels } = OUTGOING;

export function OutgoingCard({ opened, email }: { opened: Versioned<OutgoingRecord>; email: string }) {
  const { value: mail } = opened;
  return (
    <Card title="Envio (SMTP)" action={<SourceBadge source={mail.source} problem={mail.problem} />}>
      <div className="grid gap-4">
        <Problem text={mail.problem} />
        {mail.source === "environment" ? (
          <Environment mail={mail} email={email} />
        ) : (
          <OutgoingForm opened={opened} email={email} />
        )}
      </div>
    </Card>
  );
}

function Environment({ mail, email }: { mail: OutgoingRecord; email: string }) {
  const test = useTestOutgoing();
  return (
    <>
      <OfEnvironment
        variables="VITRINE_SMTP_URL e VITRINE_MAIL_FROM"
        facts={[
          [labels.host, `${mail.host}, porta ${mail.port}`],
          [labels.encryption, ENCRYPTIONS.find(({ value }) => value === mail.encryption)?.label ?? ""],
          [labels.user, mail.user],
          [labels.from_name, mail.from_name],
          [labels.from_email, mail.from_email],
        ]}
      />
      <TestMessage email={email} test={test} onTest={() => test.mutate(OUTGOING.fieldsOf(mail))} />
    </>
  );
}

function OutgoingForm({ opened, email }: { opened: Versioned<OutgoingRecord>; email: string }) {
  const save = useSaveOutgoing();
  const turnOff = useTurnOffOutgoing();
  // Not of the fields, which are drawn again when the settings are saved for the first time, maybe during a test.
  const test = useTestOutgoing();
  return (
    <RecordForm
      // Settings that were turned off leave an empty form.
      key={opened.value.source}
      layout="inline"
      kind={OUTGOING}
      opened={opened}
      resolver={zodResolver(outgoingSchema)}
      send={save.mutateAsync}
      isStored={false}
      buttons={
        opened.value.source === "panel" && (
          <TurnOff
            label="Desligar o envio"
            question="Desligar o envio de e-mails?"
            busy={turnOff.isPending}
            onConfirm={(close) => turnOff.mutate(opened.etag, { onSuccess: test.reset, onSettled: close })}
          >
            As configurações e a senha são apagadas. Avisos, confirmações e respostas esperam na fila até que
            outro servidor seja configurado.
          </TurnOff>
        )
      }
    >
      {(form) => <Fields form={form} hasPassword={opened.value.has_password} email={email} test={test} />}
    </RecordForm>
  );
}

interface FieldsProps {
  form: UseFormReturn<OutgoingFields>;
  hasPassword: boolean;
  email: string;
  test: ReturnType<typeof useTestOutgoing>;
}

function Fields({ form, hasPassword, email, test }: FieldsProps) {
  const run = form.handleSubmit((fields) =>
    test.mutate(fields, { onError: (error) => showFieldErrors(error, form) }),
  );
  return (
    <>
      <ConnectionFields
        form={connectionForm(form)}
        protocol="smtp"
        hasPassword={hasPassword}
        userHint="Quase sempre o endereço completo. Em branco, sem senha."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="from_name"
          label={labels.from_name}
          hint="Em branco, o nome da empresa."
        />
        <FormField
          form={form}
          name="from_email"
          label={labels.from_email}
          type="email"
          hint="Um endereço da empresa que o servidor aceite como remetente."
        />
      </div>
      <FormField
        form={form}
        name="dkim_selector"
        label={labels.dkim_selector}
        spellCheck={false}
        autoCapitalize="none"
        hint="Só para a verificação do domínio, no fim desta tela. Em branco, os seletores mais comuns são tentados."
      />
      <TestMessage email={email} test={test} onTest={() => void run()} />
    </>
  );
}

interface TestMessageProps {
  email: string;
  test: ReturnType<typeof useTestOutgoing>;
  onTest: () => void;
}

function TestMessage({ email, test, onTest }: TestMessageProps) {
  return (
    <Trial
      label="Enviar mensagem de teste"
      busyLabel="Enviando…"
      hint={`Vai para o e-mail da sua conta, ${email}, com o que está nesta tela, mesmo sem salvar.`}
      test={test}
      onTest={onTest}
    />
  );
}
