const names = new WeakMap<readonly string[], string>();

/**
 * A closed set by its name: in the documents one component for all fields and parameters that take these values. A set
 * without a name is called after the field that has it (`PatientView.status`: PatientStatus), where all agree.
 */
export function choices<const V extends readonly string[]>(name: string, values: V): V {
  names.set(values, name);
  return values;
}

export const nameOfChoices = (values: readonly string[]): string | undefined => names.get(values);
