import type { AboutClients } from "@/api/types";
import { SectionHeading } from "@/ui/section-heading";

export function Clients({ clients: { heading, names } }: { clients: AboutClients }) {
  if (names.length === 0) return null;
  return (
    <section id="clientes" className="frame py-24 lg:py-32">
      <SectionHeading heading={heading} />
      <ul className="mt-14 grid grid-cols-2 gap-x-8 sm:grid-cols-3 lg:grid-cols-4">
        {names.map((name, index) => (
          <li
            key={index}
            className="border-line flex items-center border-t py-5 text-lg leading-tight font-semibold tracking-tight lg:text-xl"
          >
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
