/** The user's menu. It is in the HTML of every page, and CSS shows it to signed-in users. `start-page.ts` makes its button sign out. */
import { CircleUserRound } from "lucide-react";

import type { LayoutLabels } from "@/api/types";
import { panelPaths, paths } from "@/lib/paths";

const entry = "block w-full rounded-md px-3 py-2.5 text-left font-medium hover:bg-sunken";

export function UserMenu({ labels }: { labels: LayoutLabels }) {
  return (
    <details data-menu="" className="signed-in relative print:hidden">
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
          <button type="button" data-sign-out className={entry}>
            {labels.sign_out}
          </button>
        </li>
      </ul>
    </details>
  );
}
