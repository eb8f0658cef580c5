import { includesRole, type Actor } from '@usaha/shared';

/** What a shop pays for its products is shown to administrators and managers, and to programs without a user. */
export const seesCosts = (actor: Actor | null): boolean => actor === null || includesRole(actor.role, 'manager');
