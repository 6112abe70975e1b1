import type { AboutTeam } from "@/api/types";
import { SectionHeading } from "@/ui/section-heading";

export function Team({ team: { heading, groups } }: { team: AboutTeam }) {
  if (groups.length === 0) return null;
  return (
    <section className="border-line border-t">
      <div className="frame py-24 lg:py-32">
        <SectionHeading heading={heading} />
        <ul className="mt-14 grid gap-x-10 gap-y-12 lg:grid-cols-3">
          {groups.map((group, index) => (
            <li key={index} className="border-ink border-t-2 pt-6">
              <h3 className="text-2xl leading-tight font-bold tracking-tight">{group.title}</h3>
              <p className="text-muted mt-3 text-pretty">{group.text}</p>
              <ul className="mt-6 flex flex-wrap gap-2">
                {group.skills.map((skill, place) => (
                  <li key={place} className="bg-sunken rounded-md px-3 py-1.5 text-[0.9375rem] font-medium">
                    {skill}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
