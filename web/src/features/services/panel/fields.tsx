/** The fields of a service. */
import { Controller, type UseFormReturn } from "react-hook-form";

import { Switch } from "@/panel/controls/switch";
import { Field, SelectField, TextArea } from "@/panel/form/field";
import { IconField } from "@/panel/form/icon-field";
import { CATEGORIES, defaultPage, PAGES } from "./categories";
import { FeaturesField } from "./features-field";
import type { ServiceValues } from "./record";

interface ServiceFieldsProps {
  form: UseFormReturn<ServiceValues>;
  isNew: boolean;
}

export function ServiceFields({ form, isNew }: ServiceFieldsProps) {
  const { register, control } = form;
  return (
    <>
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
    </>
  );
}

function MainFields({ form, isNew }: ServiceFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  // After an invalid input, the form focuses the first invalid field in the order of registration.
  const title = register("title");
  const category = register("category");
  /** Sets the page of a new service to the default page of its category, unless the user has chosen a page. */
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
