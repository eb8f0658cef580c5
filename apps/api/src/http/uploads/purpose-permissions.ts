import type { FilePurpose } from '@usaha/core';
import type { Permission } from '../../wire/permissions.js';

const needed: Readonly<Record<FilePurpose, Permission>> = {
  document: 'write',
  picture: 'write',
  logo: 'tenants.change',
  import: 'imports.write',
};

/** What an upload for a purpose needs. */
export const permissionOf = (purpose: FilePurpose): Permission => needed[purpose];
