import { finishedLetter } from '../notification/finished-letter.js';
import { isAddress, type Letter } from '../notification/letter.js';
import type { AccountLetter } from './account-letter.entity.js';
import { writeAccountLetter } from './account-letter-writer.js';

/** The letter to the buyer of a valid e-invoice, who has no account. @returns null where it has no address */
export function buyerLetter({ id, kind, language, details }: AccountLetter, business: string): Letter | null {
  const { address = null, einvoice } = details;
  if (!einvoice || !isAddress(address)) return null;
  const to = { name: einvoice.name, address: address.trim() };
  const content = writeAccountLetter({ kind, language, to, email: to.address, business, links: [], einvoice });
  return finishedLetter(
    id,
    content,
    { nature: 'receipt' },
    { name: content.from_name, email: null, phone: null },
    null,
  );
}
