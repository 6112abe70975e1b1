/** Sets up an authenticator app: the app reads the secret, and the user confirms with one of its codes. */
import { type ReactNode, useEffect, useRef } from "react";
import { useForm } from "react-hook-form";

import { ApiError } from "@/api/api-error";
import type { TotpOffer } from "@/api/types";
import { useTotpOffer } from "@/features/accounts/core/use-totp-offer";
import { AccountSection } from "@/features/accounts/panel/account-section";
import { CodeField } from "@/features/accounts/panel/code-field";
import { Button } from "@/panel/controls/button";
import { CopyButton } from "@/panel/controls/copy-button";
import { Spinner } from "@/panel/controls/spinner";
import { showFieldErrors } from "@/panel/form/form-errors";
import { notifyFailure } from "@/panel/notify-failure";
import { useConfirmTotp, useOfferTotp } from "./queries";

interface TotpEnrollmentProps {
  onConfirmed: (codes: string[]) => void;
  onCancel: () => void;
}

export function TotpEnrollment({ onConfirmed, onCancel }: TotpEnrollmentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutateAsync, isError } = useOfferTotp();
  const offer = useTotpOffer(() => mutateAsync(), onCancel);
  useEffect(() => heading.current?.focus(), []);
  return (
    <AccountSection title="Ativar segundo fator" className="print:hidden">
      {offer ? (
        <Steps offer={offer} onConfirmed={onConfirmed} onCancel={onCancel} />
      ) : (
        !isError && (
          <p role="status" className="text-muted mt-4 flex items-center gap-2 text-sm">
            <Spinner />
            Preparando…
          </p>
        )
      )}
    </AccountSection>
  );
}

function Steps({ offer, onConfirmed, onCancel }: TotpEnrollmentProps & { offer: TotpOffer }) {
  return (
    <ol className="mt-4 grid gap-6">
      <Step number={1} title="Abra um aplicativo autenticador no celular">
        <p className="text-muted text-sm">
          Google Authenticator, Microsoft Authenticator, Aegis, 1Password ou qualquer outro que leia códigos
          QR.
        </p>
      </Step>
      <Step number={2} title="Leia o código QR com ele">
        <Secret offer={offer} />
      </Step>
      <Step number={3} title="Digite o código de 6 dígitos que ele mostra">
        <CodeForm onConfirmed={onConfirmed} onCancel={onCancel} />
      </Step>
    </ol>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <span
        className="bg-accent-soft text-accent-strong grid size-7 place-items-center rounded-full text-sm font-semibold"
        aria-hidden
      >
        {number}
      </span>
      <div className="grid gap-2">
        <h3 className="pt-0.5 text-sm font-medium">{title}</h3>
        {children}
      </div>
    </li>
  );
}

function Secret({ offer }: { offer: TotpOffer }) {
  return (
    <div className="flex flex-wrap items-start gap-5">
      {/* Dark on light in both color schemes, as cameras need it. */}
      <svg
        role="img"
        aria-label="Código QR para o aplicativo autenticador"
        viewBox={`0 0 ${offer.qr_size} ${offer.qr_size}`}
        shapeRendering="crispEdges"
        className="size-48 shrink-0 rounded-md"
      >
        <rect width="100%" height="100%" fill="#fff" />
        <path d={offer.qr_path} fill="#000" />
      </svg>
      <div className="grid min-w-0 flex-1 basis-56 gap-3 text-sm">
        <p className="text-muted">Não consegue ler? Digite esta chave no aplicativo:</p>
        <p className="flex items-center gap-1">
          <code className="bg-sunken min-w-0 rounded-md px-2 py-1.5 font-mono break-words">{offer.key}</code>
          <CopyButton text={offer.key.replaceAll(" ", "")} label="Copiar chave" />
        </p>
        <p className="lg:hidden">
          <a href={offer.url} className="text-accent font-medium underline underline-offset-4">
            Abrir no aplicativo deste celular
          </a>
        </p>
      </div>
    </div>
  );
}

function CodeForm({ onConfirmed, onCancel }: TotpEnrollmentProps) {
  const form = useForm({ defaultValues: { code: "" } });
  const confirm = useConfirmTotp();

  async function submit({ code }: { code: string }): Promise<void> {
    try {
      onConfirmed((await confirm.mutateAsync(code)).codes);
    } catch (error) {
      const isAboutCode = error instanceof ApiError && error.fields["code"] !== undefined;
      if (!isAboutCode) notifyFailure("Código não aceito", error);
      showFieldErrors(error, form);
    }
  }

  const error = form.formState.errors.code?.message;
  return (
    <form
      className="grid max-w-xs gap-3"
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <CodeField kind="app" error={error} {...form.register("code", { required: "Informe o código." })} />
      <p role="alert" className="sr-only">
        {error}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          {confirm.isPending ? "Ativando..." : "Ativar"}
        </Button>
        <Button onClick={onCancel}>Cancelar</Button>
      </div>
    </form>
  );
}
