/** The field for a WhatsApp message that ends in a code. A valid code shows when and where the conversation began. */
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";

import { fieldMessageOf } from "@/api/error-checks";
import type { WhatsappCode } from "@/api/types";
import { panelPaths } from "@/lib/paths";
import { TextArea } from "@/panel/form/field";
import { formatDateTime } from "@/panel/format";
import { checkCode, type RecordedFields } from "./record";

export function CodeField({ form }: { form: UseFormReturn<RecordedFields> }) {
  const check = useMutation({ mutationFn: checkCode });
  /** The text that was checked last. */
  const checked = useRef("");
  const { onBlur, onChange, ...field } = form.register("whatsapp_code");
  const run = (text: string) => {
    if (text.trim() === checked.current) return;
    checked.current = text.trim();
    form.clearErrors("whatsapp_code");
    if (checked.current === "") check.reset();
    else check.mutate(text);
  };
  // The code isn't input that opening its contact would lose.
  const discard = () => {
    flushSync(() => {
      form.resetField("whatsapp_code");
      form.resetField("channel");
    });
  };
  const refusal = check.error ? fieldMessageOf(check.error, "whatsapp_code") : undefined;
  const error = form.formState.errors.whatsapp_code?.message ?? refusal;
  return (
    <div className="grid gap-1.5">
      <TextArea
        label="Mensagem ou protocolo do WhatsApp (opcional)"
        hint="Cole a mensagem inteira: o protocolo no fim dela diz de que página e de que campanha a pessoa veio."
        rows={2}
        error={error}
        {...field}
        onChange={(event) => {
          void onChange(event);
          // A paste is checked at once, typing when the field is left.
          if ((event.nativeEvent as InputEvent).inputType === "insertFromPaste") run(event.target.value);
        }}
        onBlur={(event) => {
          void onBlur(event);
          run(event.target.value);
        }}
      />
      <div role="status" className="text-sm empty:hidden">
        {!error && check.data && <Checked code={check.data} onOpen={discard} />}
      </div>
    </div>
  );
}

function Checked({ code, onOpen }: { code: WhatsappCode; onOpen: () => void }) {
  const { contact_id, clicked_at, source_page, utm_campaign } = code;
  if (contact_id) {
    return (
      <p className="bg-warning-soft text-warning rounded-lg px-3 py-2">
        Este protocolo já tem um contato.{" "}
        <Link
          to={panelPaths.contact(contact_id)}
          className="font-medium underline underline-offset-4"
          onClick={onOpen}
        >
          Abrir o contato
        </Link>
      </p>
    );
  }
  const parts = [
    `Protocolo válido: a conversa começou em ${formatDateTime(clicked_at)}`,
    source_page && `na página ${source_page}`,
    utm_campaign && `pela campanha ${utm_campaign}`,
  ];
  return (
    <p className="bg-success-soft text-success rounded-lg px-3 py-2">{parts.filter(Boolean).join(", ")}.</p>
  );
}
