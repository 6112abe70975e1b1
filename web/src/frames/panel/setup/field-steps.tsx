/** Steps of the wizard that have only fields: company, contact and administrator. */
import { passwordMin } from "@/features/accounts/panel/password-rules";
import { PersonFields } from "@/features/accounts/panel/person-fields";
import { Field, PasswordField, TextArea } from "@/panel/form/field";
import type { StepProps } from "./step-props";

export function CompanyStep({ form }: StepProps) {
  const errors = form.formState.errors.company;
  return (
    <>
      <Field
        label="Nome da empresa"
        autoComplete="organization"
        hint="Como os clientes a chamam. Em branco, o site usa o nome de exemplo, Vitrine TI."
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
  const isPhone = form.watch("whatsapp_is_phone");
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
          hint="Em branco, o site não mostra WhatsApp."
          disabled={isPhone}
          error={errors?.whatsapp?.message}
          {...form.register("contact.whatsapp")}
        />
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="accent-accent size-4 shrink-0"
          {...form.register("whatsapp_is_phone")}
        />
        O WhatsApp é o mesmo número
      </label>
      <Field
        label="E-mail de contato"
        type="email"
        autoComplete="off"
        hint="Recebe os avisos de novos contatos. Em branco, eles vão para os administradores."
        error={errors?.email?.message}
        {...form.register("contact.email")}
      />
      <Field
        label="Endereço"
        autoComplete="street-address"
        hint="Em branco, o site mostra só a cidade."
        error={errors?.address?.message}
        {...form.register("contact.address")}
      />
      <TextArea
        label="Horário de atendimento"
        hint="Aparece no site e define o prazo das respostas. Uma linha para cada grupo de dias."
        placeholder="Segunda a sexta, 08:00–18:00"
        error={errors?.business_hours?.message}
        {...form.register("contact.business_hours")}
      />
    </>
  );
}

export function AdministratorStep({ form }: StepProps) {
  const { errors } = form.formState;
  return (
    <>
      <PersonFields name={form.register("full_name")} email={form.register("email")} errors={errors} isOwn />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        hint={`Pelo menos ${passwordMin("admin")} caracteres. Uma frase é fácil de lembrar.`}
        error={errors.password?.message}
        {...form.register("password")}
      />
    </>
  );
}
