import type { Context, Words } from '@usaha/shared';
import { eventType, oneOf, tell } from '@usaha/shared/events';
import { findModule, moduleKeys } from './catalogue.js';
import type { TenantModule } from './tenant-module.entity.js';

const typeOf = (verb: string, said: Words) =>
  eventType(`core.module.${verb}`, {
    said,
    path: '/api/v1/modules/{id}/configuration/',
    contract_path: '/v1/modules/{id}',
    data: { module: oneOf(moduleKeys) },
  });

const types = {
  enable: typeOf('enabled', {
    en: 'A module was enabled, or its configuration changed.',
    ms: 'Satu modul telah diaktifkan, atau konfigurasinya diubah.',
  }),
  disable: typeOf('disabled', { en: 'A module was disabled.', ms: 'Satu modul telah dinyahaktifkan.' }),
};

/** Tells that a tenant's use of a module changed. The id is the module's own, by which its configuration is read. */
export const tellModule = (ctx: Context, action: keyof typeof types, { module, version }: TenantModule): void =>
  tell(ctx, types[action], () => ({ id: findModule(module)?.id ?? module, version, module }));
