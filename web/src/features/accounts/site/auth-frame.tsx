/** The frame of the sign-in and recovery pages: one form and, on wide screens, a drawing. */
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

import type { Link } from "@/api/types";
import { Drawing } from "@/ui/drawing/drawing";
import { Unbroken } from "@/ui/unbroken";

export function AuthFrame({ back, children }: { back: Link; children: ReactNode }) {
  return (
    <section className="frame grid items-center gap-x-20 gap-y-12 py-10 lg:grid-cols-[1fr_1fr] lg:py-6">
      <div className="max-lg:mx-auto max-lg:w-full max-lg:max-w-lg">
        <a
          href={back.url}
          className="text-accent inline-flex min-h-6 items-center gap-2 font-semibold underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </a>
        {children}
      </div>
      <div
        aria-hidden
        className="bg-night flex aspect-[5/6] items-center justify-center rounded-xl p-16 max-lg:hidden"
      >
        <Drawing name="service_security" className="w-full" />
      </div>
    </section>
  );
}

interface AuthHeadingProps {
  title: string;
  lead: string;
  /** Focuses the title, which replaces the element that had the focus. */
  focused?: boolean;
}

export function AuthHeading({ title, lead, focused = false }: AuthHeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) ref.current?.focus();
  }, [focused]);
  return (
    <>
      <h1 ref={ref} tabIndex={focused ? -1 : undefined} className="text-section mt-4 outline-none">
        <Unbroken text={title} />
      </h1>
      <p className="text-muted mt-2 text-lg text-pretty">
        <Unbroken text={lead} />
      </p>
    </>
  );
}
