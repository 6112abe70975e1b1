/** A field for the company's accent color, with suggestions and a sample of its use. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type Ref, useId } from "react";

import { api, body } from "@/api/client";
import { COMPANY_CHANGE_ACCENT_COLOR } from "@/api/limits";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { useDebouncedValue } from "@/panel/use-debounced-value";
import { AccentSample } from "./accent-sample";
import { ACCENT_SUGGESTIONS } from "./accent-suggestions";
import { colorOf } from "./accent-text";

interface AccentFieldProps {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onChange: (color: string) => void;
  onBlur?: () => void;
}

/** The value of `--accent` in tokens.css, which applies if the company has chosen no color. */
const DEFAULT_ACCENT = "#00693f";

export function AccentField({ value, onChange, ...field }: AccentFieldProps) {
  const id = useId();
  const color = colorOf(value);
  // The color of the sample: empty for the default color; null if the typed one is invalid, for which no sample is loaded.
  const sample = useDebouncedValue(value.trim() === "" ? "" : color);
  const colors = useQuery({
    queryKey: ["accent-colors", sample],
    queryFn: ({ signal }) =>
      body(api.GET("/api/accent-colors", { params: { query: { color: sample ?? "" } }, signal })),
    enabled: sample !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-3" role="group" aria-labelledby={`${id}-name`}>
      <span id={`${id}-name`} className="sr-only">
        {field.label}
      </span>
      <div className="relative max-w-xs">
        <Field
          {...field}
          className="pl-12"
          placeholder="Cor padrão"
          autoComplete="off"
          spellCheck={false}
          maxLength={COMPANY_CHANGE_ACCENT_COLOR}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          type="color"
          aria-label="Escolher em uma paleta"
          className="absolute top-7.5 left-1 size-8 cursor-pointer appearance-none rounded-sm bg-transparent forced-color-adjust-none [&::-moz-color-swatch]:rounded-sm [&::-webkit-color-swatch]:rounded-sm [&::-webkit-color-swatch-wrapper]:p-0.5"
          value={color ?? DEFAULT_ACCENT}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Suggestions chosen={color} onChoose={onChange} />
        <Button
          size="sm"
          variant="ghost"
          className="-ml-2.5"
          aria-disabled={value === ""}
          onClick={() => onChange("")}
        >
          Voltar à cor padrão
        </Button>
      </div>
      {colors.data && <AccentSample colors={colors.data} isOwn={Boolean(sample)} />}
    </div>
  );
}

interface SuggestionsProps {
  chosen: string | null;
  onChoose: (color: string) => void;
}

function Suggestions({ chosen, onChoose }: SuggestionsProps) {
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Sugestões de cor">
      {ACCENT_SUGGESTIONS.map(({ name, color }) => (
        <li key={color}>
          <button
            type="button"
            className="border-control grid size-8 place-items-center rounded-full border forced-color-adjust-none"
            style={{ background: color, color: "#ffffff" }}
            aria-label={name}
            aria-pressed={color === chosen}
            title={name}
            onClick={() => onChoose(color)}
          >
            {color === chosen && <Check className="size-4" aria-hidden />}
          </button>
        </li>
      ))}
    </ul>
  );
}
