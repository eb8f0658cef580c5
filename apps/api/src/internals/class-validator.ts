import { getMetadataStorage, MetadataStorage } from 'class-validator';
import { brokenUpgrade } from './upgrade.js';

type Finder = MetadataStorage['getTargetValidationMetadatas'];
type Constraints = ReturnType<Finder>;

/** What relies on the internals of class-validator: its storage is one object, which is asked for every object that is validated. */
const remembering = new WeakSet<MetadataStorage>();

/**
 * Lets class-validator find the constraints of a class once. It looks through the constraints of all classes for those that a
 * class inherits from, for every object that it validates; decorators run while classes are defined, and add nothing later.
 * Only what a validation without groups asks for is remembered: nothing of ours has groups.
 * @throws StartError where it no longer keeps them so
 */
export function rememberConstraints(storage: MetadataStorage = getMetadataStorage()): void {
  if (remembering.has(storage)) return;
  const find = finderOf(storage);
  // A nested object is asked for with the name of the class that it stands in.
  const known = new Map<unknown, Map<string, Constraints>>();
  const remembered: Finder = (target, schema, always, strictGroups, groups) => {
    const search = () => find(target, schema, always, strictGroups, groups);
    if (always || strictGroups || groups?.length) return search();
    const ofTarget = known.get(target) ?? new Map<string, Constraints>();
    known.set(target, ofTarget);
    const found = ofTarget.get(schema) ?? search();
    ofTarget.set(schema, found);
    return found;
  };
  const group: unknown = storage.groupByPropertyName;
  if (typeof group !== 'function') throw brokenUpgrade('class-validator', 'MetadataStorage.groupByPropertyName()');
  const groups = new WeakMap<Constraints, ReturnType<MetadataStorage['groupByPropertyName']>>();
  storage.getTargetValidationMetadatas = remembered;
  storage.groupByPropertyName = (constraints) => {
    const grouped =
      groups.get(constraints) ?? (group as MetadataStorage['groupByPropertyName']).call(storage, constraints);
    groups.set(constraints, grouped);
    return grouped;
  };
  remembering.add(storage);
}

/**
 * Has `declare` called with a class whenever class-validator looks for its constraints, before it does: so that they can be
 * declared with the first object that is validated.
 * @throws StartError where it no longer looks for them so
 */
export function beforeConstraints(
  declare: (type: new () => object) => void,
  storage: MetadataStorage = getMetadataStorage(),
): void {
  const find = finderOf(storage);
  storage.getTargetValidationMetadatas = (type, ...rest) => {
    declare(type as new () => object);
    return find(type, ...rest);
  };
}

function finderOf(storage: MetadataStorage): Finder {
  const find: unknown = storage.getTargetValidationMetadatas;
  if (typeof find !== 'function')
    throw brokenUpgrade('class-validator', 'MetadataStorage.getTargetValidationMetadatas()');
  return (find as Finder).bind(storage);
}
