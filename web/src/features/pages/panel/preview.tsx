/** Preview of a page with unsaved input, rendered by the server. */
import { useState } from "react";

import { messageOf } from "@/api/api-error";
import type { PageForm } from "@/api/types";
import { Select } from "@/panel/controls/select";
import { type Device, DeviceChoice } from "@/panel/preview/device-choice";
import { usePreview } from "@/panel/preview/use-preview";
import { isWithin, type Json, valueAt } from "./json-path";
import { PreviewFrame } from "./preview-frame";
import { pagePreview } from "./queries";

const WIDTHS: Readonly<Record<Device, number>> = { desktop: 1440, phone: 390 };

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
  const { preview: html, error } = usePreview(
    document,
    (settled) => pagePreview(page.name, appearance, settled),
    appearance,
  );
  const problem = error && messageOf(error, "A prévia não está disponível agora.");
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
        <DeviceChoice device={device} onChoose={setDevice} />
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
