/** Shows or hides a sent edition in the public archive. */
import { ExternalLink } from "lucide-react";

import type { Edition } from "@/api/types";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { Switch } from "@/panel/controls/switch";
import { useChange } from "@/panel/use-change";
import { EDITION } from "./record";
import { Section } from "./section";

export function ArchiveSwitch({ edition }: { edition: Edition }) {
  const change = useChange(
    "Erro ao mudar o arquivo",
    (cache) => cache.invalidateQueries({ queryKey: ["newsletter", "editions"] }),
    { mutationFn: (is_archived: boolean) => EDITION.update(edition.id, { is_archived }, null) },
  );
  if (edition.state === "canceled") {
    return (
      <Section title="Arquivo do site">
        <p className="text-muted text-sm">Edições canceladas não aparecem no site.</p>
      </Section>
    );
  }
  return (
    <Section title="Arquivo do site">
      <Switch
        label={EDITION.labels.is_archived}
        hint={`Qualquer pessoa pode ler a edição em ${paths.newsletterEditions}.`}
        checked={change.isPending ? change.variables : edition.is_archived}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      />
      {edition.is_archived && (
        <Button asChild className="justify-self-start">
          <a href={`${paths.newsletterEditions}/${edition.slug}`} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Ver no site
          </a>
        </Button>
      )}
    </Section>
  );
}
