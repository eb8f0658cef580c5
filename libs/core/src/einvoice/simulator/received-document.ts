/** Values of a document whose structure was found right. */
export class ReceivedDocument {
  private readonly invoice: unknown;

  constructor(readonly document: { Invoice: readonly unknown[] }) {
    this.invoice = document.Invoice[0];
  }

  /** The elements at a path of names: each list is gone through. */
  all(path: string): Record<string, unknown>[] {
    return path
      .split('.')
      .reduce<unknown[]>(
        (found, name) => found.flatMap((one) => (one as Record<string, unknown[] | undefined>)[name] ?? []),
        [this.invoice],
      ) as Record<string, unknown>[];
  }

  /** The first text at a path; '' where there is none. */
  text(path: string): string {
    const [first] = this.all(path);
    return typeof first?._ === 'string' ? first._ : '';
  }

  /** The first number at a path; 0 where there is none. */
  number(path: string): number {
    const [first] = this.all(path);
    return typeof first?._ === 'number' ? first._ : 0;
  }

  /** An identification of a party by its scheme; '' where there is none. */
  identification(party: 'AccountingSupplierParty' | 'AccountingCustomerParty', ...schemes: readonly string[]): string {
    const ids = this.all(`${party}.Party.PartyIdentification.ID`);
    const found = ids.find(({ schemeID }) => typeof schemeID === 'string' && schemes.includes(schemeID));
    return typeof found?._ === 'string' ? found._ : '';
  }

  get code_number(): string {
    return this.text('ID');
  }

  /** When it was issued; null where date or time is none. */
  get issued_at(): Date | null {
    const at = new Date(`${this.text('IssueDate')}T${this.text('IssueTime')}`);
    return Number.isNaN(at.getTime()) ? null : at;
  }

  get type_code(): string {
    return this.text('InvoiceTypeCode');
  }

  get version(): string {
    const version = this.all('InvoiceTypeCode')[0]?.listVersionID;
    return typeof version === 'string' ? version : '';
  }
}

/** A part of a document as a document, for its elements. */
export const partOf = (element: unknown): ReceivedDocument => new ReceivedDocument({ Invoice: [element] });
