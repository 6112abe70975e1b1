/** The dialog 'Novo contato', in which staff record a call, a visit or a conversation. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";

import type { Contact } from "@/api/types";
import { refresh } from "@/features/contacts/panel/changes";
import { assignees, filterValues } from "@/features/contacts/panel/queries";
import { CONTACTS } from "@/features/contacts/panel/record";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { toLocal } from "@/lib/sao-paulo";
import { useNow } from "@/lib/use-now";
import { EditorDialog } from "@/panel/edit/editor-dialog";
import { NewRecordForm } from "@/panel/edit/record-form";
import { FormField, SelectField, TextArea } from "@/panel/form/field";
import { useListState } from "@/panel/list/use-list-state";
import { useChange, useSendOnce } from "@/panel/use-change";
import { CodeField } from "./code-field";
import { BLANK, channelOptions, recordContact, type RecordedFields, recordedSchema } from "./record";

export function NewContactDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { linkTo, isDialogClosed } = useListState(CONTACTS);
  const isCreated = useRef(false);
  const record = useSendOnce(recordContact);
  const create = useChange("Erro ao registrar contato", () => refresh(cache), { mutationFn: record });
  const open = ({ id, name }: Contact) => {
    notify.success("Contato registrado!", name);
    isCreated.current = true;
    const { to, state, preventScrollReset } = linkTo(panelPaths.contact(id));
    // Replaces the entry of the dialog, which closes it. Going back first would cancel the navigation. The entry before it is the
    // list's, or that of another contact.
    void navigate(to, {
      state: { ...state, isOverList: isDialogClosed },
      replace: true,
      preventScrollReset,
    });
  };
  return (
    <EditorDialog
      title="Novo contato"
      size="medium"
      onClose={onClose}
      // The new contact takes the focus.
      onClosed={(returnFocus) => !isCreated.current && returnFocus()}
    >
      <NewRecordForm
        layout="dialog"
        action="Registrar"
        draftName="contacts:new"
        blank={BLANK}
        resolver={zodResolver(recordedSchema)}
        create={create}
        onCreated={open}
      >
        {(form) => <Fields form={form} failure={create.error} />}
      </NewRecordForm>
    </EditorDialog>
  );
}

interface FieldsProps {
  form: UseFormReturn<RecordedFields>;
  failure: Error | null;
}

function Fields({ form, failure }: FieldsProps) {
  const channel = useWatch({ control: form.control, name: "channel" });
  const services = useId();
  const { data: values } = useQuery(filterValues);
  const { data: staff = [] } = useQuery(assignees);
  const now = toLocal(new Date(useNow()).toISOString());
  const error = (name: keyof RecordedFields) => form.formState.errors[name]?.message;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Canal" error={error("channel")} data-autofocus {...form.register("channel")}>
          {channelOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <FormField
          form={form}
          name="happened_at"
          type="datetime-local"
          max={now}
          label="Quando foi"
          hint="Em branco, vale agora. O prazo da resposta conta a partir deste momento (horário de Brasília)."
        />
      </div>
      {channel === "whatsapp" && <CodeField form={form} failure={failure} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField form={form} name="name" label="Nome" />
        <FormField form={form} name="company" label="Empresa (opcional)" />
        <FormField form={form} name="phone" type="tel" inputMode="tel" label="Telefone" />
        <FormField
          form={form}
          name="email"
          type="email"
          label="E-mail"
          hint="Basta um dos dois: o telefone ou o e-mail. Nenhum aviso é enviado à pessoa."
        />
        <FormField form={form} name="service" label="Serviço de interesse (opcional)" list={services} />
        <datalist id={services}>
          {values?.services.map((service) => (
            <option key={service} value={service} />
          ))}
        </datalist>
        <SelectField label="Responsável" error={error("assigned_to")} {...form.register("assigned_to")}>
          <option value="">Ninguém</option>
          {staff
            .filter(({ has_access }) => has_access)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
      </div>
      <TextArea
        label="O que a pessoa quer (opcional)"
        rows={3}
        error={error("message")}
        {...form.register("message")}
      />
    </>
  );
}
