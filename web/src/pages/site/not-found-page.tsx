import { useEffect } from "react";
import type { Layout, NotFoundView } from "../../api/types";
import { button } from "../../ui/button";
import { Drawing } from "../../ui/drawing/drawing";

export function NotFoundPage({ content }: NotFoundView & { layout: Layout }) {
  useEffect(() => {
    // eslint-disable-next-line no-console -- the specification asks for it
    console.error("404", location.pathname);
  }, []);
  return (
    <section className="frame grid items-center gap-12 py-20 md:grid-cols-2 lg:py-28">
      <div>
        <h1>
          <span className="block text-[clamp(6rem,3rem+12vw,14rem)] leading-[0.85] font-bold tracking-[-0.03em]">
            {content.code}
          </span>
          <span lang="en" className="mt-8 block text-3xl font-bold tracking-tight">
            {content.message}
          </span>
        </h1>
        <a href={content.back.url} className={button({ className: "mt-10" })}>
          {content.back.label}
        </a>
      </div>
      <Drawing name="unplugged" className="w-full max-w-xl" />
    </section>
  );
}
