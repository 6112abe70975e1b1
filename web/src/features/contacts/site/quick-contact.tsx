/** Links to phone, WhatsApp and email above the form. On phones, they are round buttons above their labels. */
import { Mail, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";

import type { ContactAfterText, LayoutCompany } from "@/api/types";

interface QuickContactProps {
  text: ContactAfterText;
  company: LayoutCompany;
}

export function QuickContact({ text, company }: QuickContactProps) {
  const { phone, phone_url, whatsapp_link, email } = company;
  return (
    <ul className="frame flex gap-8 md:gap-3 md:pb-12 print:hidden">
      {phone && <Round url={phone_url} label={text.call} icon={<Phone aria-hidden />} />}
      {whatsapp_link && (
        <Round url={whatsapp_link} label={text.whatsapp} icon={<MessageCircle aria-hidden />} />
      )}
      {email && <Round url={`mailto:${email}`} label={text.email} icon={<Mail aria-hidden />} />}
    </ul>
  );
}

function Round({ url, label, icon }: { url: string; label: string; icon: ReactNode }) {
  return (
    <li>
      <a
        href={url}
        rel="noopener"
        className="md:border-control md:hover:bg-sunken grid min-w-16 items-center justify-items-center gap-1.5 text-sm font-semibold md:flex md:min-h-12 md:gap-2.5 md:rounded-full md:border md:px-5 md:text-base"
      >
        <span className="border-control text-accent flex size-14 items-center justify-center rounded-full border md:size-auto md:border-0 max-md:[&_svg]:size-6 md:[&_svg]:size-5">
          {icon}
        </span>
        {label}
      </a>
    </li>
  );
}
