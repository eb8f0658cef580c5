import type { AccountMode } from './outcome.js';

export const gatewayNames = ['sandbox', 'chip'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** With what a gateway is spoken to: the account of a business, or the platform's own. */
export interface GatewayAccount {
  gateway: GatewayName;
  /** Of the business's account; null for the platform's own and for the sandbox that a business has by default. */
  id: string | null;
  mode: AccountMode;
  /** CHIP's brand; null at the sandbox. */
  brand_id: string | null;
  /** Never logged, and in no message of an error. null at the sandbox. */
  secret_key: string | null;
  /** Base of the gateway's addresses where it is not the gateway's own: tests and fakes, outside production alone. */
  api_url: string | null;
}

/** The built-in sandbox: the account of every business without another, outside production. */
export const SANDBOX_ACCOUNT: GatewayAccount = {
  gateway: 'sandbox',
  id: null,
  mode: 'sandbox',
  brand_id: null,
  secret_key: null,
  api_url: null,
};
