/** The screen 'Menu e Rodapé': the menu in the header, the footer, and the settings that both show. */
import { useSearchParams } from "react-router";

import { type Tab, Tabs } from "@/panel/controls/tabs";
import { useRowKeys } from "@/panel/list/row-keys";
import { Screen } from "@/panel/screen";
import { FooterTab } from "./footer";
import { MenuTab } from "./menu";

interface MenuFooterScreenProps {
  /** Returns the tabs with settings of the company; `shown` is the id of the current tab. */
  settingsTabs: (shown: string) => readonly Tab[];
}

export function MenuFooterScreen({ settingsTabs }: MenuFooterScreenProps) {
  const [query, setQuery] = useSearchParams();
  useRowKeys(true);
  const requested = query.get("tab");
  const known = ["menu", "footer", ...settingsTabs("").map(({ id }) => id)];
  const shown = requested !== null && known.includes(requested) ? requested : "menu";
  const tabs: Tab[] = [
    { id: "menu", label: "Menu Principal", content: <MenuTab isShown={shown === "menu"} /> },
    { id: "footer", label: "Rodapé", content: <FooterTab isShown={shown === "footer"} /> },
    ...settingsTabs(shown),
  ];
  return (
    <Screen title="Menu e Rodapé">
      <div className="max-w-6xl">
        <Tabs
          label="Menu e Rodapé"
          tabs={tabs}
          shown={shown}
          onShow={(id) => setQuery(id === "menu" ? {} : { tab: id }, { preventScrollReset: true })}
        />
      </div>
    </Screen>
  );
}
