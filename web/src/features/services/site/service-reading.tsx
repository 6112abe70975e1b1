import type { Reading } from "@/api/types";
import { Unbroken } from "@/ui/unbroken";

export function ServiceReading({ title, reading }: { title: string; reading: Reading[] }) {
  if (reading.length === 0) return null;
  return (
    <section className="frame grid gap-x-16 gap-y-8 pb-24 lg:grid-cols-[1fr_1.7fr] lg:pb-32">
      <h2 className="text-2xl leading-tight font-bold tracking-tight text-balance">{title}</h2>
      <ul className="border-ink border-t-2">
        {reading.map(({ link, note }, index) => (
          <li key={index} className="border-line group relative border-b py-5">
            <a
              href={link.url}
              className="text-xl leading-snug font-bold tracking-tight underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              <Unbroken text={link.label} />
            </a>
            <p className="text-muted mt-1">{note}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
