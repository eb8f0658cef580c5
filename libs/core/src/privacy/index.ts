/** Personal data: what other folders and the application use of them. */
export { accountsPeriod, type StatutoryPeriod } from './accounts.js';
export { ErasableRecord, ErasableRepository } from './erasable-record.js';
export { PersonErasure, erasedEarly } from './person-erasure.js';
export { ERASED, blankPerson } from './blank.js';
export { PersonAccesses, type PersonAccess } from './person-accesses.js';
export { PersonExport, type ClearRecord } from './person-export.js';
export { PersonRegistry, type RegisteredPerson } from './person-registry.js';
export { childrenOf, personalData, recordsOf, rowsOf, unidentified, type PersonalData } from './personal-data.js';
export { Retention, type BlankedRecords, type DuePerson, type RetentionReview } from './retention.js';
export type { RetentionPeriod } from './retention-period.js';
