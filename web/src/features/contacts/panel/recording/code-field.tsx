/**
 * The field for a WhatsApp message with a code. A valid code shows when and where the conversation began. What the person wrote
 * around the code becomes the message of the contact.
 */
import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";

import { ApiError } from "@/api/api-error";
import { fieldMessageOf } from "@/api/error-checks";
import type { WhatsappCode } from "@/api/types";
import { pageName } from "@/features/contacts/panel/source-page";
import { panelPaths } from "@/lib/paths";
import { TextArea } from "@/panel/form/field";
import { formatDateTime } from "@/panel/format";
import { checkCode, type RecordedFields } from "./record";
import { lastCode, textWithoutCode } from "./whatsapp-text";

/** Code of the server's error if a contact was recorded with the WhatsApp code. */
const CODE_USED = "whatsapp_code_used";

interface CodeFieldProps {
  form: UseFormReturn<RecordedFields>;
  /** Why the server refused the contact; null if it didn't. */
  failure: Error | null;
}

export function CodeField({ form, failure }: CodeFieldProps) {
  const check = useMutation({ mutationFn: checkCode });
  const { filled, fill } = useFilledMessage(form);
  /** The text that was checked last. */
  const checked = useRef("");
  const { onBlur, onChange, ...field } = form.register("whatsapp_code");
  const run = (text: string) => {
    if (text.trim() === checked.current) return;
    checked.current = text.trim();
    form.setValue("is_other_person", false);
    form.clearErrors("whatsapp_code");
    if (checked.current === "") {
      check.reset();
      fill("");
      return;
    }
    check.mutate(text, {
      onSuccess: (found) => fill(found.contact_id === null ? textAround(text, found) : ""),
      // With a code that is refused, staff record the contact without it.
      onError: () => fill(textWithoutCode(text)),
    });
  };
  // A colleague has recorded the code since it was checked.
  const checkAgain = useEffectEvent(() => {
    checked.current = "";
    run(form.getValues("whatsapp_code"));
    form.setFocus("whatsapp_code");
  });
  useEffect(() => {
    if (failure instanceof ApiError && failure.code === CODE_USED) checkAgain();
  }, [failure]);
  // The code and the text around it aren't input that opening the code's contact would lose.
  const discard = () => {
    flushSync(() => {
      form.resetField("whatsapp_code");
      form.resetField("channel");
      fill("");
    });
  };
  const code = check.data;
  const refusal = check.error ? fieldMessageOf(check.error, "whatsapp_code") : undefined;
  const error = form.formState.errors.whatsapp_code?.message ?? refusal;
  return (
    <div className="grid gap-1.5">
      <TextArea
        label="Mensagem ou protocolo do WhatsApp (opcional)"
        hint="Cole a mensagem inteira: o protocolo diz de que página e de que campanha a pessoa veio, e o resto vai para “O que a pessoa quer”."
        rows={2}
        error={error}
        {...field}
        onChange={(event) => {
          void onChange(event);
          const { value } = event.target;
          if (isCheckedAtOnce(value, checked.current, event.nativeEvent as InputEvent)) run(value);
        }}
        onBlur={(event) => {
          void onBlur(event);
          run(event.target.value);
        }}
      />
      <div role="status" className="text-sm empty:hidden">
        {!error && code && <Checked code={code} isFilled={filled !== ""} onOpen={discard} />}
      </div>
      {!refusal && code?.contact_id && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent size-4 shrink-0"
            {...form.register("is_other_person", {
              onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
                fill(target.checked ? textAround(check.variables, code) : ""),
            })}
          />
          É outra pessoa, que abriu o WhatsApp no mesmo minuto
        </label>
      )}
    </div>
  );
}

function textAround(text: string, { whatsapp_code, prepared_text }: WhatsappCode): string {
  return textWithoutCode(text, whatsapp_code, prepared_text);
}

/** Returns whether a text isn't only checked when the field is left: it was pasted, has another complete code, or is empty. */
function isCheckedAtOnce(text: string, checked: string, { inputType }: InputEvent): boolean {
  const code = lastCode(text);
  const isNew = code !== undefined && code !== lastCode(checked);
  return isNew || inputType === "insertFromPaste" || text.trim() === "";
}

/**
 * Returns the text that this field has put into the message, and the function that puts another text in its place. It never replaces
 * what was typed.
 */
function useFilledMessage(form: UseFormReturn<RecordedFields>) {
  const [filled, setFilled] = useState("");
  const fill = (text: string) => {
    if (!["", filled].includes(form.getValues("message").trim())) return;
    form.setValue("message", text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    setFilled(text);
  };
  return { filled, fill };
}

interface CheckedProps {
  code: WhatsappCode;
  /** Whether the message has the text around the code. */
  isFilled: boolean;
  /** Called before the contact that has the code is opened. */
  onOpen: () => void;
}

function Checked({ code, isFilled, onOpen }: CheckedProps) {
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
    source_page && `na ${pageName(source_page)}`,
    utm_campaign && `pela campanha ${utm_campaign}`,
  ];
  return (
    <p className="bg-success-soft text-success rounded-lg px-3 py-2 wrap-anywhere">
      {parts.filter(Boolean).join(", ")}.
      {isFilled && " O que a pessoa escreveu está em “O que a pessoa quer”."}
    </p>
  );
}
