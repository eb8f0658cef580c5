import { includesRole, type Actor } from '@usaha/shared';

/**
 * Health data and identity documents of patients are for those who treat and register them: users who may only read
 * are not shown them. The service itself sees all.
 */
export const seesHealthData = (actor: Actor | null): boolean => actor === null || includesRole(actor.role, 'staff');
