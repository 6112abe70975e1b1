import type { Stat } from "@/api/types";

export function Stats({ title, items }: { title: string; items: readonly Stat[] }) {
  if (items.length === 0) return null;
  return (
    <section className="bg-night text-on-night">
      <div className="frame py-20 lg:py-24">
        {title && <h2 className="text-section max-w-[22ch]">{title}</h2>}
        <dl className="mt-14 grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
          {items.map((stat, index) => (
            <div
              key={index}
              className="border-night-muted/50 flex flex-col-reverse justify-end border-t pt-5"
            >
              <dt className="text-night-muted mt-2">{stat.label}</dt>
              <dd className="text-night-signal text-[clamp(2.75rem,1.6rem+3.2vw,4.5rem)] leading-none font-bold tracking-[-0.04em] tabular-nums">
                {stat.value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
