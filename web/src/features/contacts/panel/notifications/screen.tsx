/** The screen 'Meus Avisos': what the user is notified of, when, and by which channels. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";

import { messageOf } from "@/api/api-error";
import type { NotificationPreferences } from "@/api/types";
import { Card } from "@/panel/controls/card";
import { IN_FORM, Select } from "@/panel/controls/select";
import { Switch } from "@/panel/controls/switch";
import { RecordForm } from "@/panel/edit/record-form";
import { LoadingFailed } from "@/panel/feedback/loading-failed";
import { Reserved } from "@/panel/feedback/reserved";
import { Skeletons } from "@/panel/feedback/skeleton";
import { Screen } from "@/panel/screen";
import { DevicesCard } from "./devices";
import {
  EVENTS,
  notificationPreferences,
  PREFERENCES,
  preferencesSchema,
  TIMINGS,
  useSavePreferences,
} from "./record";

export function NotificationsScreen() {
  const { data, error, isFetching, refetch } = useQuery(notificationPreferences);
  const save = useSavePreferences();
  return (
    <Screen title="Meus Avisos">
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
        <Reserved name="notifications" isLoaded={data !== undefined || error !== null}>
          {data ? (
            <Card title="Do que você quer ser avisado">
              <RecordForm
                layout="inline"
                kind={PREFERENCES}
                opened={data}
                resolver={zodResolver(preferencesSchema)}
                send={save.mutateAsync}
              >
                {(form) => (
                  <div className="divide-line -my-4 divide-y">
                    {EVENTS.map((event) => (
                      <EventChoice key={event.name} form={form} {...event} />
                    ))}
                  </div>
                )}
              </RecordForm>
            </Card>
          ) : error ? (
            <LoadingFailed
              title="Erro ao carregar os avisos"
              reason={messageOf(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeletons label="Carregando…" parts={["h-228 sm:h-178"]} />
          )}
        </Reserved>
        <DevicesCard />
      </div>
    </Screen>
  );
}

interface EventChoiceProps {
  form: UseFormReturn<NotificationPreferences>;
  name: (typeof EVENTS)[number]["name"];
  hint: string;
}

/** When and by which channels the user is notified of an event. */
function EventChoice({ form, name, hint }: EventChoiceProps) {
  const id = useId();
  const label = PREFERENCES.labels[name];
  const { timing, email, push } = useWatch({ control: form.control, name });
  const isOff = timing === "never";
  return (
    <div
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}-hint`}
      className="grid gap-x-6 gap-y-3 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]"
    >
      <div>
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-muted mt-0.5 text-xs text-pretty">
          {hint}
        </p>
      </div>
      <div className="grid content-start gap-2.5">
        <Select className={IN_FORM} aria-label={`Quando: ${label}`} {...form.register(`${name}.timing`)}>
          {TIMINGS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {!isOff && (
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            <Switch label="E-mail" {...form.register(`${name}.email`)} />
            <Switch label="Aparelho" {...form.register(`${name}.push`)} />
          </div>
        )}
        {timing === "daily" && (
          <p className="text-muted text-xs">
            O resumo vem a partir das 8h, uma vez por dia, quando há novidade.
          </p>
        )}
        {!isOff && !email && !push && <p className="text-warning text-xs">Sem canal, você não é avisado.</p>}
      </div>
    </div>
  );
}
