/** The results of a search, by page. Each result links to its field. */
import { Link } from "react-router";

import type { TextMatch } from "@/api/types";
import { fold } from "@/lib/fold";
import { panelPaths } from "@/lib/paths";
import { Card } from "@/panel/controls/card";
import { formatCount } from "@/panel/format";

interface TextMatchesProps {
  matches: readonly TextMatch[];
  search: string;
}

export function TextMatches({ matches, search }: TextMatchesProps) {
  const pages = [...new Set(matches.map(({ page }) => page))];
  return (
    <div className="grid gap-4">
      <p role="status" className="text-muted text-sm">
        {formatCount(matches.length, "texto encontrado", "textos encontrados")}
      </p>
      {pages.map((page) => {
        const found = matches.filter((match) => match.page === page);
        return (
          <Card key={page} title={found[0]?.page_label ?? page} isFlush>
            <ul className="divide-line border-line divide-y border-t">
              {found.map((match) => (
                <Row key={match.path} match={match} search={search} />
              ))}
            </ul>
          </Card>
        );
      })}
    </div>
  );
}

function Row({ match: { page, path, trail, text }, search }: { match: TextMatch; search: string }) {
  return (
    <li className="hover:bg-sunken has-focus-visible:outline-focus relative grid gap-0.5 px-4 py-3 -outline-offset-2 has-focus-visible:outline-2 sm:px-5">
      <Link
        to={{ pathname: panelPaths.page(page), search: new URLSearchParams({ field: path }).toString() }}
        className="text-muted text-xs outline-none after:absolute after:inset-0 after:content-['']"
      >
        {trail.join(" › ")}
      </Link>
      <p className="text-sm wrap-anywhere">
        <Marked text={text} search={search} />
      </p>
    </li>
  );
}

/** Marks the search term in a text. A text whose length changes when it is folded, which is rare, has no mark. */
function Marked({ text, search }: { text: string; search: string }) {
  const [folded, wanted] = [fold(text), fold(search).trim()];
  const start = folded.length === text.length ? folded.indexOf(wanted) : -1;
  if (start < 0 || wanted === "") return text;
  const end = start + wanted.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-accent-soft text-accent-strong rounded-xs">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}
