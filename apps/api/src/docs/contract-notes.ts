import { billingCycles, planTypes, plans } from '@usaha/core';
import { settingsTable } from '../wire/module-settings.js';

const priceRow = (type: (typeof planTypes)[number]): string =>
  `| ${type.toUpperCase()} | ${billingCycles.map((cycle) => plans[type].amount[cycle]).join(' | ')} | ${plans[type].module_limit} | ${plans[type].user_limit} |`;

const prices = (): string =>
  [
    `| Plan | ${billingCycles.map((cycle) => cycle.toUpperCase()).join(' | ')} | module_limit | user_limit |`,
    `|---|${billingCycles.map(() => '---|').join('')}---|---|`,
    ...planTypes.map(priceRow),
  ].join('\n');

/** Sections of the description of the contract surface that no operation has room for. */
export const contractNotes = (): string =>
  `
## Roles

Users with the role VIEWER read. STAFF also create and change records. MANAGER also pay, void and delete. ADMIN also administer
users, tenants, subscriptions and modules (A-53). A role without the permission is answered with 403.

## Plans

Prices in MYR, without tax. A subscription keeps the price at which it was made or changed. Limits are for information (A-73).

${prices()}

## Payments that fail

The sandbox refuses with 402 a \`payment_method\` that has one of these words, ignoring case: declined, fail, fails, failed, failure,
insufficient. Words are whole, also within snake_case and camelCase: \`card_declined\` fails and \`Bank failover transfer\` pays (A-77).

## Duplicates

A 400 because another record has the value of a field that must be unique says so in \`errors[].reason\`: \`duplicate\`.

## Settings of modules

Administrators set them on the reference surface (\`POST /api/v1/modules/{module_id}/enable/\`). A value of another type or out of
range counts as not set.

${settingsTable()}`.trim();
