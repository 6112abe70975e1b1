/** How the company looks: its colour, and its logo, chosen now and uploaded once there is somebody to upload it. */
import { CircleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Controller } from "react-hook-form";

import { DropZone } from "../../media/admin/drop-zone";
import { limitsText, problemOf } from "../../media/admin/place";
import { PicturePreview } from "../../ui/panel/picture-preview";
import { AccentField } from "../../settings/admin/accent-field";
import { LogoSample } from "../../settings/admin/logo-sample";
import { Button } from "../../ui/panel/button";
import type { StepProps } from "./step-props";

export interface Logo {
  file: File;
  /** An address that shows the file, which is on no server yet. */
  preview: string;
}

interface LogoChoiceProps {
  label: string;
  logo: Logo | null;
  /** The name of a file that was chosen before the page was reloaded. */
  lost: string | null;
  onChoose: (file: File | null) => void;
}

interface LookStepProps extends StepProps {
  logo: Logo | null;
  logoDark: Logo | null;
  lost: string | null;
  onChoose: (file: File | null) => void;
  onChooseDark: (file: File | null) => void;
}

export function LookStep({ form, logo, logoDark, lost, onChoose, onChooseDark }: LookStepProps) {
  return (
    <>
      <LogoChoice label="Logo" logo={logo} lost={lost} onChoose={onChoose} />
      {logo && (
        <>
          <LogoChoice
            label="Logo para o tema escuro (opcional)"
            logo={logoDark}
            lost={null}
            onChoose={onChooseDark}
          />
          <LogoSample logo={logo.preview} dark={logoDark?.preview ?? ""} />
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

function LogoChoice({ label, logo, lost, onChoose }: LogoChoiceProps) {
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
        place="logo"
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
      {lost && (
        <div className="bg-warning-soft text-warning flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md p-3 text-sm">
          <p className="min-w-0 grow basis-64 wrap-anywhere">
            A página foi recarregada, e o navegador não guarda arquivos: escolha a logo “{lost}” outra vez.
          </p>
          <Button size="sm" onClick={remove}>
            Seguir sem logo
          </Button>
        </div>
      )}
      {problem && (
        <p role="alert" className="text-danger flex items-center gap-1.5 text-sm">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {problem}
        </p>
      )}
      {logo && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-muted min-w-0 text-xs break-all">{logo.file.name}</p>
          <Button size="sm" variant="danger" aria-label={`Remover: ${label}`} onClick={remove}>
            Remover
          </Button>
        </div>
      )}
    </div>
  );
}
