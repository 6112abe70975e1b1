import { clsx } from "clsx";
import { Star } from "lucide-react";

import type { HomeTestimonials } from "@/api/types";

export function Testimonials({
  testimonials: { heading, rating, items },
}: {
  testimonials: HomeTestimonials;
}) {
  if (items.length === 0) return null;
  return (
    <section className="border-line border-t">
      <div className="frame py-24 lg:py-32">
        <h2 className="text-section">{heading.title}</h2>
        <ul className="mt-14 grid gap-x-16 gap-y-14 lg:grid-cols-[1.35fr_1fr] lg:grid-rows-2">
          {items.map((item, index) => (
            <li
              key={index}
              className={clsx(index === 0 ? "lg:row-span-2" : "lg:border-line lg:border-l lg:pl-12")}
            >
              <figure className="flex h-full flex-col gap-6">
                <Stars count={item.rating} label={rating.replace("{rating}", String(item.rating))} />
                <blockquote
                  className={clsx("text-pretty", index === 0 ? "text-quote" : "text-xl leading-snug")}
                >
                  <p>“{item.text}”</p>
                </blockquote>
                <figcaption>
                  <p className="font-bold">{item.name}</p>
                  <p className="text-muted">{item.company}</p>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Stars({ count, label }: { count: number; label: string }) {
  return (
    <div role="img" aria-label={label} className="text-accent flex gap-1">
      {Array.from({ length: count }, (_, star) => (
        <Star key={star} aria-hidden className="size-5 fill-current" />
      ))}
    </div>
  );
}
