import { MessageCircle, Search } from "lucide-react";

import type { Layout, NotFoundView } from "@/api/types";
import { paths } from "@/lib/paths";
import { button } from "@/ui/button";
import { Drawing } from "@/ui/drawing/drawing";
import { controlProps } from "@/ui/field";

export function NotFoundPage({ content, search, services, layout }: NotFoundView & { layout: Layout }) {
  return (
    <>
      <section className="frame grid items-center gap-12 pt-14 pb-12 md:grid-cols-2 lg:pt-20">
        <div>
          <h1>
            <span className="block text-[clamp(6rem,3rem+10vw,12rem)] leading-[0.85] font-bold tracking-[-0.03em]">
              {content.code}
            </span>
            <span lang="en" className="mt-7 block text-3xl font-bold tracking-tight">
              {content.message}
            </span>
          </h1>
          <a href={content.back.url} className={button({ className: "mt-8" })}>
            {content.back.label}
          </a>
        </div>
        <Drawing name="unplugged" className="w-full max-w-lg max-md:hidden" />
      </section>
      <section className="frame pb-24 lg:pb-32">
        <div className="border-ink grid gap-x-16 gap-y-10 border-t-2 pt-8 lg:grid-cols-[1.2fr_1fr] lg:pt-10">
          <div>
            <h2 className="text-3xl leading-tight font-bold tracking-tight">{content.title}</h2>
            <p className="text-muted mt-3 max-w-[36rem] text-lg text-pretty">{content.text}</p>
            <SearchForm text={search} />
            {layout.company.whatsapp_link ? (
              <a
                href={layout.company.whatsapp_link}
                rel="noopener"
                className={button({ look: "line", className: "mt-4 max-sm:w-full" })}
              >
                <MessageCircle aria-hidden className="size-5" />
                {layout.labels.whatsapp}
              </a>
            ) : null}
          </div>
          <Services title={content.services} links={services} />
        </div>
      </section>
    </>
  );
}

function Services({ title, links }: { title: string; links: NotFoundView["services"] }) {
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby="servicos">
      <h3 id="servicos" className="font-bold">
        {title}
      </h3>
      <ul className="mt-3">
        {links.map((link) => (
          <li key={link.url} className="border-line border-b">
            <a href={link.url} className="hover:text-accent block py-3 text-lg font-semibold">
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A copy of the blog's search form. A shared component would add a chunk that is larger than this copy. */
function SearchForm({ text }: { text: NotFoundView["search"] }) {
  return (
    <form role="search" action={paths.blog} className="mt-7 flex max-w-[36rem] gap-2">
      <label htmlFor="busca" className="sr-only">
        {text.label}
      </label>
      <input
        type="search"
        name="busca"
        placeholder={text.placeholder}
        maxLength={100}
        required
        {...controlProps("busca", undefined, false, "h-12")}
      />
      <button
        type="submit"
        aria-label={text.submit}
        className={button({ look: "line", size: "small", className: "h-12" })}
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  );
}
