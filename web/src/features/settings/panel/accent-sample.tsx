/** A button, a link and a badge in an accent color, in both themes side by side, and what became of it. */
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { CSSProperties } from "react";

import type { AccentColors, AccentScheme } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { accentWords } from "./accent-words";

interface AccentSampleProps {
  colors: AccentColors;
  /** The company has chosen it; else it is the design's. */
  isOwn: boolean;
}

export function AccentSample({ colors, isOwn }: AccentSampleProps) {
  const { isAdjusted, text } = accentWords(colors);
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

/** `--accent-strong` of `accent_strong`: within the sample the tokens have its colors. */
function tokensOf(scheme: AccentScheme): CSSProperties {
  const tokens = Object.entries(scheme).map(([name, color]) => [`--${name.replace("_", "-")}`, color]);
  return Object.fromEntries(tokens) as CSSProperties;
}
