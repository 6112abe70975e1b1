/** The setup wizard, which shows one step at a time. */
import { AccountFrame } from "@/features/accounts/panel/account-frame";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { DemoStep } from "./demo-step";
import { AdministratorStep, CompanyStep, ContactStep } from "./field-steps";
import { LookStep } from "./look-step";
import { useSetup } from "./use-setup";
import { STEPS } from "./wizard-steps";

export function SetupWizard({ token }: { token: string }) {
  const setup = useSetup(token);
  const { form, step } = setup;
  const { isSubmitting } = form.formState;
  const shown = STEPS[step];
  if (!shown) return null;
  const isLast = step === STEPS.length - 1;
  return (
    <AccountFrame
      title={shown.title}
      lead={shown.lead}
      titleRef={setup.title}
      above={<StepList current={step} />}
    >
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void setup.submit();
        }}
      >
        {shown.id === "company" && <CompanyStep form={form} />}
        {shown.id === "contact" && <ContactStep form={form} />}
        {shown.id === "look" && (
          <LookStep
            form={form}
            logos={setup.logos}
            lostLogos={setup.lostLogos}
            onChoose={setup.chooseLogo}
            onChooseDark={setup.chooseDarkLogo}
          />
        )}
        {shown.id === "content" && <DemoStep form={form} />}
        {shown.id === "administrator" && <AdministratorStep form={form} />}
        <div className="mt-1 grid gap-2">
          <Button type="submit" variant="primary" className="h-10" busy={isSubmitting}>
            {isLast ? (isSubmitting ? "Criando conta..." : "Criar conta e entrar") : "Continuar"}
          </Button>
          <div className="flex flex-wrap justify-between gap-2">
            {step > 0 ? (
              <Button variant="ghost" disabled={isSubmitting} onClick={setup.back}>
                Voltar
              </Button>
            ) : (
              <span />
            )}
            {!isLast && (
              <Button variant="ghost" onClick={setup.skip}>
                Pular para a conta
              </Button>
            )}
          </div>
        </div>
      </form>
    </AccountFrame>
  );
}

/** List of the steps, with the current one marked. */
function StepList({ current }: { current: number }) {
  return (
    <div className="mb-6">
      <ol aria-label="Etapas" className="grid grid-cols-5 gap-2">
        {STEPS.map(({ id, label }, index) => (
          <li
            key={id}
            aria-current={index === current ? "step" : undefined}
            className={cn("border-t-4 pt-1.5", index <= current ? "border-accent" : "border-line")}
          >
            <span className="sr-only">
              {label}
              {index < current ? " (feita)" : ""}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">
        Etapa {current + 1} de {STEPS.length}: {STEPS[current]?.label}
      </p>
    </div>
  );
}
