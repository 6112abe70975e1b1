/** A sample of an accent color in both color schemes, and an explanation if the site adjusts it. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { CSSProperties } from "react";

import type { AccentColors, AccentScheme } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { accentText } from "./accent-text";

interface AccentSampleProps {
  colors: AccentColors;
  /** Whether the company has chosen the color; otherwise it is the default. */
  isOwn: boolean;
}

export function AccentSample({ colors, isOwn }: AccentSampleProps) {
  const { isAdjusted, text } = accentText(colors);
  const Icon = isAdjusted ? TriangleAlert : CircleCheck;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Scheme name="Tema claro" scheme={colors.light} />
        <Scheme name="Tema escuro" scheme={colors.dark} />
      </div>
      <p role="status" className="flex gap-2 text-sm text-pretty">
        {isOwn && (
          <>
            <Icon
              className={
                isAdjusted ? "text-warning mt-0.5 size-4 shrink-0" : "text-success mt-0.5 size-4 shrink-0"
              }
              aria-hidden
            />
            <span>
              {isAdjusted && <strong className="font-semibold">Cor ajustada. </strong>}
              {text}
            </span>
          </>
        )}
      </p>
    </div>
  );
}

function Scheme({ name, scheme }: { name: string; scheme: AccentScheme }) {
  return (
    <figure className="grid content-start gap-1.5">
      <div
        role="img"
        aria-label={`Amostra de botão, link e selo no ${name.toLowerCase()}: ${scheme.accent}`}
        className="border-line bg-paper text-ink grid content-start justify-items-start gap-3 rounded-md border p-3 sm:p-4"
        style={tokensOf(scheme)}
      >
        <span className="bg-accent text-on-accent hover:bg-accent-strong rounded-md px-3 py-1.5 text-sm font-medium">
          Fale conosco
        </span>
        <span className="text-accent text-sm font-medium underline underline-offset-4">Ver os serviços</span>
        <Badge tone="accent">Destaque</Badge>
      </div>
      <figcaption className="text-muted text-xs">
        {name}: <span className="font-mono">{scheme.accent}</span>
      </figcaption>
    </figure>
  );
}

/** Returns the colors as custom properties: `accent_strong` as `--accent-strong`. */
function tokensOf(scheme: AccentScheme): CSSProperties {
  const tokens = Object.entries(scheme).map(([name, color]) => [`--${name.replace("_", "-")}`, color]);
  return Object.fromEntries(tokens) as CSSProperties;
}
