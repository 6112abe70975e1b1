/** Links to phone, WhatsApp and e-mail above the form, on phones only. */
import { Mail, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { ContactAfterText, LayoutCompany } from "../../api/types";

interface QuickContactProps {
  text: ContactAfterText;
  company: LayoutCompany;
}

export function QuickContact({ text, company }: QuickContactProps) {
  const { phone, phone_url, whatsapp_url, email } = company;
  return (
    <ul className="frame flex gap-8 md:hidden print:hidden">
      {phone && <Round url={phone_url} label={text.call} icon={<Phone aria-hidden />} />}
      {whatsapp_url && (
        <Round url={whatsapp_url} label={text.whatsapp} icon={<MessageCircle aria-hidden />} />
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
        className="grid min-w-16 justify-items-center gap-1.5 text-sm font-semibold"
      >
        <span className="border-control text-accent flex size-14 items-center justify-center rounded-full border [&_svg]:size-6">
          {icon}
        </span>
        {label}
      </a>
    </li>
  );
}
