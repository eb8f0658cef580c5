/** API keys: what other folders and the application use of them. */
export { AllowedAddresses, MOST_NETWORKS, networksOf } from './allowed-addresses.js';
export { RateWindow } from './rate-window.entity.js';
export { RateWindowTable } from './rate-window.table.js';
export {
  RATE_LIMITS,
  RateWindowStore,
  RateWindows,
  WINDOW_SECONDS,
  type RateState,
  type RatedKey,
  type TakenSlice,
} from './rate-windows.js';
export { ApiKey, apiKeyStates, type ApiKeyDetails, type ApiKeyState } from './api-key.entity.js';
export { ApiKeyRegistry, type KeyRefusal, type KeyVerdict } from './api-key.registry.js';
export { ApiKeyRepository } from './api-key.repository.js';
export {
  ApiKeyService,
  MOST_KEYS,
  type NewApiKey,
  type Revoked,
  type Rotation,
  type TellableKey,
} from './api-key.service.js';
export { keyParty } from './key-party.js';
export { ApiKeyReview, tenantsWithKeysToReview } from './api-key-review.js';
export { ApiKeyUses } from './api-key-uses.js';
export { KEY_LENGTH, hashOfKey, newKey, newReference, readKey, type PresentedKey } from './key-form.js';
