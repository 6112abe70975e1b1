import { MessageCircle, PenLine, Phone } from "lucide-react";
import type { ReactNode } from "react";

import type { Layout, View } from "@/api/types";

/** Pages without the bar: those with the contact form or an account form. */
const WITHOUT: ReadonlySet<View["page"]> = new Set(["contact", "auth", "recovery", "account"]);

interface ReachBarProps {
  layout: Layout;
  page: View["page"];
}

/** Contact links at the bottom of a phone's screen. They are last in the HTML, so that they cover no content. */
export function ReachBar({ layout: { company, labels }, page }: ReachBarProps) {
  const { phone, phone_url, whatsapp_link } = company;
  if (WITHOUT.has(page) || (!phone && !whatsapp_link)) return null;
  return (
    <nav
      aria-label={labels.reach}
      className="reach-bar border-line bg-paper sticky bottom-0 z-30 border-t pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="divide-line grid auto-cols-fr grid-flow-col divide-x">
        {whatsapp_link ? (
          <Entry url={whatsapp_link} label={labels.whatsapp}>
            <MessageCircle aria-hidden className="size-5" />
          </Entry>
        ) : null}
        {phone ? (
          <Entry url={phone_url} label={labels.call}>
            <Phone aria-hidden className="size-5" />
          </Entry>
        ) : null}
        <Entry url={labels.quote.url} label={labels.quote_short}>
          <PenLine aria-hidden className="size-5" />
        </Entry>
      </ul>
    </nav>
  );
}

function Entry({ url, label, children }: { url: string; label: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={url}
        rel="noopener"
        className="hover:bg-sunken flex min-h-14 items-center justify-center gap-2 px-1 text-[0.9375rem] font-semibold -outline-offset-4"
      >
        {children}
        {label}
      </a>
    </li>
  );
}
