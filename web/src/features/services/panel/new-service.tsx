/** A card above the list in which a new service is written. */
import { useEffect, useId, useRef } from "react";

import { useKeptDraft } from "@/panel/edit/kept-form";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { focusService } from "./focus-service";
import { useCreateService } from "./service-changes";
import { ServiceFieldset, useServiceForm } from "./service-form";
import { inputOf, newValues, type ServiceValues } from "./service-values";
import type { ServiceList } from "./use-service-list";

interface NewServiceProps {
  list: ServiceList;
  category: string | null;
}

export function NewService({ list, category }: NewServiceProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const create = useCreateService();
  const form = useServiceForm(newValues(category));
  const kept = useKeptDraft("services:new", form);
  const unsaved = useUnsavedChanges(form.formState.isDirty, kept.drop);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function submit(values: ServiceValues): void {
    create.mutate(inputOf(values), {
      onSuccess: (service) => {
        kept.drop();
        unsaved.forget();
        list.close();
        focusService(service.id);
      },
      onError: (error) => showFieldErrors(error, form),
    });
  }

  return (
    <section
      aria-labelledby={id}
      className="border-accent bg-surface mb-6 scroll-mt-16 rounded-lg border p-4 sm:p-5"
    >
      <h2
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-20 text-base font-semibold outline-none"
      >
        Novo Serviço
      </h2>
      {kept.notice && <div className="mb-4">{kept.notice}</div>}
      <ServiceFieldset
        form={form}
        isNew
        busy={create.isPending}
        onSubmit={submit}
        onCancel={() => {
          list.close();
          focusService(undefined);
        }}
      />
    </section>
  );
}
