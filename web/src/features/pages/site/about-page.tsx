import type {
  AboutClients,
  AboutHero as AboutHeroText,
  AboutHistory,
  AboutPillars,
  AboutTeam,
  AboutView,
  Layout,
} from "@/api/types";
import { button } from "@/ui/button";
import { Closing } from "@/ui/closing";
import { Drawing } from "@/ui/drawing/drawing";
import { HeroText } from "@/ui/hero";
import { Icon } from "@/ui/icon";
import { SectionHeading } from "@/ui/section-heading";
import { Unbroken } from "@/ui/unbroken";
import { Stats } from "./stats";

export function AboutPage({ content, facts, stats, layout }: AboutView & { layout: Layout }) {
  return (
    <>
      <AboutHero hero={content.hero} facts={facts} layout={layout} />
      <History history={content.history} />
      <Pillars pillars={content.pillars} />
      <Stats title={content.stats.heading.title} items={stats} />
      <Clients clients={content.clients} />
      <Team team={content.team} />
      <Closing closing={content.closing} action={content.closing.action} drawing="erp" layout={layout} />
    </>
  );
}

interface AboutHeroProps {
  hero: AboutHeroText;
  facts: AboutView["facts"];
  layout: Layout;
}

function AboutHero({ hero, facts, layout }: AboutHeroProps) {
  return (
    <section className="frame grid items-center gap-x-12 gap-y-10 pt-12 pb-16 lg:grid-cols-[1.25fr_1fr] lg:pt-10 lg:pb-20">
      <HeroText
        hero={hero}
        layout={layout}
        actions={
          <a href={layout.labels.quote.url} className={button({ className: "max-sm:w-full" })}>
            {layout.labels.quote.label}
          </a>
        }
      >
        {facts.length > 0 ? (
          <dl className="mt-8 flex flex-wrap gap-x-10 gap-y-4">
            {facts.map((fact, index) => (
              <div key={index}>
                <dt className="text-muted text-sm">{fact.label}</dt>
                <dd className="font-bold">{fact.value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </HeroText>
      <Drawing name="growth" title={hero.illustration} className="mx-auto w-full max-w-lg" />
    </section>
  );
}

function History({ history: { heading, milestones } }: { history: AboutHistory }) {
  if (milestones.length === 0) return null;
  return (
    <section className="border-line border-t">
      <div className="frame grid gap-x-16 gap-y-12 py-24 lg:grid-cols-[1fr_1.25fr] lg:py-32">
        <SectionHeading heading={heading} className="lg:sticky lg:top-32 lg:self-start" />
        {/* The column of the years is as wide as its longest text, up to 11rem. */}
        <ol className="border-ink content-start gap-x-8 border-t-2 sm:grid sm:grid-cols-[fit-content(11rem)_1fr]">
          {milestones.map((milestone, index) => (
            <li
              key={index}
              className="border-line grid gap-y-2 border-b py-8 sm:col-span-2 sm:grid-cols-subgrid"
            >
              <p className="text-accent text-2xl leading-tight font-bold tracking-tight tabular-nums">
                {milestone.year}
              </p>
              <div>
                <h3 className="text-2xl leading-tight font-bold tracking-tight">{milestone.title}</h3>
                <p className="text-muted mt-2.5 max-w-[34rem] text-pretty">
                  <Unbroken text={milestone.text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function Pillars({ pillars: { heading, items } }: { pillars: AboutPillars }) {
  if (items.length === 0) return null;
  return (
    <section className="frame pb-24 lg:pb-32">
      <SectionHeading heading={heading} />
      <ul className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {items.map((item, index) => (
          <li key={index} className="border-ink border-t-2 pt-6">
            <Icon name={item.icon} className="text-accent size-9" />
            <h3 className="mt-5 text-xl font-bold tracking-tight">{item.title}</h3>
            <p className="text-muted mt-2.5 text-pretty">
              <Unbroken text={item.text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Clients({ clients: { heading, names } }: { clients: AboutClients }) {
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

function Team({ team: { heading, groups } }: { team: AboutTeam }) {
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
                {group.skills.map((skill, position) => (
                  <li
                    key={position}
                    className="bg-sunken rounded-md px-3 py-1.5 text-[0.9375rem] font-medium"
                  >
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
