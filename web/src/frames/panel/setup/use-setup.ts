/** The form and the current step of the setup wizard. A reload restores the draft, except the password and the logo files. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useNavigate } from "react-router";

import { ApiError } from "@/api/api-error";
import { api, body } from "@/api/client";
import { useSession } from "@/features/accounts/panel/session";
import { uploadFailure, uploadMedia } from "@/features/media/panel/upload-media";
import { updateRecord } from "@/features/settings/panel/queries";
import { notify } from "@/lib/notify";
import { panelPaths } from "@/lib/paths";
import { applyAccentColor } from "@/panel/accent-colors";
import { notifyFailure } from "@/panel/notify-failure";
import { setBrand } from "@/panel/page-title";
import { type ChosenLogo, NO_LOGOS } from "./look-step";
import {
  BLANK,
  type LogoNames,
  readDraft,
  removeDraft,
  saveDraft,
  setupBody,
  setupSchema,
  type SetupValues,
} from "./setup-values";
import { stepOf, STEPS } from "./wizard-steps";

type Files = Readonly<Record<"logo" | "logo_dark", File | undefined>>;

export function useSetup(token: string) {
  const [draft] = useState(readDraft);
  const [step, setStep] = useState(() => firstStep(draft));
  const form = useForm<SetupValues>({
    resolver: zodResolver(setupSchema),
    defaultValues: draft?.values ?? BLANK,
  });
  const { logos, lostLogos, names, chooseLogo, chooseDarkLogo } = useLogos(draft);
  useStoredDraft(form, step, names);
  const title = useTitleFocus(step);

  /** Opens the first step with one of these fields, which have errors. */
  function openStepOf(fields: readonly string[]): void {
    const first = Math.min(...fields.map(stepOf));
    if (Number.isFinite(first)) setStep(first);
  }

  const files = { logo: logos.logo?.file, logo_dark: logos.logo_dark?.file };
  const finish = useFinish(token, form, files, openStepOf);

  async function next(): Promise<void> {
    const fields = STEPS[step]?.fields ?? [];
    if (await form.trigger([...fields], { shouldFocus: true })) setStep(step + 1);
  }

  return {
    form,
    step,
    title,
    logos,
    lostLogos,
    chooseLogo,
    chooseDarkLogo,
    back: () => setStep(step - 1),
    skip: () => setStep(STEPS.length - 1),
    submit: () =>
      step < STEPS.length - 1 ? next() : form.handleSubmit(finish, (errors) => openStepOf(namesOf(errors)))(),
  };
}

/** Returns the chosen logos. `lostLogos` has the names of files that were chosen before the page was reloaded. */
function useLogos(draft: LogoNames | null) {
  const [logos, setLogos] = useState(NO_LOGOS);
  const [lostLogos, setLostLogos] = useState<LogoNames>({
    logo: draft?.logo ?? null,
    logo_dark: draft?.logo_dark ?? null,
  });
  const names: LogoNames = {
    logo: logos.logo?.file.name ?? lostLogos.logo,
    logo_dark: logos.logo_dark?.file.name ?? lostLogos.logo_dark,
  };

  /** Also removes the dark logo if the logo is removed. */
  function chooseLogo(file: File | null): void {
    const dark = file ? logos.logo_dark : replaced(logos.logo_dark, null);
    setLogos({ logo: replaced(logos.logo, file), logo_dark: dark });
    setLostLogos({ logo: null, logo_dark: file ? lostLogos.logo_dark : null });
  }

  function chooseDarkLogo(file: File | null): void {
    setLogos({ ...logos, logo_dark: replaced(logos.logo_dark, file) });
    setLostLogos({ ...lostLogos, logo_dark: null });
  }

  return { logos, lostLogos, names, chooseLogo, chooseDarkLogo };
}

/** Stores the draft at each change of the values, the step or the logos. */
function useStoredDraft(
  form: UseFormReturn<SetupValues>,
  step: number,
  { logo, logo_dark }: LogoNames,
): void {
  useEffect(() => {
    storeDraft(step, form.getValues(), { logo, logo_dark });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => storeDraft(step, values, { logo, logo_dark }),
    });
  }, [form, step, logo, logo_dark]);
}

/** Returns the ref of the title, which gets the focus when the step changes. */
function useTitleFocus(step: number) {
  const title = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) title.current?.focus();
    isFirst.current = false;
  }, [step]);
  return title;
}

/** Returns the function that sets up the company, uploads the logos and opens the panel. */
function useFinish(
  token: string,
  form: UseFormReturn<SetupValues>,
  files: Files,
  openStepOf: (fields: readonly string[]) => void,
) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  return async (values: SetupValues): Promise<void> => {
    try {
      signIn(await body(api.POST("/api/auth/setup", { body: setupBody(token, values) })));
    } catch (error) {
      notifyFailure("Erro ao criar conta", error);
      const fields = error instanceof ApiError ? error.fields : {};
      for (const [name, message] of Object.entries(fields)) {
        form.setError(name as keyof SetupValues, { message });
      }
      openStepOf(Object.keys(fields));
      return;
    }
    removeDraft();
    const problem = await applyAppearance(files, values);
    if (problem) notify.error("A logo não foi enviada", `${problem} Tente de novo por aqui.`);
    else notify.success("Tudo pronto!", "A sua conta foi criada e o site já mostra o que você informou.");
    await navigate(problem ? panelPaths.generalSettings : panelPaths.dashboard, { replace: true });
  };
}

/** Shows the company's name and color in the panel, and uploads the logos. Returns why an upload failed, or null. */
async function applyAppearance(files: Files, { company }: SetupValues): Promise<string | null> {
  const name = company.name.trim();
  if (name) setBrand(name);
  applyAccentColor(company.accent_color.trim());
  try {
    for (const field of ["logo", "logo_dark"] as const) {
      const file = files[field];
      if (!file) continue;
      const { url } = await uploadMedia(file, "logo");
      await updateRecord("company", { [field]: url }, null);
    }
    return null;
  } catch (error) {
    return uploadFailure(error);
  }
}

/** Returns the new logo, and releases the preview of the previous one. */
function replaced(before: ChosenLogo | null, file: File | null): ChosenLogo | null {
  if (before) URL.revokeObjectURL(before.preview);
  return file && { file, preview: URL.createObjectURL(file) };
}

function storeDraft(step: number, values: SetupValues, logos: LogoNames): void {
  saveDraft({ step: STEPS[step]?.id ?? "", values, ...logos });
}

/** Returns the index of the draft's step. If a reload has lost a logo, it is at most the step with the logos. */
function firstStep(draft: ReturnType<typeof readDraft>): number {
  const found = STEPS.findIndex(({ id }) => id === draft?.step);
  const hasLost = Boolean(draft?.logo ?? draft?.logo_dark);
  const last = hasLost ? STEPS.findIndex(({ id }) => id === "look") : found;
  return Math.max(0, Math.min(found, last));
}

/** Returns the names of fields with errors, such as `company.name`. */
function namesOf(errors: object): string[] {
  return Object.entries(errors).flatMap(([name, error]: [string, object]) =>
    "type" in error ? [name] : Object.keys(error).map((field) => `${name}.${field}`),
  );
}
