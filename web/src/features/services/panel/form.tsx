/** The fields of a service. */
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { Controller, type FieldErrors, useForm, type UseFormReturn } from "react-hook-form";

import { notify } from "@/lib/notify";
import { Switch } from "@/panel/controls/switch";
import { Field, SelectField, TextArea } from "@/panel/form/field";
import { EditorFrame } from "@/panel/edit/editor-frame";
import type { EditorState } from "@/panel/edit/use-versioned-record";
import { IconField } from "@/panel/form/icon-field";
import { CATEGORIES, defaultPage, PAGES } from "./categories";
import { FeaturesField } from "./features-field";
import { REQUIRED_FIELDS, serviceSchema, type ServiceValues } from "./record";

type Form = UseFormReturn<ServiceValues>;

export function useServiceForm(values: ServiceValues): Form {
  return useForm<ServiceValues>({ resolver: zodResolver(serviceSchema), defaultValues: values });
}

interface ServiceFormProps {
  form: Form;
  editor: EditorState;
  isNew: boolean;
  onSubmit: (values: ServiceValues) => void;
  onCancel: () => void;
}

export function ServiceForm({ form, editor, isNew, onSubmit, onCancel }: ServiceFormProps): ReactNode {
  const { register, control, handleSubmit } = form;
  return (
    <EditorFrame
      layout="inline"
      editor={editor}
      action={isNew ? "Adicionar Serviço" : "Salvar"}
      onSave={() => void handleSubmit(onSubmit, notifyInvalid)()}
      onCancel={onCancel}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <MainFields form={form} isNew={isNew} />
        </div>
        <FeaturesField control={control} register={register} />
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
        <Switch label="Destaque" hint="Ganha um selo no site" {...register("is_featured")} />
      </div>
    </EditorFrame>
  );
}

function MainFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  // Registered in the order of the screen, which is the order of focus on invalid fields.
  const title = register("title");
  const category = register("category");
  /** Sets the page of a new service to that of its category until a page is chosen. */
  function followCategory(value: string): void {
    if (isNew && !formState.dirtyFields.page) form.resetField("page", { defaultValue: defaultPage(value) });
  }
  return (
    <>
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Controller
          control={control}
          name="icon"
          render={({ field }) => <IconField value={field.value} onChange={field.onChange} />}
        />
        <Field label="Título" autoComplete="off" error={errors.title?.message} {...title} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Categoria"
          error={errors.category?.message}
          {...category}
          onChange={(event) => {
            void category.onChange(event);
            followCategory(event.target.value);
          }}
        >
          <option value="">Selecione…</option>
          {CATEGORIES.map(({ value }) => (
            <option key={value}>{value}</option>
          ))}
        </SelectField>
        <SelectField label="Página do site" error={errors.page?.message} {...register("page")}>
          {PAGES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea label="Descrição" rows={4} error={errors.description?.message} {...register("description")} />
    </>
  );
}

function notifyInvalid(errors: FieldErrors<ServiceValues>): void {
  const isMissing = REQUIRED_FIELDS.some((name) => errors[name]?.message === "Preencha este campo.");
  notify.error(
    "Erro",
    isMissing ? "Preencha todos os campos obrigatórios." : "Verifique os campos destacados.",
  );
}
