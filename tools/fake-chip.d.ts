export const FAKE_SECRET_KEY: string;
export const FAKE_BRAND_ID: string;

/** What happens to the next call of the API: named, an HTTP status, or a change of the answer. `late-…`: after it was carried out. */
export type ChipFault = string | ((answer: Record<string, unknown>) => unknown);

export interface FakePurchase {
  [field: string]: unknown;
  id: string;
  status: string;
  reference: string;
  refundable_amount: number;
  success_callback: string | null;
}

export interface FakeChip {
  base: string;
  api_url: string;
  book: {
    purchases: Map<string, FakePurchase>;
    public_key: string;
    /** Signs from now on with another key. */
    renewKey(): void;
    sign(body: string | Buffer): string;
    set(purchase: FakePurchase, status: string): void;
  };
  /** Method and path of each call of the API. */
  calls: string[];
  faults: ChipFault[];
  /** @returns the status that the callback was answered with; null where there was none */
  payerDoes(
    id: string,
    does?: { outcome?: 'pay' | 'refuse' | 'expire'; method?: string; callback?: boolean },
  ): Promise<number | null>;
  callBack(purchase: FakePurchase): Promise<number | null>;
  slowRefunds: boolean;
  stop(): Promise<void>;
}

export function startFakeChip(options?: {
  port?: number;
  secret_key?: string;
  tls?: { key: string; cert: string };
}): Promise<FakeChip>;
