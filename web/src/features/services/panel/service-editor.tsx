/** A service that is edited in its own place in the list. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";

import { messageOf } from "@/api/api-error";
import type { Service } from "@/api/types";
import { Button } from "@/panel/controls/button";
import type { Opened } from "@/lib/opened";
import { useRecordEditor } from "@/panel/edit/use-record-editor";
import { showFieldErrors } from "@/panel/form/form-errors";
import { Skeleton } from "@/panel/feedback/skeleton";
import { useUnsavedChanges } from "@/panel/form/unsaved-changes";
import { focusService } from "./focus-service";
import { useSaveService } from "./service-changes";
import { ServiceFieldset, useServiceForm } from "./service-form";
import { serviceRecord } from "./service-queries";
import { SERVICE } from "./service-record";
import type { ServiceList } from "./use-service-list";

interface ServiceEditorProps {
  service: Service;
  list: ServiceList;
}

export function ServiceEditor({ service, list }: ServiceEditorProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error } = useQuery(serviceRecord(service.id));
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <section aria-labelledby={id} className="outline-accent p-4 outline-2 -outline-offset-2 sm:p-5">
      <h3
        id={id}
        ref={heading}
        tabIndex={-1}
        className="mb-4 scroll-mt-20 text-base font-semibold outline-none"
      >
        Editar: {service.title}
      </h3>
      {data ? (
        <Form opened={data} list={list} />
      ) : error ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted text-sm">{messageOf(error, "Tente novamente mais tarde.")}</p>
          <Button onClick={list.close}>Voltar para a lista</Button>
        </div>
      ) : (
        <Placeholder />
      )}
    </section>
  );
}

function Form({ opened, list }: { opened: Opened<Service>; list: ServiceList }) {
  const form = useServiceForm(SERVICE.fieldsOf(opened.value));
  const editor = useRecordEditor(SERVICE, opened, form, useSaveService(), {
    onSaved: () => {
      unsaved.forget();
      close();
    },
    onRefused: (error) => showFieldErrors(error, form),
  });
  const unsaved = useUnsavedChanges(form.formState.isDirty, editor.kept.drop);

  function close(): void {
    list.close();
    focusService(opened.value.id);
  }

  return (
    <>
      {editor.kept.notice && <div className="mb-4">{editor.kept.notice}</div>}
      <ServiceFieldset
        form={form}
        isNew={false}
        busy={editor.isSaving}
        onSubmit={editor.submit}
        onCancel={close}
      />
      {editor.question}
    </>
  );
}

function Placeholder() {
  return (
    <div className="grid gap-4 lg:grid-cols-2" role="status" aria-label="Carregando serviço…">
      {["a", "b", "c", "d"].map((key) => (
        <Skeleton key={key} className="h-10" />
      ))}
    </div>
  );
}
