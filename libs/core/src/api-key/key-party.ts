import type { Party } from '../document/party.js';
import type { ApiKey } from './api-key.entity.js';

/** A key as documents name it where they name their cashier. */
export const keyParty = ({ name }: Pick<ApiKey, 'name'>): Party => ({ name, address: null });
