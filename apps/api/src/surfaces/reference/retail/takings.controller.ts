import { shopTakings } from '@usaha/retail';
import { takingsController } from '../takings.controller.js';

/** The daily closing is a report of the shop's own columns, in `ReferenceRetailReportsController`. */
export const ReferenceRetailTakingsController = takingsController({
  takings: shopTakings,
  business: 'a shop',
  payments:
    'Amounts received at sales and later on account, and given back by refunds and voids, newest first; what is owed is no payment. purpose is sale, account, refund, void or status: a status takes what is left of a sale out of the takings, or brings it back (A-184). Days are those of the entry (A-354).',
});
