/** The fields of a connection to a mail server: the provider, which fills in the others, the server, and the sign-in. */
import { useQuery } from "@tanstack/react-query";
import { Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";

import type { Encryption, Provider } from "@/api/types";
import { cn } from "@/panel/cn";
import { Segments } from "@/panel/controls/segments";
import { FormField, PasswordField, SelectField } from "@/panel/form/field";
import { mailProviders } from "./queries";
import { ENCRYPTIONS } from "./record";

/** The fields that both directions share. */
export interface ConnectionValues {
  host: string;
  port: string;
  encryption: Encryption;
  user: string;
  password: string;
}

/** Returns the form of a direction as one of the fields that both directions share. */
export const connectionForm = <Fields extends ConnectionValues>(form: UseFormReturn<Fields>) =>
  // The type of a form doesn't follow from that of its fields, because its functions take and return them.
  form as unknown as UseFormReturn<ConnectionValues>;

const OTHER = "other";

interface ConnectionFieldsProps {
  form: UseFormReturn<ConnectionValues>;
  /** The server of a provider that is meant. */
  protocol: "smtp" | "imap";
  hasPassword: boolean;
  userHint: string;
}

export function ConnectionFields(props: ConnectionFieldsProps) {
  const { form, hasPassword, userHint } = props;
  const { errors } = form.formState;
  return (
    <>
      <ProviderField {...props} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_6rem_13rem]">
        <FormField form={form} name="host" label="Servidor" spellCheck={false} autoCapitalize="none" />
        <FormField form={form} name="port" label="Porta" inputMode="numeric" />
        <SelectField label="Segurança" error={errors.encryption?.message} {...form.register("encryption")}>
          {ENCRYPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="user"
          label="Usuário"
          hint={userHint}
          spellCheck={false}
          autoCapitalize="none"
        />
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          hint={
            hasPassword
              ? "Há uma senha guardada, que ninguém pode ver. Em branco, ela continua valendo."
              : "Fica guardada cifrada e nunca mais é mostrada."
          }
          error={errors.password?.message}
          {...form.register("password")}
        />
      </div>
    </>
  );
}

function ProviderField({ form, protocol }: Pick<ConnectionFieldsProps, "form" | "protocol">) {
  const { data: providers = [] } = useQuery(mailProviders);
  const host = useWatch({ control: form.control, name: "host" });
  const ofHost = providers.find((provider) => provider[protocol].host === host)?.key;
  const [chosen, setChosen] = useState<string | null>(null);
  // A host that was edited, or loaded later, says more than an earlier choice.
  const key = ofHost ?? (chosen && host !== "" ? chosen : OTHER);
  const provider = providers.find((found) => found.key === key);
  const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  function choose(next: string): void {
    setChosen(next);
    const server = providers.find((found) => found.key === next)?.[protocol];
    form.setValue("host", server?.host ?? "", options);
    if (!server) return;
    form.setValue("port", String(server.port), options);
    form.setValue("encryption", server.encryption, options);
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">Provedor</p>
        <Segments
          label="Provedor"
          options={[
            ...providers.map(({ key, name }) => ({ value: key, label: name })),
            { value: OTHER, label: "Outro" },
          ]}
          value={key}
          onChange={choose}
        />
      </div>
      {provider && <Advice provider={provider} />}
    </div>
  );
}

function Advice({ provider: { advice, is_unsupported } }: { provider: Provider }) {
  const Icon = is_unsupported ? TriangleAlert : Info;
  return (
    <p
      role="status"
      className={cn(
        "flex gap-2.5 rounded-md px-3 py-2 text-sm",
        is_unsupported ? "bg-warning-soft" : "bg-info-soft",
      )}
    >
      <Icon
        className={cn("mt-0.5 size-4 shrink-0", is_unsupported ? "text-warning" : "text-info")}
        aria-hidden
      />
      <span className="min-w-0">{advice}</span>
    </p>
  );
}
