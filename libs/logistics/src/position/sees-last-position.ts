import { includesRole, type Actor } from '@usaha/shared';

/** The position of a vehicle is that of its driver: users who may only read are not shown it. */
export const seesLastPosition = (actor: Actor | null): boolean => actor === null || includesRole(actor.role, 'staff');
