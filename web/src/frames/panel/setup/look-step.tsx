/** The company's accent color and logos. The files are uploaded once the account exists. */
import { CircleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Controller } from "react-hook-form";

import { DropZone } from "@/features/media/panel/drop-zone";
import { limitsText, problemOf } from "@/features/media/panel/upload-kind";
import { AccentField } from "@/features/settings/panel/appearance/accent-field";
import { LogoSample } from "@/features/settings/panel/appearance/logo-sample";
import { Button } from "@/panel/controls/button";
import { PicturePreview } from "@/panel/controls/picture-preview";
import type { LogoNames } from "./setup-values";
import type { StepProps } from "./step-props";

export interface ChosenLogo {
  file: File;
  /** Object URL of the file, which isn't uploaded yet. */
  preview: string;
}

type Logos = Record<"logo" | "logo_dark", ChosenLogo | null>;

export const NO_LOGOS: Logos = { logo: null, logo_dark: null };

interface LogoChoiceProps {
  label: string;
  logo: ChosenLogo | null;
  /** Name of a file that was chosen before the page was reloaded. */
  lost: string | null;
  /** Label of the button that continues without the lost file. */
  skip: string;
  onChoose: (file: File | null) => void;
}

interface LookStepProps extends StepProps {
  logos: Logos;
  lostLogos: LogoNames;
  onChoose: (file: File | null) => void;
  onChooseDark: (file: File | null) => void;
}

export function LookStep({
  form,
  logos: { logo, logo_dark },
  lostLogos,
  onChoose,
  onChooseDark,
}: LookStepProps) {
  return (
    <>
      <LogoChoice label="Logo" logo={logo} lost={lostLogos.logo} skip="Seguir sem logo" onChoose={onChoose} />
      {logo && (
        <>
          <LogoChoice
            label="Logo para o tema escuro (opcional)"
            logo={logo_dark}
            lost={lostLogos.logo_dark}
            skip="Seguir sem esta versão"
            onChoose={onChooseDark}
          />
          <LogoSample logo={logo.preview} dark={logo_dark?.preview ?? ""} />
        </>
      )}
      <Controller
        control={form.control}
        name="company.accent_color"
        render={({ field, fieldState }) => (
          <AccentField label="Cor de destaque" error={fieldState.error?.message} {...field} />
        )}
      />
    </>
  );
}

function LogoChoice({ label, logo, lost, skip, onChoose }: LogoChoiceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  function choose(files: readonly File[]): void {
    const [first] = files;
    if (!first) return;
    const found = files.length > 1 ? "Escolha um arquivo só." : problemOf(first, "logo");
    setProblem(found);
    if (!found) onChoose(first);
  }
  function remove(): void {
    onChoose(null);
    input.current?.focus();
  }
  return (
    <div className="grid gap-1.5" role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <DropZone
        id={id}
        kind="logo"
        inputRef={input}
        labelledBy={`${id}-label ${id}-action`}
        describedBy={`${id}-hint`}
        onFiles={choose}
      >
        {logo && <PicturePreview src={logo.preview} />}
        <span className="grid gap-0.5 text-center">
          <span id={`${id}-action`} className="text-sm">
            {logo
              ? "Trocar imagem: clique ou arraste outra"
              : "Clique para escolher ou arraste a imagem até aqui"}
          </span>
          <span id={`${id}-hint`} className="text-muted text-xs">
            {limitsText("logo")}
          </span>
        </span>
      </DropZone>
      {lost && <LostFile name={lost} skip={skip} onSkip={remove} />}
      {problem && (
        <p role="alert" className="text-danger flex items-center gap-1.5 text-sm">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {problem}
        </p>
      )}
      {logo && <ChosenFile label={label} name={logo.file.name} onRemove={remove} />}
    </div>
  );
}

/** Asks again for a file that was chosen before the page was reloaded. */
function LostFile({ name, skip, onSkip }: { name: string; skip: string; onSkip: () => void }) {
  return (
    <div className="bg-warning-soft text-warning flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md p-3 text-sm">
      <p className="min-w-0 grow basis-64 wrap-anywhere">
        A página foi recarregada, e o navegador não guarda arquivos: escolha a logo “{name}” outra vez.
      </p>
      <Button size="sm" onClick={onSkip}>
        {skip}
      </Button>
    </div>
  );
}

function ChosenFile({ label, name, onRemove }: { label: string; name: string; onRemove: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted min-w-0 text-xs break-all">{name}</p>
      <Button size="sm" variant="danger" aria-label={`Remover: ${label}`} onClick={onRemove}>
        Remover
      </Button>
    </div>
  );
}
