import { ArrowRight } from "lucide-react";

import type { HomeView } from "@/api/types";

export function HomeClients({ content, clients }: Pick<HomeView, "content" | "clients">) {
  const { title, all } = content.clients;
  if (clients.length === 0) return null;
  return (
    <section className="frame pb-20 lg:pb-28">
      <div className="border-line border-t pt-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 className="text-muted font-semibold">{title}</h2>
          <a
            href={all.url}
            className="text-accent inline-flex items-center gap-2 font-semibold hover:underline"
          >
            {all.label}
            <ArrowRight aria-hidden className="size-4" />
          </a>
        </div>
        <ul className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 md:grid-cols-4">
          {clients.map((name, index) => (
            <li key={index} className="text-lg leading-tight font-semibold tracking-tight lg:text-xl">
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
