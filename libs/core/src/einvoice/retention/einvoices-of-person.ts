import { nouns } from '../../messages.js';
import { accountsPeriod } from '../../privacy/accounts.js';
import { recordsOf, unidentified, type PersonalRecords } from '../../privacy/personal-data.js';
import { EinvoiceDocument } from '../record/einvoice-document.entity.js';

/** The e-invoices to a person: an export lists them, and an erasure leaves them for as long as the law asks for them. */
export const EINVOICES_OF_PERSON: PersonalRecords = recordsOf(EinvoiceDocument, {
  noun: nouns.einvoice,
  names: 'person_id',
  active: [],
  keptWhole: accountsPeriod,
  kept: {
    warnings: unidentified('what became of the document'),
    refers_to: unidentified('numbers of the documents that it changes'),
  },
});
