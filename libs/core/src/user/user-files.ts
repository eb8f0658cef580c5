import type { FileCondition } from '../file/file.repository.js';

/**
 * Files that a user uploaded and no record has: the user alone uses them. Those of records are of the records; a list that
 * was imported is the tenant's.
 */
export const filesOfUser = (user_id: string): FileCondition => ({
  sql: 'r.resource is null and r.imported_at is null and r.uploaded_by = $2',
  values: [user_id],
});
