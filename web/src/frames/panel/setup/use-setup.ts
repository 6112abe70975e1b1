/** The wizard's form and its current step. A reload restores the draft, except for the password and the logo files. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { useSession } from "@/features/accounts/panel/session";
import { ApiError, messageOf } from "@/api/api-error";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { setUp, uploadLogos } from "./finish-setup";
import { type Logo, NO_LOGOS } from "./look-step";
import { stepOf, STEPS } from "./setup-steps";
import {
  BLANK,
  dropDraft,
  type LogoNames,
  readDraft,
  saveDraft,
  setupSchema,
  type SetupValues,
} from "./setup-values";

export function useSetup(token: string) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [draft] = useState(readDraft);
  const [step, setStep] = useState(() => firstStep(draft));
  const [logos, setLogos] = useState(NO_LOGOS);
  const [lost, setLost] = useState<LogoNames>(() => ({
    logo: draft?.logo ?? null,
    logo_dark: draft?.logo_dark ?? null,
  }));
  const logo = logos.logo?.file.name ?? lost.logo;
  const logo_dark = logos.logo_dark?.file.name ?? lost.logo_dark;
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  const form = useForm<SetupValues>({
    resolver: zodResolver(setupSchema),
    defaultValues: draft?.values ?? BLANK,
  });

  useEffect(() => {
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
  }, [step]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep(step, values, { logo, logo_dark }),
      }),
    [form, step, logo, logo_dark],
  );

  function go(to: number): void {
    keep(to, form.getValues(), { logo, logo_dark });
    setStep(to);
  }

  /** Without a logo there is no dark one either. */
  function chooseLogo(file: File | null): void {
    const dark = file ? logos.logo_dark : replaced(logos.logo_dark, null);
    const lostDark = file ? lost.logo_dark : null;
    setLogos({ logo: replaced(logos.logo, file), logo_dark: dark });
    setLost({ logo: null, logo_dark: lostDark });
    keep(step, form.getValues(), {
      logo: file?.name ?? null,
      logo_dark: dark?.file.name ?? lostDark,
    });
  }

  function chooseDarkLogo(file: File | null): void {
    setLogos({ ...logos, logo_dark: replaced(logos.logo_dark, file) });
    setLost({ ...lost, logo_dark: null });
    keep(step, form.getValues(), { logo, logo_dark: file?.name ?? null });
  }

  async function next(): Promise<void> {
    const fields = STEPS[step]?.fields ?? [];
    if (await form.trigger([...fields], { shouldFocus: true })) go(step + 1);
  }

  /** Leads to the step with the first field that isn't right. */
  function lead(fields: readonly string[]): void {
    const first = Math.min(...fields.map(stepOf));
    if (Number.isFinite(first) && first !== step) go(first);
  }

  async function finish(values: SetupValues): Promise<void> {
    try {
      signIn(await setUp(token, values));
    } catch (error) {
      notify.error("Erro ao criar conta", messageOf(error));
      const fields = error instanceof ApiError ? error.fields : {};
      for (const [name, message] of Object.entries(fields)) {
        form.setError(name as keyof SetupValues, { message });
      }
      lead(Object.keys(fields));
      return;
    }
    dropDraft();
    const files = { logo: logos.logo?.file, logo_dark: logos.logo_dark?.file };
    const problem = await uploadLogos(files, values);
    if (problem) notify.error("A logo não foi enviada", `${problem} Tente de novo por aqui.`);
    else notify.success("Tudo pronto!", "A sua conta foi criada e o site já mostra o que você informou.");
    await navigate(problem ? panelPaths.generalSettings : panelPaths.dashboard, { replace: true });
  }

  return {
    form,
    step,
    title,
    logos,
    /** Names of the files that were chosen before the page was reloaded. */
    lost,
    chooseLogo,
    chooseDarkLogo,
    back: () => go(step - 1),
    skip: () => go(STEPS.length - 1),
    submit: () =>
      step < STEPS.length - 1 ? next() : form.handleSubmit(finish, (errors) => lead(namesOf(errors)))(),
  };
}

function replaced(before: Logo | null, file: File | null): Logo | null {
  if (before) URL.revokeObjectURL(before.preview);
  return file && { file, preview: URL.createObjectURL(file) };
}

function keep(step: number, values: SetupValues, logos: LogoNames): void {
  saveDraft({ step: STEPS[step]?.id ?? "", values, ...logos });
}

/** The step of the draft, but no later than the step with the logos if a reload has lost one. */
function firstStep(draft: ReturnType<typeof readDraft>): number {
  const found = STEPS.findIndex(({ id }) => id === draft?.step);
  const hasLost = Boolean(draft?.logo ?? draft?.logo_dark);
  const last = hasLost ? STEPS.findIndex(({ id }) => id === "look") : found;
  return Math.max(0, Math.min(found, last));
}

/** `company.name` of `{company: {name: …}}`. */
function namesOf(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, object]) =>
    "type" in error ? [name] : Object.keys(error).map((field) => `${name}.${field}`),
  );
}
