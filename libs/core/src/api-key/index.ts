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
