/** Editors of services: above the list for a new service, in place of its row for an existing one. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { FieldErrors } from "react-hook-form";

import type { Service } from "@/api/types";
import { notify } from "@/lib/notify";
import { cn } from "@/panel/cn";
import { NewRecordForm, RecordForm } from "@/panel/edit/record-form";
import { REQUIRED } from "@/panel/form/text-schema";
import { useCreate, useRestore, useSave } from "@/panel/record/changes";
import { focusRecord } from "@/panel/record/focus";
import { OpenedRecord } from "@/panel/record/loading";
import { useEscape } from "@/panel/shortcuts";
import { ServiceFields } from "./fields";
import type { ServiceList } from "./filter";
import { newValues, REQUIRED_FIELDS, SERVICE, serviceSchema, type ServiceValues } from "./record";

const resolver = zodResolver(serviceSchema);

interface NewServiceProps {
  list: ServiceList;
  category: string | null;
}

export function NewService({ list, category }: NewServiceProps) {
  const create = useCreate(SERVICE);
  const close = (id?: string) => {
    list.close();
    focusRecord(id, SERVICE.key);
  };
  return (
    <Section
      title="Novo Serviço"
      level="h2"
      onCancel={() => close()}
      className="border-accent bg-surface mb-6 scroll-mt-1 rounded-lg border"
    >
      <NewRecordForm
        layout="inline"
        action="Adicionar Serviço"
        draftName="services:new"
        blank={newValues(category)}
        resolver={resolver}
        create={create}
        onCreated={({ id }) => close(id)}
        onInvalid={notifyInvalid}
        onCancel={() => close()}
      >
        {(form) => <ServiceFields form={form} isNew />}
      </NewRecordForm>
    </Section>
  );
}

interface ServiceEditorProps {
  service: Service;
  /** Whether another person has deleted the service since the editor opened. */
  isDeleted: boolean;
  list: ServiceList;
}

export function ServiceEditor({ service, isDeleted, list }: ServiceEditorProps) {
  const save = useSave(SERVICE);
  const restore = useRestore(SERVICE);
  const close = () => {
    list.close();
    focusRecord(service.id, SERVICE.key);
  };
  return (
    <Section
      title={`Editar: ${service.title}`}
      level="h3"
      onCancel={close}
      className="outline-accent outline-2 -outline-offset-2"
    >
      <OpenedRecord kind={SERVICE} id={service.id} onClose={list.close}>
        {(opened) => (
          <RecordForm
            layout="inline"
            kind={SERVICE}
            opened={opened}
            resolver={resolver}
            send={save.mutateAsync}
            isDeleted={isDeleted}
            restore={restore}
            onSaved={close}
            onInvalid={notifyInvalid}
            onCancel={close}
          >
            {(form) => <ServiceFields form={form} isNew={false} />}
          </RecordForm>
        )}
      </OpenedRecord>
    </Section>
  );
}

function notifyInvalid(errors: FieldErrors<ServiceValues>): void {
  const isMissing = REQUIRED_FIELDS.some((name) => errors[name]?.message === REQUIRED);
  notify.error(
    "Erro",
    isMissing ? "Preencha todos os campos obrigatórios." : "Verifique os campos destacados.",
  );
}

interface SectionProps {
  title: string;
  level: "h2" | "h3";
  className: string;
  /** Called on Esc. */
  onCancel: () => void;
  children: ReactNode;
}

/** A section in the list. Its heading receives the focus when the section appears. */
function Section({ title, level: Heading, className, onCancel, children }: SectionProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEscape(onCancel, { within: section });
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section ref={section} aria-labelledby={id} className={cn("p-4 sm:p-5", className)}>
      <Heading
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-5 text-base font-semibold outline-none"
      >
        {title}
      </Heading>
      {children}
    </section>
  );
}
