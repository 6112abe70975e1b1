/** The settings of incoming mail: the mailbox, how its mail is treated, and the test. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { UseFormReturn } from "react-hook-form";

import type { Versioned } from "@/api/versioned";
import { Card } from "@/panel/controls/card";
import { Switch } from "@/panel/controls/switch";
import { yesOrNo } from "@/panel/edit/record-fields";
import { RecordForm } from "@/panel/edit/record-form";
import { FormField } from "@/panel/form/field";
import { showFieldErrors } from "@/panel/form/form-errors";
import { formatDateTime } from "@/panel/format";
import { ConnectionFields, connectionForm } from "./connection-fields";
import { OfEnvironment, Problem, SourceBadge, TurnOff } from "./frame";
import { useSaveIncoming, useTestIncoming, useTurnOffIncoming } from "./queries";
import { ENCRYPTIONS, INCOMING, type IncomingFields, type IncomingRecord, incomingSchema } from "./record";
import { Trial } from "./trial";

const { labels } = INCOMING;

export function IncomingCard({ opened }: { opened: Versioned<IncomingRecord> }) {
  const { value: mail } = opened;
  return (
    <Card title="Recebimento (IMAP)" action={<SourceBadge source={mail.source} problem={mail.problem} />}>
      <div className="grid gap-4">
        <p className="text-muted max-w-prose text-sm">
          Com uma caixa configurada, as respostas dos clientes entram na linha do tempo do contato. Nada é
          marcado como lido, movido nem apagado na caixa.
          {mail.checked_at && ` Última leitura: ${formatDateTime(mail.checked_at)}.`}
        </p>
        <Problem text={mail.problem} />
        {mail.problem && mail.retry_at && (
          <p className="text-muted text-sm">
            Próxima tentativa: {formatDateTime(mail.retry_at)}. Se o teste abaixo entrar na caixa, ela é lida
            na hora.
          </p>
        )}
        {mail.left_mail && <p className="bg-warning-soft rounded-md px-3 py-2 text-sm">{mail.left_mail}</p>}
        {mail.source === "environment" ? <Environment mail={mail} /> : <IncomingForm opened={opened} />}
      </div>
    </Card>
  );
}

function Environment({ mail }: { mail: IncomingRecord }) {
  const test = useTestIncoming();
  return (
    <>
      <OfEnvironment
        variables="VITRINE_IMAP_URL e as demais VITRINE_IMAP_…"
        facts={[
          [labels.host, `${mail.host}, porta ${mail.port}`],
          [labels.encryption, ENCRYPTIONS.find(({ value }) => value === mail.encryption)?.label ?? ""],
          [labels.user, mail.user],
          [labels.folder, mail.folder],
          [labels.address, mail.address],
          [labels.plus_addressing, yesOrNo(mail.plus_addressing)],
          [labels.trusted_server, mail.trusted_server],
          ["Mensagens de desconhecidos viram contatos", yesOrNo(mail.creates_contacts)],
        ]}
      />
      <TestMailbox test={test} onTest={() => test.mutate(INCOMING.fieldsOf(mail))} />
    </>
  );
}

function IncomingForm({ opened }: { opened: Versioned<IncomingRecord> }) {
  const save = useSaveIncoming();
  const turnOff = useTurnOffIncoming();
  // Not of the fields, which are drawn again when the settings are saved for the first time, maybe during a test.
  const test = useTestIncoming();
  return (
    <RecordForm
      // Settings that were turned off leave an empty form.
      key={opened.value.source}
      layout="inline"
      kind={INCOMING}
      opened={opened}
      resolver={zodResolver(incomingSchema)}
      send={save.mutateAsync}
      isStored={false}
      buttons={
        opened.value.source === "panel" && (
          <TurnOff
            label="Desligar o recebimento"
            question="Desligar o recebimento de e-mails?"
            busy={turnOff.isPending}
            onConfirm={(close) => turnOff.mutate(opened.etag, { onSuccess: test.reset, onSettled: close })}
          >
            As configurações e a senha são apagadas. O que já entrou nos contatos continua lá.
          </TurnOff>
        )
      }
    >
      {(form) => <Fields form={form} hasPassword={opened.value.has_password} test={test} />}
    </RecordForm>
  );
}

interface FieldsProps {
  form: UseFormReturn<IncomingFields>;
  hasPassword: boolean;
  test: ReturnType<typeof useTestIncoming>;
}

function Fields({ form, hasPassword, test }: FieldsProps) {
  const run = form.handleSubmit((fields) =>
    test.mutate(fields, { onError: (error) => showFieldErrors(error, form) }),
  );
  return (
    <>
      <ConnectionFields
        form={connectionForm(form)}
        protocol="imap"
        hasPassword={hasPassword}
        userHint="Quase sempre o endereço completo."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="folder"
          label={labels.folder}
          hint="INBOX é a caixa de entrada. Separe subpastas como o servidor, em geral com / ou ponto."
        />
        <FormField
          form={form}
          name="address"
          label={labels.address}
          type="email"
          hint="Para onde vão as respostas. Em branco, o e-mail do remetente."
        />
      </div>
      <Switch
        label="O servidor aceita endereços com “+”"
        hint="Por exemplo, contato+pedido@ chega em contato@. Assim uma resposta é reconhecida mesmo se o programa do cliente apagar os dados da conversa."
        {...form.register("plus_addressing")}
      />
      <Switch
        label="Mensagens de desconhecidos viram contatos"
        hint="Desligado, o que não responde a uma conversa fica só na caixa de e-mail."
        {...form.register("creates_contacts")}
      />
      <FormField
        form={form}
        name="trusted_server"
        label={labels.trusted_server}
        spellCheck={false}
        autoCapitalize="none"
        hint="Nome do servidor da empresa em Authentication-Results, como mx.google.com. Ele confirma remetentes; em branco, ninguém é confirmado assim."
      />
      <TestMailbox test={test} onTest={() => void run()} />
    </>
  );
}

interface TestMailboxProps {
  test: ReturnType<typeof useTestIncoming>;
  onTest: () => void;
}

function TestMailbox({ test, onTest }: TestMailboxProps) {
  return (
    <Trial
      label="Testar recebimento"
      busyLabel="Testando…"
      hint="Entra na caixa, procura a pasta e conta as mensagens, com o que está nesta tela. Nada muda na caixa."
      test={test}
      onTest={onTest}
    />
  );
}
