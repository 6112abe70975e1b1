/** The fields of a service, a new one or one that is there. What was typed stays until it is saved or given up. */
import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, type FieldErrors, useForm, type UseFormReturn } from "react-hook-form";

import { notify } from "@/lib/notify";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { SelectField } from "@/panel/form/select-field";
import { Switch } from "@/panel/controls/switch";
import { TextArea } from "@/panel/controls/text-area";
import { CATEGORIES, defaultPage, PAGES } from "./categories";
import { FeaturesField } from "./features-field";
import { IconField } from "@/panel/form/icon-field";
import { REQUIRED_FIELDS, serviceSchema, type ServiceValues } from "./service-values";

type ServiceForm = UseFormReturn<ServiceValues>;

export function useServiceForm(values: ServiceValues): ServiceForm {
  return useForm<ServiceValues>({ resolver: zodResolver(serviceSchema), defaultValues: values });
}

interface ServiceFieldsetProps {
  form: ServiceForm;
  isNew: boolean;
  busy: boolean;
  onSubmit: (values: ServiceValues) => void;
  onCancel: () => void;
}

export function ServiceFieldset(props: ServiceFieldsetProps) {
  const { form, isNew, busy, onSubmit, onCancel } = props;
  const { register, control, handleSubmit } = form;
  return (
    <form
      className="grid gap-5"
      noValidate
      onSubmit={(event) => void handleSubmit(onSubmit, sayMissing)(event)}
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <Main form={form} isNew={isNew} />
        </div>
        <FeaturesField control={control} register={register} />
      </div>
      <div className="border-line flex flex-wrap items-center gap-x-8 gap-y-4 border-t pt-5">
        <Switch label="Ativo" hint="Aparece no site" {...register("is_active")} />
        <Switch label="Destaque" hint="Ganha um selo no site" {...register("is_featured")} />
        <div className="ml-auto flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel}>Cancelar</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {busy ? "Salvando..." : isNew ? "Adicionar Serviço" : "Salvar"}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Main({ form, isNew }: { form: ServiceForm; isNew: boolean }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  // In the order of the screen, which is that of the focus when something is wrong.
  const title = register("title");
  const category = register("category");
  /** Until somebody chooses a page, a new service follows its category. */
  function follow(value: string): void {
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
            follow(event.target.value);
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

function sayMissing(errors: FieldErrors<ServiceValues>): void {
  const isMissing = REQUIRED_FIELDS.some((name) => errors[name]?.message === "Preencha este campo.");
  notify.error(
    "Erro",
    isMissing ? "Preencha todos os campos obrigatórios." : "Verifique os campos destacados.",
  );
}
