/** Campaigns as staff list and edit them, the figures by source, and the calls to the server. */
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import { api, body } from "@/api/client";
import { CAMPAIGN_INPUT_NAME, CAMPAIGN_INPUT_UTM_CAMPAIGN } from "@/api/limits";
import type { Campaign } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { panelPaths } from "@/lib/paths";
import { toLocal } from "@/lib/sao-paulo";
import { requiredText } from "@/panel/form/text-schema";
import { choice, defineList } from "@/panel/list/list-codec";
import { pageQuery } from "@/panel/list/use-records";
import { listKey, messagesOf, type StoredKind } from "@/panel/record/kind";

export const campaignSchema = z.object({
  name: requiredText(CAMPAIGN_INPUT_NAME),
  utm_campaign: requiredText(CAMPAIGN_INPUT_UTM_CAMPAIGN),
});
export type CampaignFields = z.infer<typeof campaignSchema>;

const messages = messagesOf("campanha", "campanhas");

/** Campaigns have no trash, because codes in use may name them. */
export const CAMPAIGN: Omit<StoredKind<Campaign, CampaignFields>, "trash" | "remove" | "restore"> = {
  area: "campaigns",
  key: "campaigns",
  thisOne: "esta campanha",
  messages: { ...messages, created: "Campanha adicionada!", updated: "Campanha atualizada!" },
  labels: { name: "Nome", utm_campaign: "Valor de utm_campaign" },
  fieldsOf: ({ name, utm_campaign }) => ({ name, utm_campaign }),
  textOf: (fields, name) => fields[name],
  nameOf: ({ name }) => name,
  find: (id, signal) =>
    versioned(api.GET("/api/campaigns/{id}", { params: { path: { id } }, ...(signal && { signal }) })),
  create: (fields, _, key) => body(api.POST("/api/campaigns", { params: idempotencyKey(key), body: fields })),
  update: (id, change, etag) =>
    versioned(api.PUT("/api/campaigns/{id}", { params: { path: { id }, ...ifMatch(etag) }, body: change })),
  lastSaver: () => Promise.resolve(undefined),
};

/** The groupings of the figures. */
export const GROUPINGS = [
  { value: "channel", label: "Canal" },
  { value: "source", label: "Site de origem" },
  { value: "campaign", label: "Campanha" },
] as const;
export type SourceGrouping = (typeof GROUPINGS)[number]["value"];

/** The periods of the figures, in days. */
export const PERIODS = [
  { value: "30", label: "30 dias" },
  { value: "90", label: "90 dias" },
  { value: "365", label: "12 meses" },
] as const;

/** The list of campaigns, with the grouping and the period of the figures above it. */
export const CAMPAIGNS = defineList(panelPaths.contactSources, {
  filters: {},
  view: { por: choice(GROUPINGS, "channel"), dias: choice(PERIODS, "30") },
});

export const campaignList = pageQuery({
  codec: CAMPAIGNS,
  key: listKey(CAMPAIGN),
  meta: { errorTitle: CAMPAIGN.messages.loading },
  call: ({ cursor }, signal) =>
    api.GET("/api/campaigns", { params: { query: { ...(cursor && { cursor }) } }, signal }),
});

/** Returns the first and the last day of the latest `days` days, today included. */
export function lastDays(days: number, now: Date): { from: string; to: string } {
  const day = (moment: Date) => toLocal(moment.toISOString()).slice(0, 10);
  return { from: day(new Date(now.getTime() - (days - 1) * 24 * 60 * 60 * 1000)), to: day(now) };
}

export const sourceFigures = (by: SourceGrouping, from: string, to: string) =>
  queryOptions({
    queryKey: ["contacts", "sources", by, from, to],
    queryFn: ({ signal }) =>
      body(api.GET("/api/contacts/sources", { params: { query: { by, from, to } }, signal })),
    meta: { errorTitle: "Erro ao carregar os números por origem" },
  });
