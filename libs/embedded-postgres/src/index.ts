export { type Account } from './account.js';
export { installedBinaries } from './binaries.js';
export { checkVersion, fillCluster, findCluster, settleCluster } from './cluster.js';
export { claimDataDirectory, dataDirectoryHolder, lockName, type DataDirectory } from './data-directory.js';
export { createFile, replaceFile, syncDirectory } from './files.js';
export { beginFirstStart, endFirstStart, isFirstStart } from './first-start.js';
export { makeFolders } from './folders.js';
export {
  startEmbeddedPostgres,
  type Connection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './postgres.js';
export { resetDataDirectory } from './reset.js';
export { runningEmbeddedPostgres } from './running.js';
export { knownVulnerabilities } from './security-release.js';
export { StartError } from './start-error.js';
