import { clsx } from "clsx/lite";

import type { Layout, LegalBlock, LegalSection, LegalView } from "@/api/types";
import { LinkedEmails } from "@/ui/linked-emails";
import { Unbroken } from "@/ui/unbroken";

export function LegalPage(props: LegalView & { layout: Layout }) {
  const { title, notice, lead, version, contents, sections } = props;
  const hasContents = sections.length > 1;
  return (
    <article className="frame pt-14 pb-24 lg:pt-20 lg:pb-32">
      <header>
        <h1 className="text-display">{title}</h1>
        {notice !== "" && (
          <p className="border-accent mt-6 max-w-[40rem] border-l-4 pl-4 font-medium text-pretty">
            <Unbroken text={notice} />
          </p>
        )}
        <p className="text-muted mt-6 max-w-[40rem] text-xl text-pretty">
          <Unbroken text={lead} />
        </p>
        {version !== "" && <p className="mt-5 font-medium">{version}</p>}
      </header>
      <div
        className={clsx(
          "border-ink mt-14 grid gap-x-16 gap-y-12 border-t-2 pt-10",
          hasContents && "lg:grid-cols-[18rem_minmax(0,44rem)]",
        )}
      >
        {hasContents && <Contents heading={contents} sections={sections} />}
        <div className="grid max-w-[44rem] gap-12 text-lg">
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </div>
      </div>
    </article>
  );
}

function Contents({ heading, sections }: { heading: string; sections: LegalSection[] }) {
  return (
    <nav aria-labelledby="sumario" className="lg:sticky lg:top-28 lg:self-start print:hidden">
      <h2 id="sumario" className="font-bold">
        {heading}
      </h2>
      <ol className="mt-3">
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="text-muted hover:text-ink block py-1.5 leading-snug underline-offset-4 hover:underline"
            >
              <Unbroken text={section.title} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Section({ section }: { section: LegalSection }) {
  return (
    <section id={section.id}>
      <h2 className="break-after-avoid text-2xl leading-tight font-bold tracking-tight">
        <Unbroken text={section.title} />
      </h2>
      {section.blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </section>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (block.kind === "paragraph")
    return (
      <p className="mt-4 text-pretty">
        <LinkedEmails text={block.text} />
      </p>
    );
  if (block.kind === "link")
    return (
      <p className="mt-5">
        <a href={block.url} className="font-semibold underline underline-offset-4">
          {block.label}
        </a>
      </p>
    );
  return (
    <ul className="marker:text-accent mt-4 grid list-disc gap-2 pl-5">
      {block.items.map((item, index) => (
        <li key={index} className="pl-1 text-pretty">
          <LinkedEmails text={item} />
        </li>
      ))}
    </ul>
  );
}
