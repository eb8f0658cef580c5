import { usageGroups, type MessageUsageReport, type UsageGroup, type UsageRow } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainView } from '../../../wire/view.js';

const groups = choices('MessageUsageGroup', usageGroups);

/** GET /api/v1/message-usage/. */
export class MessageUsageQuery {
  @param.day('From this day (UTC+8); the first of the month unless given', '2026-03-01') date_from?: string;
  @param.day('To this day (UTC+8); today unless given', '2026-03-31') date_to?: string;
  @param.choice('By what it is added up; by day unless given', groups) group_by?: UsageGroup;
  @param.text(
    'Id of a tenant: the operator may give any; another than your own matches nothing',
    '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  )
  tenant_id?: string;
}

@field.record('Messages that were sent in all')
class MessageUsageTotalsView {
  @field.count('Messages', 42) messages!: number;
  @field.count('Parts of short messages, and one of each other', 60) parts!: number;
  @field.money('What they cost', 4.8) cost!: number;
}

@field.record('Messages of one day, way or template')
export class MessageUsageRowView extends MessageUsageTotalsView {
  @field.text('The day (YYYY-MM-DD), way or template', '2026-03-10', { max: 100 }) group!: string;
}

@field.record('What messages a business has sent')
export class MessageUsageView {
  @field.nestedList('By day, way or template, in order', MessageUsageRowView) rows!: MessageUsageRowView[];
  @field.nested('In all', MessageUsageTotalsView) totals!: MessageUsageTotalsView;
}

export const messageUsageRowView = plainView<UsageRow, MessageUsageRowView>(MessageUsageRowView);
export const messageUsageView = plainView<MessageUsageReport, MessageUsageView>(MessageUsageView);
