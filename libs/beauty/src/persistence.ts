import type { MigrationInterface } from 'typeorm';
import { Client } from './client/client.entity.js';
import { PointsMovement } from './client/points-movement.entity.js';
import { Beauty1764000000000 } from './migrations/1764000000000-beauty.js';
import { People1764000100000 } from './migrations/1764000100000-people.js';
import { StaffMember } from './staff/staff-member.entity.js';

/** This context's entities and migrations, for a DataSource; those of core go before them. */
export const beautyEntities: (new () => object)[] = [Client, PointsMovement, StaffMember];
export const beautyMigrations: (new () => MigrationInterface)[] = [Beauty1764000000000, People1764000100000];
