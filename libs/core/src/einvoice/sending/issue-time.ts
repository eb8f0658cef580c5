import { value, type UblNode } from '../document/nodes.js';
import type { UblDocument } from '../document/ubl.js';
import { signed, type Signer } from '../signature/signature.js';

/** Members that a signature adds to an Invoice. */
const SIGNATURE_MEMBERS: ReadonlySet<string> = new Set(['UBLExtensions', 'Signature']);

/**
 * The text of a document with another issue time: for one that has surely not been received, and would be refused for its age.
 * All else stays, byte by byte. @param signer of a signed document; null for others
 */
export function withIssueTime(text: string, issued_at: Date, signer: Signer | null): string {
  const document = JSON.parse(text) as UblDocument;
  const members = Object.entries(document.Invoice[0]).filter(([name]) => !SIGNATURE_MEMBERS.has(name));
  const [date, time] = issued_at.toISOString().split('T') as [string, string];
  const times: UblNode = { IssueDate: value(date), IssueTime: value(`${time.slice(0, 8)}Z`) };
  const unsigned: UblDocument = { ...document, Invoice: [{ ...Object.fromEntries(members), ...times }] };
  return JSON.stringify(signer === null ? unsigned : signed(unsigned, signer, issued_at));
}
