import type { OtherServicePage } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";
import { Unbroken } from "@/ui/unbroken";

export function OtherServices({ title, others }: { title: string; others: OtherServicePage[] }) {
  if (others.length === 0) return null;
  return (
    <nav aria-label={title} className="border-line border-t print:hidden">
      <div className="frame py-14 lg:py-16">
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        <ul className="mt-8 grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5">
          {others.map(({ page, link }) => (
            <li key={page}>
              <a href={link.url} className="group block">
                <Drawing
                  name={`service_${page}`}
                  className="h-24 transition-transform duration-300 group-hover:-translate-y-1"
                />
                <span className="group-hover:text-accent mt-3 block font-semibold text-balance underline-offset-4 group-hover:underline">
                  <Unbroken text={link.label} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
