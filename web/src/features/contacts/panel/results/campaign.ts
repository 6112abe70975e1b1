/** Campaigns as staff list and edit them, and the calls to the server. */
import { z } from "zod";

import { api, body } from "@/api/client";
import { CAMPAIGN_INPUT_NAME, CAMPAIGN_INPUT_UTM_CAMPAIGN } from "@/api/limits";
import type { Campaign } from "@/api/types";
import { idempotencyKey, ifMatch, versioned } from "@/api/versioned";
import { requiredText } from "@/panel/form/text-schema";
import { pageQuery } from "@/panel/list/use-records";
import { listKey, messagesOf, type StoredKind } from "@/panel/record/kind";
import { RESULTS } from "./queries";

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

export const campaignList = pageQuery({
  codec: RESULTS,
  key: listKey(CAMPAIGN),
  meta: { errorTitle: CAMPAIGN.messages.loading },
  call: ({ cursor }, signal) =>
    api.GET("/api/campaigns", { params: { query: { ...(cursor && { cursor }) } }, signal }),
});
