/** A preview of the logo in both color schemes, with a warning if it is hard to see. */
import { TriangleAlert } from "lucide-react";

import { PAPER, useFaintness } from "./logo-legibility";

interface LogoSampleProps {
  /** URLs of the logo and of the dark logo; empty if there is none. */
  logo: string;
  dark: string;
}

export function LogoSample({ logo, dark }: LogoSampleProps) {
  const logoFaintness = useFaintness(logo);
  const darkLogoFaintness = useFaintness(dark);
  if (logo === "") return null;
  const problems = [
    logoFaintness.light && "Esta logo quase some no fundo claro do site. Envie uma versão mais escura dela.",
    dark === "" &&
      logoFaintness.dark &&
      "Esta logo quase some no tema escuro do site. Envie também uma versão clara, para o tema escuro.",
    dark !== "" &&
      darkLogoFaintness.dark &&
      "A logo para o tema escuro quase some nele. Envie uma versão mais clara.",
  ].filter((problem) => problem !== false);
  return (
    <div className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Sample label="No tema claro" src={logo} background={PAPER.light.color} />
        <Sample label="No tema escuro" src={dark || logo} background={PAPER.dark.color} />
      </div>
      <div role="status" className="grid gap-2 empty:hidden">
        {problems.map((problem) => (
          <p key={problem} className="bg-warning-soft text-warning flex gap-2 rounded-md p-3 text-sm">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {problem}
          </p>
        ))}
      </div>
    </div>
  );
}

function Sample({ label, src, background }: { label: string; src: string; background: string }) {
  return (
    <figure className="grid gap-1">
      <div
        className="border-line grid h-17 place-items-center rounded-md border px-4 forced-color-adjust-none"
        style={{ background: background }}
      >
        <img src={src} alt="" className="h-9 max-w-44 object-contain" />
      </div>
      <figcaption className="text-muted text-xs">{label}</figcaption>
    </figure>
  );
}
