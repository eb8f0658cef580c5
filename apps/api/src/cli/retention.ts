import { EinvoiceRetention, Retention, TenantRepository, type RetentionReview } from '@usaha/core';
import { PartyRetention } from '@usaha/logistics';
import { eachTenant, type Context } from '@usaha/shared';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

type AsTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;

/**
 * Looks at the retention periods of every tenant's persons in all contexts, of the parties of shipments, and of e-invoices; with
 * `--erase` erases the data that are past theirs.
 */
export const run: Command = async (situation) => {
  const isErasing = situation.args.includes('--erase');
  return withContexts(situation, async (app, database) => {
    const [retention, parties] = [app.get(Retention), app.get(PartyRetention)];
    const einvoices = app.get(EinvoiceRetention);
    const tenants = await asService(database, (ctx) => app.get(TenantRepository).everyId(ctx));
    let due = 0;
    let failures = 0;
    const lookAt = async (tenant_id: string): Promise<void> => {
      const asTenant: AsTenant = (work) => asService(database, work, tenant_id);
      const reviews = await asTenant((ctx) => retention.review(ctx));
      due += tell(tenant_id, reviews, situation.say);
      if (isErasing) await eraseDue(asTenant, retention, reviews, situation.say);
      due += await lookAtParties(asTenant, parties, { tenant_id, isErasing, say: situation.say });
      due += await lookAtEinvoices(asTenant, einvoices, { tenant_id, isErasing, say: situation.say });
    };
    const failed = (error: unknown, tenant_id: string): void => {
      failures += 1;
      situation.say(`Tenant ${tenant_id} could not be read (${error instanceof Error ? error.message : 'unknown'})`);
    };
    await eachTenant(tenants, lookAt, { failed });
    if (due === 0 && failures === 0) situation.say('No data are past their retention period');
    else if (due > 0 && !isErasing)
      situation.say(`Nothing was changed; ${situation.usage.split(' [')[0]} --erase erases them`);
    return failures > 0 ? 1 : 0;
  });
};

/** @returns how many of the tenant's persons are past their retention period */
function tell(tenant_id: string, reviews: readonly RetentionReview[], say: (line: string) => void): number {
  const persons = reviews.reduce((sum, review) => sum + review.persons, 0);
  const due = reviews.flatMap((review) => review.due);
  if (persons > 0) say(`Tenant ${tenant_id}`);
  if (persons > 0) say(`  with a retention period: ${persons}, past it: ${due.length}`);
  for (const { id, since } of due) say(`  past it since ${since}: ${id}`);
  for (const id of reviews.flatMap((review) => review.not_understood))
    say(`  period not understood, never acted on: ${id}`);
  return due.length;
}

/** Each in a separate transaction: an interruption undoes no finished one. */
async function eraseDue(
  asTenant: AsTenant,
  retention: Retention,
  reviews: readonly RetentionReview[],
  say: (line: string) => void,
): Promise<void> {
  let [erased, files] = [0, 0];
  for (const { data, due } of reviews)
    for (const { id } of due) {
      const erasure = await asTenant((ctx) => retention.eraseIfDue(ctx, data, id));
      erased += erasure ? 1 : 0;
      files += erasure?.files ?? 0;
    }
  if (erased > 0) say(`  erased: ${erased}`);
  if (files > 0) say(`  files of theirs that were deleted: ${files}`);
  for (const { records, period, ids } of await asTenant((ctx) => retention.blankOld(ctx)))
    if (ids.length > 0) say(`  ${records} beyond ${period} that were blanked: ${ids.length}`);
}

/** @returns how many of the tenant's shipments have told longer who their parties are than the tenant keeps that */
async function lookAtParties(
  asTenant: AsTenant,
  parties: PartyRetention,
  { tenant_id, isErasing, say }: { tenant_id: string; isErasing: boolean; say: (line: string) => void },
): Promise<number> {
  const review = await asTenant((ctx) => parties.review(ctx));
  if (review === null) return 0;
  say(`Tenant ${tenant_id}`);
  say(`  shipments whose parties are past their retention of ${review.days} days: ${review.due}`);
  if (isErasing) say(`  shipments whose parties were erased: ${await parties.blankDue(asTenant)}`);
  return review.due;
}

/** @returns how many of the tenant's e-invoices have texts and buyers longer than the law asks for them */
async function lookAtEinvoices(
  asTenant: AsTenant,
  einvoices: EinvoiceRetention,
  { tenant_id, isErasing, say }: { tenant_id: string; isErasing: boolean; say: (line: string) => void },
): Promise<number> {
  const due = await asTenant((ctx) => einvoices.countDue(ctx));
  if (due === 0) return 0;
  say(`Tenant ${tenant_id}`);
  say(`  e-invoices beyond ${einvoices.period}: ${due}`);
  if (isErasing) say(`  e-invoices whose texts and buyers were blanked: ${await einvoices.blankDue(asTenant)}`);
  return due;
}
