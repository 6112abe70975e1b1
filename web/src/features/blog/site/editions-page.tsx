import type { EditionEntry, EditionsView, Layout } from "@/api/types";
import { button } from "@/ui/button";
import { Unbroken } from "@/ui/unbroken";

/** The newsletter's archive: a list of sent editions. */
export function EditionsPage({ content, editions }: EditionsView & { layout: Layout }) {
  return (
    <div className="frame pt-14 pb-24 lg:pt-20 lg:pb-32">
      <header>
        <h1 className="text-display">{content.title}</h1>
        <p className="text-muted mt-6 max-w-[40rem] text-xl text-pretty">
          <Unbroken text={editions.length > 0 ? content.lead : content.empty} />
        </p>
        <a href={content.subscribe.url} className={button({ className: "mt-8" })}>
          {content.subscribe.label}
        </a>
      </header>
      {editions.length > 0 ? (
        <ul className="border-ink mt-14 border-t-2">
          {editions.map((edition) => (
            <Entry key={edition.url} edition={edition} sent={content.sent} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Entry({ edition, sent }: { edition: EditionEntry; sent: string }) {
  const { title, url, summary, date } = edition;
  return (
    <li className="border-line relative border-b py-7">
      <p className="text-muted text-[0.9375rem]">
        {sent} <time dateTime={date.iso}>{date.text}</time>
      </p>
      <h2 className="mt-1.5 max-w-[44rem] text-2xl leading-tight font-bold tracking-tight text-balance">
        <a href={url} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
          <Unbroken text={title} />
        </a>
      </h2>
      {summary ? (
        <p className="text-muted mt-2 max-w-[44rem] text-pretty">
          <Unbroken text={summary} />
        </p>
      ) : null}
    </li>
  );
}
