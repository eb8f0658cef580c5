import { invalid, type Message } from '@usaha/shared';
import { CRC_TAG, hasRightCrc, readEmvFields, writeEmvCode, type EmvField } from './emv-fields.js';
import { messages } from './duitnow-qr.messages.js';

/** Application identifier of DuitNow QR (PayNet, DuitNow QR Merchant-Presented Mode v1.5). */
const DUITNOW = 'A0000006150001';
/** Tags of PayNet's data objects. */
const tags = {
  format: '00',
  initiation: '01',
  duitnow: '26',
  category: '52',
  currency: '53',
  amount: '54',
  country: '58',
  merchant_name: '59',
  merchant_city: '60',
  hash: '82',
} as const;
/** Within tag 26. */
const within = { identifier: '00', acquirer: '01' } as const;
/** Merchant category of persons. */
const PERSON = '0000';

/** Tag 54 has room for 13 characters. */
export const MOST_AMOUNT = 9_999_999_999.99;

/** The text of a DuitNow QR for an amount. */
export interface AskedPayload {
  payload: string;
  /** Whether the text asks for exactly that amount: otherwise the payer types it. */
  amount_included: boolean;
}

const valueOf = (fields: readonly EmvField[], tag: string): string | undefined =>
  fields.find((field) => field.tag === tag)?.value;

/** The text of the static DuitNow QR that a bank gave to a business. */
export class DuitNowPayload {
  private constructor(
    readonly text: string,
    private readonly fields: readonly EmvField[],
  ) {}

  /** @throws invalid for `payload`: what is no whole, right and static DuitNow QR in ringgit */
  static of(text: string): DuitNowPayload {
    const fields = readEmvFields(text) ?? refuse(messages.notWhole());
    const told = (tag: string): string | undefined => valueOf(fields, tag);
    if (fields[0]?.tag !== tags.format) refuse(messages.wrongBegin());
    if (fields.at(-1)?.tag !== CRC_TAG) refuse(messages.wrongEnd());
    if (!hasRightCrc(text)) refuse(messages.wrongCrc());
    const account = readEmvFields(told(tags.duitnow) ?? '') ?? refuse(messages.notWhole());
    if (valueOf(account, within.identifier) !== DUITNOW) refuse(messages.notDuitNow());
    if (told(tags.initiation) !== '11') refuse(messages.notStatic());
    if (told(tags.currency) !== '458') refuse(messages.notRinggit());
    if (told(tags.country) !== 'MY') refuse(messages.notMalaysian());
    return new DuitNowPayload(text, fields);
  }

  get merchant_name(): string {
    return this.value(tags.merchant_name);
  }

  get merchant_city(): string {
    return this.value(tags.merchant_city);
  }

  get acquirer_id(): string {
    return valueOf(readEmvFields(this.value(tags.duitnow)) ?? [], within.acquirer) ?? '';
  }

  /** Merchant category code. */
  get category(): string {
    return this.value(tags.category);
  }

  /** Whether it is the code of a person. */
  get personal(): boolean {
    return this.category === PERSON;
  }

  /** A code that is signed by a hash, or has an amount already, stays as it is. */
  get amount_can_be_added(): boolean {
    return this.own_amount === null && valueOf(this.fields, tags.hash) === undefined;
  }

  /** The amount that the bank put into it, in ringgit; null: none. */
  get own_amount(): number | null {
    const told = valueOf(this.fields, tags.amount);
    return told === undefined ? null : Number(told);
  }

  /** The text that asks for an amount, in ringgit: tag 54 right after 53, all else as it was, and a new CRC. */
  asking(amount: number): AskedPayload {
    if (!this.amount_can_be_added || amount > MOST_AMOUNT)
      return { payload: this.text, amount_included: this.own_amount === amount };
    const fields = this.fields.flatMap((field) =>
      field.tag === tags.currency ? [field, { tag: tags.amount, value: amount.toFixed(2) }] : [field],
    );
    return { payload: writeEmvCode(fields), amount_included: true };
  }

  private value(tag: string): string {
    return valueOf(this.fields, tag) ?? '';
  }
}

function refuse(message: Message): never {
  throw invalid('payload', message);
}
