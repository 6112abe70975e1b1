import type { Layout, PostGoneView } from "@/api/types";
import { button } from "@/ui/button";
import { Drawing } from "@/ui/drawing/drawing";

/** The page at the address of a deleted post. */
export function PostGonePage({ content }: PostGoneView & { layout: Layout }) {
  return (
    <section className="frame grid items-center gap-12 py-20 md:grid-cols-2 lg:py-28">
      <div>
        <h1 className="text-display">{content.title}</h1>
        <p className="text-muted mt-6 text-xl text-pretty">{content.text}</p>
        <a href={content.back.url} className={button({ className: "mt-10" })}>
          {content.back.label}
        </a>
      </div>
      <Drawing name="unplugged" className="w-full max-w-xl" />
    </section>
  );
}
