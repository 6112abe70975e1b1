/** 'Menu e Rodapé': what stands around every page of the site. */
import { useSearchParams } from "react-router";

import { Screen } from "@/panel/screen";
import { type Tab, Tabs } from "@/panel/controls/tabs";
import { FooterTab } from "./footer";
import { MenuTab } from "./menu";

interface MenuFooterScreenProps {
  /** The tabs about the company's facts, which are those of the settings. */
  facts: (shown: string) => readonly Tab[];
}

export function MenuFooterScreen({ facts }: MenuFooterScreenProps) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("aba");
  const known = ["menu", "rodape", ...facts("").map(({ id }) => id)];
  const shown = asked !== null && known.includes(asked) ? asked : "menu";
  const tabs: Tab[] = [
    { id: "menu", label: "Menu Principal", content: <MenuTab isShown={shown === "menu"} /> },
    { id: "rodape", label: "Rodapé", content: <FooterTab isShown={shown === "rodape"} /> },
    ...facts(shown),
  ];
  return (
    <Screen title="Menu e Rodapé">
      <div className="max-w-6xl">
        <Tabs
          label="Menu e Rodapé"
          tabs={tabs}
          shown={shown}
          onShow={(id) => setQuery(id === "menu" ? {} : { aba: id }, { preventScrollReset: true })}
        />
      </div>
    </Screen>
  );
}
