/** The wizard's form and where in it somebody is. What was typed outlives a reload; the password doesn't. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";

import { useSession } from "../../accounts/admin/session";
import { ApiError, messageOf } from "../../api/api-error";
import { notify } from "../../kit/notify";
import { paths } from "../../kit/paths";
import { setLogos, setUp } from "./finish-setup";
import type { Logo } from "./look-step";
import { stepOf, STEPS } from "./setup-steps";
import { BLANK, dropDraft, readDraft, saveDraft, setupSchema, type SetupValues } from "./setup-values";

export function useSetup(token: string) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [draft] = useState(readDraft);
  const [step, setStep] = useState(() => firstStep(draft));
  const [logo, keepLogo] = useState<Logo | null>(null);
  const [logoDark, keepDarkLogo] = useState<Logo | null>(null);
  const [lostLogo, setLostLogo] = useState(draft?.logo ?? null);
  const logoName = logo?.file.name ?? lostLogo;
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
      form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(step, values, logoName) }),
    [form, step, logoName],
  );

  function go(to: number): void {
    keep(to, form.getValues(), logoName);
    setStep(to);
  }

  function chooseLogo(file: File | null): void {
    keepLogo(instead(logo, file));
    if (!file) chooseDarkLogo(null);
    setLostLogo(null);
    keep(step, form.getValues(), file?.name ?? null);
  }

  function chooseDarkLogo(file: File | null): void {
    keepDarkLogo(instead(logoDark, file));
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
      notify.error("Erro ao criar conta", messageOf(error, "Tente novamente mais tarde"));
      const fields = error instanceof ApiError ? error.fields : {};
      for (const [name, message] of Object.entries(fields)) {
        form.setError(name as keyof SetupValues, { message });
      }
      lead(Object.keys(fields));
      return;
    }
    dropDraft();
    const problem = await setLogos({ logo: logo?.file, logo_dark: logoDark?.file }, values);
    if (problem) notify.error("A logo não foi enviada", `${problem} Tente de novo por aqui.`);
    else notify.success("Tudo pronto!", "A sua conta foi criada e o site já mostra o que você informou.");
    await navigate(problem ? paths.admin.generalSettings : paths.admin.dashboard, { replace: true });
  }

  return {
    form,
    step,
    title,
    logo,
    /** The name of the one that a reload has lost. */
    lostLogo,
    chooseLogo,
    logoDark,
    chooseDarkLogo,
    back: () => go(step - 1),
    skip: () => go(STEPS.length - 1),
    submit: () =>
      step < STEPS.length - 1 ? next() : form.handleSubmit(finish, (errors) => lead(namesOf(errors)))(),
  };
}

function instead(before: Logo | null, file: File | null): Logo | null {
  if (before) URL.revokeObjectURL(before.preview);
  return file && { file, preview: URL.createObjectURL(file) };
}

function keep(step: number, values: SetupValues, logo: string | null): void {
  saveDraft({ step: STEPS[step]?.id ?? "", values, logo });
}

/** Where somebody was; a logo that was chosen has to be chosen again. */
function firstStep(draft: ReturnType<typeof readDraft>): number {
  const found = STEPS.findIndex(({ id }) => id === draft?.step);
  const last = draft?.logo ? STEPS.findIndex(({ id }) => id === "look") : found;
  return Math.max(0, Math.min(found, last));
}

/** `company.name` of `{company: {name: …}}`. */
function namesOf(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, object]) =>
    "type" in error ? [name] : Object.keys(error).map((field) => `${name}.${field}`),
  );
}
