import { button } from "./button";
import { Drawing, type ServiceDrawingName } from "./drawing/drawing";
import { type ReachLayout, ReachLinks } from "./reach";
import { Unbroken } from "./unbroken";

interface ClosingProps {
  closing: { title: string; text: string };
  action: { label: string; url: string };
  drawing: ServiceDrawingName;
  layout: ReachLayout;
}

/** Call to action at the end of a page. */
export function Closing({ closing, action, drawing, layout }: ClosingProps) {
  return (
    <section className="frame pb-24 lg:pb-32 print:hidden">
      <div className="bg-night text-on-night grid items-center gap-10 rounded-xl border border-transparent px-7 py-14 sm:px-12 lg:grid-cols-[1.7fr_1fr] lg:px-16 lg:py-20">
        <div>
          <h2 className="text-section max-w-[20ch]">
            <Unbroken text={closing.title} />
          </h2>
          <p className="text-night-muted mt-5 max-w-[36rem] text-lg text-pretty">
            <Unbroken text={closing.text} />
          </p>
          <div className="mt-9 flex flex-wrap gap-3">
            <a href={action.url} className={button({ look: "signal", className: "max-sm:w-full" })}>
              {action.label}
            </a>
            <ReachLinks layout={layout} look="night" />
          </div>
        </div>
        <Drawing
          name={`service_${drawing}`}
          className="drawing-on-night w-full max-w-80 justify-self-center max-lg:hidden"
        />
      </div>
    </section>
  );
}
