import { ValidationTypes, getMetadataStorage, type ValidationArguments } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** What class-validator asks of one field. */
export interface FieldChecks {
  name: string;
  /** Nothing is asked of it unless all of these hold. */
  conditions: readonly ((object: object, value: unknown) => boolean)[];
  constraints: readonly ((object: object, value: unknown) => boolean)[];
  /** Whether what is within it is asked, too. */
  isNested: boolean;
}

const ASKED: ReadonlySet<string> = new Set([
  ValidationTypes.CUSTOM_VALIDATION,
  ValidationTypes.NESTED_VALIDATION,
  ValidationTypes.CONDITIONAL_VALIDATION,
]);

/**
 * All that class-validator asks of an object of a class, with `whitelist` and without groups; null where a field is declared
 * with what only class-validator itself can do: groups, promises, `IsDefined`, conditions of single constraints.
 */
export function checksOf(type: new () => object): FieldChecks[] | null {
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(type, '', false, false);
  if (!all.every((one) => ASKED.has(one.type) && !one.groups?.length && !one.always && !one.validateIf)) return null;
  const checks = Object.entries(storage.groupByPropertyName(all)).map(([name, of]) => {
    const ofType = (wanted: string) => of.filter((one) => one.type === wanted);
    const constraints = ofType(ValidationTypes.CUSTOM_VALIDATION).map((one) => constraintOf(type, one));
    return constraints.includes(null)
      ? null
      : {
          name,
          conditions: ofType(ValidationTypes.CONDITIONAL_VALIDATION).map(
            (one) => one.constraints[0] as FieldChecks['conditions'][number],
          ),
          constraints: constraints as FieldChecks['constraints'],
          isNested: ofType(ValidationTypes.NESTED_VALIDATION).length > 0,
        };
  });
  return checks.includes(null) ? null : (checks as FieldChecks[]);
}

/** A constraint with its limits; null where its answer is waited for. */
function constraintOf(type: new () => object, declared: Metadata): FieldChecks['constraints'][number] | null {
  const [found, ...others] = getMetadataStorage().getTargetValidatorConstraints(declared.constraintCls);
  if (!found || others.length > 0 || found.async) return null;
  const { instance } = found;
  const { name, propertyName: property, constraints, each } = declared;
  const asked = (value: unknown, given: ValidationArguments): boolean => instance.validate(value, given) === true;
  const ask = (object: object, value: unknown): boolean => {
    const given: ValidationArguments = {
      targetName: type.name,
      property,
      object,
      value,
      constraints,
    };
    return each && Array.isArray(value) ? value.every((item) => asked(item, given)) : asked(value, given);
  };
  if (name !== 'maxLength' || each) return ask;
  // Which characters are of two parts only matters to a text that has too many parts.
  const most = constraints[0] as number;
  return (object, value) => (typeof value === 'string' && value.length <= most) || ask(object, value);
}
