import { Field } from "../../ui/panel/field";
import { TextArea } from "../../ui/panel/text-area";
import type { StepProps } from "./step-props";

export function CompanyStep({ form }: StepProps) {
  const errors = form.formState.errors.company;
  return (
    <>
      <Field
        label="Nome da empresa"
        autoComplete="organization"
        hint="Como os clientes a chamam."
        error={errors?.name?.message}
        {...form.register("company.name")}
      />
      <Field
        label="Razão social"
        hint="Como está registrada."
        error={errors?.full_name?.message}
        {...form.register("company.full_name")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Ano de fundação"
          inputMode="numeric"
          error={errors?.founded?.message}
          {...form.register("company.founded")}
        />
        <Field
          label="Cidade e estado"
          placeholder="São Paulo, SP"
          error={errors?.location?.message}
          {...form.register("company.location")}
        />
      </div>
    </>
  );
}

export function ContactStep({ form }: StepProps) {
  const errors = form.formState.errors.contact;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Telefone"
          type="tel"
          autoComplete="tel"
          placeholder="(11) 4000-0000"
          error={errors?.phone?.message}
          {...form.register("contact.phone")}
        />
        <Field
          label="WhatsApp"
          type="tel"
          autoComplete="off"
          error={errors?.whatsapp?.message}
          {...form.register("contact.whatsapp")}
        />
      </div>
      <Field
        label="E-mail de contato"
        type="email"
        autoComplete="off"
        error={errors?.email?.message}
        {...form.register("contact.email")}
      />
      <Field
        label="Endereço"
        autoComplete="street-address"
        error={errors?.address?.message}
        {...form.register("contact.address")}
      />
      <TextArea
        label="Horário de atendimento"
        hint="Uma linha para cada grupo de dias."
        placeholder="Segunda a sexta, 08:00–18:00"
        error={errors?.business_hours?.message}
        {...form.register("contact.business_hours")}
      />
    </>
  );
}
