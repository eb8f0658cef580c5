import { Injectable } from '@nestjs/common';
import { invalid, type Context } from '@usaha/shared';
import { DuitNowPayload, MOST_AMOUNT, type AskedPayload } from './duitnow-payload.js';
import type { DuitNowQr } from './duitnow-qr.entity.js';
import { messages } from './duitnow-qr.messages.js';
import { DuitNowQrRepository } from './duitnow-qr.repository.js';

/** A stored code, read. */
export interface StoredDuitNowQr {
  record: DuitNowQr;
  payload: DuitNowPayload;
}

/** What a print of a document shows of the code. */
export interface PrintedDuitNowQr extends AskedPayload {
  /** In ringgit. */
  amount: number;
  merchant_name: string;
}

/** The static DuitNow QR of the context's tenant. The service is not told of payments by it. */
@Injectable()
export class DuitNowQrService {
  constructor(private readonly codes: DuitNowQrRepository) {}

  /** @throws not_found where the tenant has none */
  async get(ctx: Context): Promise<StoredDuitNowQr> {
    return stored(await this.codes.getSet(ctx));
  }

  /** The text that asks for an amount, in ringgit; null where the tenant has no code. */
  async asking(ctx: Context, amount: number): Promise<AskedPayload | null> {
    const record = await this.find(ctx);
    return record && stored(record).payload.asking(amount);
  }

  /** The code as it is stored; null where the tenant has none. Nothing of it is opened. */
  find(ctx: Context): Promise<DuitNowQr | null> {
    return this.codes.findSet(ctx);
  }

  /** @throws invalid for a text that is no static DuitNow QR, precondition_failed */
  async set(ctx: Context, text: string): Promise<StoredDuitNowQr> {
    const payload = DuitNowPayload.of(text.trim());
    const record = await this.codes.lockOrMake(ctx);
    record.show(payload.text);
    this.codes.save(ctx, record);
    return { record, payload };
  }

  /** @throws not_found where the tenant has none, precondition_failed */
  async remove(ctx: Context): Promise<DuitNowQr> {
    const record = await this.codes.lockSet(ctx);
    record.show(null);
    return this.codes.save(ctx, record, 'delete');
  }
}

const stored = (record: DuitNowQr): StoredDuitNowQr => ({
  record,
  payload: DuitNowPayload.of(record.sealed_payload ?? ''),
});

/**
 * What a document prints of a code for what is open of it, in ringgit. null where nothing is open, there is no code, or the bank put
 * another amount into it.
 */
export function printedDuitNowQr(record: DuitNowQr | null, amount: number): PrintedDuitNowQr | null {
  if (!record || amount <= 0) return null;
  const { payload } = stored(record);
  if (payload.own_amount !== null && payload.own_amount !== amount) return null;
  return { ...payload.asking(amount), amount, merchant_name: payload.merchant_name };
}

/** @throws invalid for an amount that is no whole number of sen, or that a code has no room for */
export function assertSen(field: string, amount: number): void {
  if (amount < 0.01 || amount > MOST_AMOUNT || Number(amount.toFixed(2)) !== amount)
    throw invalid(field, messages.amountNotSen());
}
