import { Hammer } from "lucide-react";

import { EmptyState } from "../ui/panel/empty-state";
import { Screen } from "../ui/panel/screen";

/** For what the menu names and this version doesn't have. */
export function UnavailableScreen({ title }: { title: string }) {
  return (
    <Screen title={title}>
      <div className="border-line bg-surface rounded-lg border">
        <EmptyState icon={Hammer} title="Esta tela ainda não está disponível nesta versão">
          Nada do que você já fez no painel muda com isso.
        </EmptyState>
      </div>
    </Screen>
  );
}
