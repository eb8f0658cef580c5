import type { GatewayAccount } from '@usaha/core';
import validator from 'validator';
import type { Reader } from './config-reader.js';

const SANDBOX: GatewayAccount = {
  gateway: 'sandbox',
  id: null,
  mode: 'sandbox',
  brand_id: null,
  secret_key: null,
  api_url: null,
};

/**
 * The platform's account at PAYMENT_GATEWAY: subscriptions and stated payments are paid to it. It takes real money in production,
 * and elsewhere none: what the gateway says otherwise is not booked. Wrong values are added to the reader's problems, without the key.
 */
export function platformAccount(read: Reader, production: boolean): GatewayAccount {
  const name = read.text('PAYMENT_GATEWAY') ?? 'sandbox';
  const brand_id = read.text('CHIP_BRAND_ID');
  const secret_key = read.text('CHIP_SECRET_KEY');
  const api_url = read.text('CHIP_API_URL') ?? null;
  if (name === 'sandbox') return SANDBOX;
  const { problems } = read;
  if (name !== 'chip') {
    problems.push(`PAYMENT_GATEWAY must be sandbox or chip, not "${name}"`);
    return SANDBOX;
  }
  if (brand_id === undefined || !validator.isUUID(brand_id))
    problems.push('CHIP_BRAND_ID must be the id of the brand, a UUID, where PAYMENT_GATEWAY is chip');
  if (secret_key === undefined) problems.push('CHIP_SECRET_KEY must be set where PAYMENT_GATEWAY is chip');
  else if (!/^[\x21-\x7e]+$/.test(secret_key)) problems.push('CHIP_SECRET_KEY must be ASCII without spaces');
  if (api_url !== null && production) problems.push('CHIP_API_URL is for tests only, not for production');
  else if (api_url !== null && !(URL.canParse(api_url) && /^https?:\/\//.test(api_url)))
    problems.push('CHIP_API_URL must be a URL that begins with https:// or http://');
  return {
    gateway: 'chip',
    id: null,
    mode: production ? 'live' : 'test',
    brand_id: brand_id ?? null,
    secret_key: secret_key ?? null,
    api_url,
  };
}
