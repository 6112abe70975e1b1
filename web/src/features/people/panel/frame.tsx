/** The heading and the tabs of the screens under 'Pessoas'. */
import type { ReactNode } from "react";

import { panelPaths } from "@/lib/paths";
import { ListTabs } from "@/panel/list/list-tabs";
import { Screen } from "@/panel/screen";

export function PeopleFrame({ path, children }: { path: string; children: ReactNode }) {
  const tab = (label: string, to: string) => ({ label, to, isCurrent: to === path });
  return (
    <Screen title="Pessoas">
      <ListTabs
        label="Telas"
        tabs={[tab("Dados de uma pessoa", panelPaths.people), tab("Prazos de guarda", panelPaths.retention)]}
      />
      {children}
    </Screen>
  );
}
