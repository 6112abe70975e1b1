/** The user's menu. It is in the HTML of every page, and CSS shows it to signed-in users. */
import { CircleUserRound } from "lucide-react";
import { useRef } from "react";

import type { LayoutLabels } from "@/api/types";
import { panelPaths, paths } from "@/lib/paths";
import { useDisclosure } from "./disclosure";

const entry = "block w-full rounded-md px-3 py-2.5 text-left font-medium hover:bg-sunken";

export function UserMenu({ labels }: { labels: LayoutLabels }) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDisclosure(ref, { hover: false });
  return (
    <details ref={ref} className="signed-in relative print:hidden">
      <summary className="hover:bg-sunken flex size-11 list-none items-center justify-center rounded-md">
        <CircleUserRound aria-hidden className="size-6" strokeWidth={1.5} />
        <span className="sr-only">{labels.user_menu}</span>
      </summary>
      <ul className="border-line bg-surface shadow-high absolute top-full right-0 mt-1 w-56 rounded-lg border p-2">
        <li className="staff-only">
          <a href={panelPaths.dashboard} className={entry}>
            {labels.admin_panel}
          </a>
        </li>
        <li>
          <a href={paths.account} className={entry}>
            {labels.my_account}
          </a>
        </li>
        <li>
          <button type="button" className={entry} onClick={() => void signOut(labels)}>
            {labels.sign_out}
          </button>
        </li>
      </ul>
    </details>
  );
}

async function signOut(labels: LayoutLabels): Promise<void> {
  const session = await import("@/features/accounts/site/session");
  await session.endSession(labels);
  // The menu, which had the focus, is hidden after signing out.
  document.querySelector<HTMLElement>("a.signed-out")?.focus();
}
