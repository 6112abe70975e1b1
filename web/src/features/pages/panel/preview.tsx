/** Preview of a page with unsaved input, rendered by the server. */
import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { PageForm } from "@/api/types";
import { Button } from "@/panel/controls/button";
import { Select } from "@/panel/controls/select";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import { isWithin, type Json, valueAt } from "./json-path";
import { PreviewFrame } from "./preview-frame";
import { pagePreview } from "./queries";

type Device = "desktop" | "phone";

const WIDTHS: Readonly<Record<Device, number>> = { desktop: 1440, phone: 390 };
const DEBOUNCE_MS = 400;

interface PagePreviewProps {
  page: PageForm;
  document: Json;
  /** Path of the field that is being edited; the preview marks its text. */
  edited: string;
  device: Device;
}

export function PagePreview({ page, document, edited, device: initialDevice }: PagePreviewProps) {
  const [device, setDevice] = useState(initialDevice);
  const [appearance, setAppearance] = useAppearance(page, edited);
  const text = valueAt(document, edited);
  const markedText = typeof text === "string" ? text : "";
  const { html, problem } = usePreview(page, appearance, document);
  return (
    <section aria-label="Prévia da página" className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-sm font-semibold">Prévia</h2>
        {page.appearances.length > 1 && (
          <Select
            aria-label="O que a prévia mostra"
            value={appearance}
            onChange={({ target }) => setAppearance(target.value)}
          >
            {page.appearances.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <div className="flex gap-1" role="group" aria-label="Tamanho da tela">
          <DeviceButton choice="phone" device={device} onChoose={setDevice} />
          <DeviceButton choice="desktop" device={device} onChoose={setDevice} />
        </div>
      </div>
      {html === undefined ? (
        <p className="border-line bg-sunken text-muted grid grow place-items-center rounded-lg border px-6 py-16 text-center text-sm">
          {problem ?? "Preparando a prévia…"}
        </p>
      ) : (
        <PreviewFrame html={html} width={WIDTHS[device]} markedText={markedText} />
      )}
      <p role="status" className="text-muted text-xs">
        {html !== undefined &&
          (problem
            ? "A prévia não pôde ser atualizada. Ela tenta de novo quando você digitar."
            : "É assim que a página chega a quem visita depois de salvar. Aqui nada pode ser clicado.")}
      </p>
    </section>
  );
}

/** Returns the shown appearance, and a function that changes it. Editing a field selects the appearance to which it belongs. */
function useAppearance(page: PageForm, edited: string) {
  const own = page.appearances.find(({ key }) => isWithin(edited, key))?.key;
  const [chosen, setChosen] = useState({ own, key: own ?? page.appearances[0]?.key ?? "" });
  if (own !== undefined && own !== chosen.own) setChosen({ own, key: own });
  return [chosen.key, (key: string) => setChosen({ own: chosen.own, key })] as const;
}

/** Returns the last rendered page. If rendering the current input failed, also returns the reason. */
function usePreview(page: PageForm, appearance: string, document: Json) {
  const settled = useDebouncedValue(document, DEBOUNCE_MS);
  const { data, error } = useQuery(pagePreview(page.name, appearance, settled));
  const [shown, setShown] = useState({ appearance, html: data });
  if (data !== undefined && data !== shown.html) setShown({ appearance, html: data });
  const html = shown.appearance === appearance ? shown.html : undefined;
  return { html, problem: error && messageOf(error, "A prévia não está disponível agora.") };
}

interface DeviceButtonProps {
  choice: Device;
  device: Device;
  onChoose: (device: Device) => void;
}

function DeviceButton({ choice, device, onChoose }: DeviceButtonProps) {
  const [Icon, label] = choice === "desktop" ? [Monitor, "Computador"] : [Smartphone, "Celular"];
  return (
    <Button
      variant="ghost"
      size="sm"
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
      aria-pressed={choice === device}
      onClick={() => onChoose(choice)}
    >
      <Icon aria-hidden />
      {label}
    </Button>
  );
}
