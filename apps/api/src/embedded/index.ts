export { claimDataDirectory, dataDirectoryHolder, type DataDirectory } from './data-directory.js';
export { beginFirstStart, endFirstStart, isFirstStart } from './first-start.js';
export { areLettersHeld } from './held-letters.js';
export {
  startEmbeddedPostgres,
  type Connection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres.js';
export { resetDataDirectory } from './reset.js';
export { loadOrMakeSecrets, type Secrets } from './secrets-file.js';
export { StartError } from './start-error.js';
