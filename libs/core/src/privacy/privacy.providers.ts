import { ErasableUsers, UserErasure } from '../user/user-erasure.js';
import { UserExport } from '../user/user-export.js';
import { PersonRegistry } from './person-registry.js';
import { PersonAccesses } from './person-accesses.js';
import { PersonFiles } from './person-files.js';
import { PersonExport } from './person-export.js';
import { PersonErasure } from './person-erasure.js';
import { Retention } from './retention.js';

/** Export, erasure and retention of personal data. */
export const privacyProviders = [
  PersonRegistry,
  PersonAccesses,
  PersonFiles,
  PersonExport,
  PersonErasure,
  Retention,
  ErasableUsers,
  UserErasure,
  UserExport,
];
