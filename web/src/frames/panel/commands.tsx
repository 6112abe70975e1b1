/** Commands of all screens: the palette (Ctrl+K), the list of shortcuts ('?') and undoing the latest action (z). */
import { Search } from "lucide-react";
import { useEffectEvent, useLayoutEffect, useState } from "react";

import type { User } from "@/api/types";
import { undoLatest } from "@/lib/notify";
import { paths } from "@/lib/paths";
import { Button } from "@/panel/controls/button";
import { COMMAND, Kbd } from "@/panel/controls/kbd";
import { useShortcuts } from "@/panel/shortcuts";
import type { Action } from "./palette/entries";
import { Palette } from "./palette/palette";
import { ShortcutsSheet } from "./shortcuts-sheet";
import { useSignOut } from "./use-sign-out";

export function Commands({ user }: { user: User }) {
  const signOut = useSignOut();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const close = () => setOpen(null);
  useShortcuts(
    { "?": () => setOpen("shortcuts"), z: undoLatest },
    { isEnabled: open === null, dialogs: "any" },
  );

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    // The Markdown editor uses the same keys for links, and prevents their default then.
    if (event.defaultPrevented || !isCommand || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    setOpen(open === "palette" ? null : "palette");
  });
  // A layout effect, so that the keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  function act(action: Action): void {
    if (action === "shortcuts") setOpen("shortcuts");
    if (action === "site") window.open(paths.home, "_blank", "noopener");
    if (action === "sign_out") void signOut();
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts={COMMAND === "Ctrl" ? "Control+K" : "Meta+K"}
        onClick={() => setOpen("palette")}
      >
        <Search aria-hidden />
        <span className="max-sm:sr-only">Buscar</span>
        <span className="ml-1 hidden gap-1 lg:flex" aria-hidden>
          <Kbd>{COMMAND}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </Button>
      {open === "palette" && <Palette user={user} onAct={act} onClose={close} />}
      {open === "shortcuts" && <ShortcutsSheet onClose={close} />}
    </>
  );
}
