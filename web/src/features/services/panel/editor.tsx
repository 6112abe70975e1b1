/** Editors of services, in the list: a new one above it, an existing one instead of its row. */
import { type ReactNode, useEffect, useId, useRef } from "react";

import type { Service } from "@/api/types";
import type { Versioned } from "@/lib/versioned";
import { cn } from "@/panel/cn";
import { useNewRecordForm, useRecordForm } from "@/panel/edit/use-record-form";
import { showFieldErrors } from "@/panel/form/form-errors";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { useCreate, useSave } from "@/panel/record/changes";
import { focusRecord } from "@/panel/record/focus";
import { OpenedRecord } from "@/panel/record/loading";
import type { ServiceList } from "./filter";
import { ServiceForm, useServiceForm } from "./form";
import { newValues, SERVICE, type ServiceValues } from "./record";

interface NewServiceProps {
  list: ServiceList;
  category: string | null;
}

export function NewService({ list, category }: NewServiceProps) {
  const create = useCreate(SERVICE);
  const form = useServiceForm(newValues(category));
  const editor = useNewRecordForm("services:new", form, create.isPending);
  const unsaved = useUnsavedChanges(form.formState.isDirty, editor.removeDraft);

  function close(id?: string): void {
    list.close();
    focusRecord(id, SERVICE.key);
  }

  function submit(fields: ServiceValues): void {
    create.mutate(
      { fields, group: null },
      {
        onSuccess: ({ id }) => {
          editor.removeDraft();
          unsaved.forget();
          close(id);
        },
        onError: (error) => showFieldErrors(error, form),
      },
    );
  }

  return (
    <Section
      title="Novo Serviço"
      level="h2"
      className="border-accent bg-surface mb-6 scroll-mt-16 rounded-lg border"
    >
      <ServiceForm form={form} editor={editor} isNew onSubmit={submit} onCancel={() => close()} />
    </Section>
  );
}

export function ServiceEditor({ service, list }: { service: Service; list: ServiceList }) {
  return (
    <Section
      title={`Editar: ${service.title}`}
      level="h3"
      className="outline-accent outline-2 -outline-offset-2"
    >
      <OpenedRecord kind={SERVICE} id={service.id} onClose={list.close}>
        {(opened) => <OpenedService opened={opened} list={list} />}
      </OpenedRecord>
    </Section>
  );
}

function OpenedService({ opened, list }: { opened: Versioned<Service>; list: ServiceList }) {
  const form = useServiceForm(SERVICE.fieldsOf(opened.value));
  const save = useSave(SERVICE);
  const editor = useRecordForm({
    kind: SERVICE,
    opened,
    form,
    send: save.mutateAsync,
    onSaved: () => {
      unsaved.forget();
      close();
    },
    onRefused: (error) => showFieldErrors(error, form),
  });
  const unsaved = useUnsavedChanges(form.formState.isDirty, editor.removeDraft);

  function close(): void {
    list.close();
    focusRecord(opened.value.id, SERVICE.key);
  }

  return <ServiceForm form={form} editor={editor} isNew={false} onSubmit={editor.submit} onCancel={close} />;
}

interface SectionProps {
  title: string;
  level: "h2" | "h3";
  className: string;
  children: ReactNode;
}

/** A part of the list whose heading takes the focus when it appears. */
function Section({ title, level: Heading, className, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section aria-labelledby={id} className={cn("p-4 sm:p-5", className)}>
      <Heading
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-20 text-base font-semibold outline-none"
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}
