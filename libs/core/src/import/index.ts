/** Imports: what the application uses of them. */
export {
  DataImport,
  emptyCells,
  importErrorPolicies,
  importModes,
  importStatuses,
  type ImportOrder,
  type ImportStatus,
  type ImportTotals,
} from './data-import.entity.js';
export { ImportRow, type RowError } from './import-row.entity.js';
export { ImportActors } from './import-actors.js';
export {
  ImportClaims,
  LostImport,
  MOST_IMPORT_ATTEMPTS,
  importsWaiting,
  type ImportState,
  type WaitingTenant,
} from './import-claims.js';
export { ImportQueue } from './import-queue.js';
export { ImportRepository, type FailedRow, type ImportQuery } from './import.repository.js';
export { ImportService, type ImportShown, type NewImport } from './import.service.js';
export { forgetImportRows, tenantsWithOldImportRows } from './import-retention.js';
export { messages as importMessages } from './import.messages.js';
export { tellFinished } from './import.events.js';
