import { Check } from "lucide-react";

import type { ContactThanksView, Layout } from "@/api/types";
import { button } from "@/ui/button";
import { Unbroken } from "@/ui/unbroken";
import { UnsentFiles } from "./files/unsent-files";

export function ContactThanksPage(props: ContactThanksView & { layout: Layout }) {
  const { content, deadline, unsent_files, files_text } = props;
  return (
    <section className="frame py-24 lg:py-36">
      <span className="bg-accent text-on-accent flex size-14 items-center justify-center rounded-full">
        <Check aria-hidden className="size-7" strokeWidth={2.5} />
      </span>
      <h1 className="text-display mt-8 max-w-[16ch]">
        <Unbroken text={content.title} />
      </h1>
      <p className="text-muted mt-6 text-xl">
        <Unbroken text={content.text} />
      </p>
      <p className="mt-3 text-xl font-semibold">{deadline}</p>
      <UnsentFiles text={files_text} files={unsent_files} />
      <a href={content.back.url} className={button({ className: "mt-10" })}>
        {content.back.label}
      </a>
    </section>
  );
}
