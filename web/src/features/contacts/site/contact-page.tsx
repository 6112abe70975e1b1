import type { ContactView, Layout } from "@/api/types";
import { paths } from "@/lib/paths";
import { Drawing } from "@/ui/drawing/drawing";
import { Island } from "@/ui/island";
import { Unbroken } from "@/ui/unbroken";
import { ContactAside } from "./contact-aside";
import { ContactCards } from "./contact-cards";
import { ContactForm } from "./form/contact-form";
import { QuickContact } from "./quick-contact";

export function ContactPage({ content, form, today, layout }: ContactView & { layout: Layout }) {
  const { heading } = content.form;
  const { company, labels } = layout;
  const privacy = layout.legal.find(({ url }) => url === paths.privacy);
  return (
    // On a phone, the form comes before the cards.
    <div className="flex flex-col">
      <section className="frame flex items-end justify-between gap-10 pt-8 pb-6 md:pt-14 md:pb-8 lg:pt-16">
        <div>
          {content.hero.eyebrow ? <p className="text-accent font-semibold">{content.hero.eyebrow}</p> : null}
          <h1 className="text-display mt-5">
            <Unbroken text={content.hero.title} />
          </h1>
          <p className="text-muted mt-6 max-w-[38rem] text-xl text-pretty max-md:mt-4 max-md:text-lg">
            <Unbroken text={content.hero.lead} />
          </p>
        </div>
        <Drawing name="service_support" className="w-72 shrink-0 max-lg:hidden" />
      </section>
      <QuickContact text={content.form.after} company={company} />
      <div className="max-md:order-1 max-md:pb-14">
        <ContactCards cards={content.cards} company={company} opening={today.opening} />
      </div>
      <div className="frame grid gap-x-16 gap-y-14 pt-10 pb-14 md:py-20 lg:grid-cols-[1.55fr_1fr] lg:py-28">
        <section id="orcamento" aria-labelledby="orcamento-titulo">
          <h2 id="orcamento-titulo" className="text-section">
            <Unbroken text={heading.title} />
          </h2>
          <p className="text-muted mt-4 max-w-[36rem] text-lg">
            <Unbroken text={heading.lead} />
          </p>
          <Island
            name="contact_form"
            component={ContactForm}
            props={{ text: content.form, form, today, company, labels, privacy }}
          />
        </section>
        <ContactAside
          urgent={content.urgent}
          consulting={content.consulting}
          company={company}
          whatsapp={labels.whatsapp}
        />
      </div>
    </div>
  );
}
