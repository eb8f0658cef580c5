import { invalid } from '@usaha/shared';
import { findModule, type ModuleKey } from './catalogue.js';
import { messages } from '../messages.js';

/**
 * The keys of modules that were named by key or uuid, each once.
 * @param field under which they were sent @throws invalid for one that is not in the catalogue
 */
export function modulesNamed(field: string, names: readonly string[]): ModuleKey[] {
  const keys = names.map((name) => {
    const found = findModule(name);
    if (!found) throw invalid(field, messages.noSuchModule({ field, name: name.slice(0, 100) }));
    return found.key;
  });
  return [...new Set(keys)];
}
