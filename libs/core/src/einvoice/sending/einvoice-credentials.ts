import type { EinvoiceCredentials } from '../client/index.js';
import type { EinvoiceIntermediary } from '../einvoice-installation.js';
import type { EinvoiceSettings } from '../einvoice-settings.entity.js';

type Told = Pick<EinvoiceSettings, 'environment' | 'credentials' | 'client_id' | 'client_secret'>;

/**
 * The credentials with which a business signs in: its own, or those of the operator on behalf of its TIN. The simulator takes
 * any secret, and knows a business by its TIN.
 * @param intermediary null: the operator is none
 */
export function credentialsOf(
  { environment, credentials, client_id, client_secret }: Told,
  tin: string | null,
  intermediary: EinvoiceIntermediary | null,
): EinvoiceCredentials {
  const isForBusiness = credentials === 'intermediary';
  const on_behalf_of = isForBusiness ? (tin ?? '') : null;
  if (environment === 'simulator')
    return { client_id: isForBusiness ? 'intermediary' : (tin ?? ''), client_secret: 'simulator', on_behalf_of };
  const own = { client_id: client_id ?? '', client_secret: client_secret ?? '' };
  const { client_id: id, client_secret: secret } = isForBusiness ? (intermediary ?? NONE) : own;
  return { client_id: id, client_secret: secret, on_behalf_of };
}

const NONE: EinvoiceIntermediary = { client_id: '', client_secret: '' };
