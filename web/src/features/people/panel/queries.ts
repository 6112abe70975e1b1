/** Queries about people and retention rules, and the calls that change rules. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";

import { api, body } from "@/api/client";
import type { Retention } from "@/api/types";
import type { Versioned } from "@/api/versioned";
import { notify } from "@/lib/notify";
import { fieldRules } from "@/panel/edit/record-fields";
import { type Edit, saveRecord, type VersionedRecord } from "@/panel/edit/versioned-record";
import { formatCount } from "@/panel/format";
import { useChange } from "@/panel/use-change";

export const peopleFound = (search: string) =>
  queryOptions({
    queryKey: ["people", "search", search],
    queryFn: ({ signal }) => body(api.GET("/api/people", { params: { query: { search } }, signal })),
    enabled: search !== "",
    staleTime: 0,
  });

/** Fetches a ZIP file with everything that is stored about a person. */
export function exportPerson(email: string): Promise<Blob> {
  return body(api.GET("/api/people/export", { params: { query: { email } }, parseAs: "blob" }));
}

/** Key of the number of days for which the company stores backups. */
export const BACKUPS = "backups";

const RETENTION_KEY = ["retention"];

export const retention = queryOptions({
  queryKey: RETENTION_KEY,
  queryFn: ({ signal }) => body(api.GET("/api/retention", { signal })),
  staleTime: 0,
});

/** The period of a retention rule, or of backups. */
export interface Period {
  /** Key of the rule, or `backups`. */
  key: string;
  /** Null if the rule is off. */
  days: number | null;
}
export type PeriodFields = Pick<Period, "days">;

/** Periods have no version number: a change names the period that was read. */
export const unnumbered = (value: Period): Versioned<Period> => ({ value, etag: null });

const periodOf = ({ rules, backup_days }: Retention, key: string) =>
  unnumbered({
    key,
    days: key === BACKUPS ? backup_days : (rules.find((rule) => rule.key === key)?.days ?? null),
  });

/** Returns how the form of a period reads, merges and writes it. Each answer has all periods, which replace the cached ones. */
export const periodRecord = (cache: QueryClient): VersionedRecord<Period, PeriodFields> => ({
  ...fieldRules<PeriodFields>({
    labels: { days: "Prazo" },
    textOf: ({ days }) => (days === null ? "Desligado" : formatCount(days, "dia", "dias")),
  }),
  draftOf: ({ days }) => ({ days }),
  read: async ({ key }) => periodOf(await cache.query(retention), key),
  write: async ({ value: { key, days: seen } }, { days }) => {
    const saved = await body(
      api.PUT("/api/retention/{key}", { params: { path: { key } }, body: { days, seen } }),
    );
    cache.setQueryData(RETENTION_KEY, saved);
    return periodOf(saved, key);
  },
  lastSaver: () => Promise.resolve(undefined),
});

export function useSavePeriod(record: VersionedRecord<Period, PeriodFields>) {
  return useChange("Erro ao salvar o prazo", () => undefined, {
    mutationFn: (edit: Edit<Period, PeriodFields>) => saveRecord(record, edit),
    onSuccess: ({ status }) => {
      if (status === "saved") notify.success("Prazo salvo");
    },
  });
}
