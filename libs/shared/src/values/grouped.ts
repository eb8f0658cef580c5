/** Records by what they have in common, groups and records in the order in which they came: one pass, however many groups. */
export function grouped<K, R>(records: readonly R[], keyOf: (record: R) => K): Map<K, R[]> {
  const groups = new Map<K, R[]>();
  for (const record of records) {
    const key = keyOf(record);
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}
